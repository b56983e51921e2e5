// Translate lines in the engine of Firefox Translations, outside of Firefox.
//
//     node benchmarks/firefox_engine.mjs FOLDER < text.en > text.pt
//
// FOLDER is a model as Firefox has it, or as `cdaflow nmt export --format firefox` writes it:
// model.*.bin, vocab.*.spm (or srcvocab.* and trgvocab.*), lex.*.bin, config.*.yml. One line is
// written for each line that is read, whatever number of sentences it has: the engine splits and
// translates them one by one. A blank line stays one. Each line is a request of its own, since the
// engine allows all sentences of a batch the words of the shortlists of all: in batches a
// translation depended on its neighbours.
//
// Needs Node.js 18 or later with npm. The engine is the package below (WebAssembly, MPL-2.0). The
// first call installs it into ${XDG_CACHE_HOME:-~/.cache}/cdaflow, where npm compares the digest;
// no script of it is run.

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const NAME = '@browsermt/bergamot-translator';
const VERSION = '0.4.9';
const INTEGRITY =
  'sha512-bNuuCwM/JnsIYQCKXcYKFT4Qc5vLMoB8Nbvz8ReIgs7xzebK8Sa+R8iEK8mLvNBe/WaZ6zrPaUQilLsRT/ea8Q==';

// Names of the files of a folder.
const FILES = {
  model: /^model\..*\.bin$/,
  shortlist: /^lex\..*\.bin$/,
  vocabulary: /^vocab\..*\.spm$/,
  source: /^srcvocab\..*\.spm$/,
  target: /^trgvocab\..*\.spm$/,
};

const PAIR = { from: 'en', to: 'xx' }; // names alone: the folder says which model it is

class Failure extends Error {}

/** Return the folder of the installed engine; it appears there only when it is whole. */
function installEngine() {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cdaflow');
  const folder = join(cache, `bergamot-translator-${VERSION}`);
  if (!fs.existsSync(folder)) {
    fs.mkdirSync(cache, { recursive: true });
    const temporary = fs.mkdtempSync(`${folder}.partial.`);
    try {
      install(temporary);
      fs.renameSync(temporary, folder);
    } catch (error) {
      // Another process may have installed it in the meantime.
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    } finally {
      fs.rmSync(temporary, { recursive: true, force: true });
    }
  }
  return join(folder, 'node_modules', NAME);
}

function install(folder) {
  const name = 'firefox-engine';
  const dependencies = { [NAME]: VERSION };
  const lock = {
    name,
    lockfileVersion: 3,
    packages: {
      '': { name, dependencies },
      [`node_modules/${NAME}`]: { version: VERSION, integrity: INTEGRITY },
    },
  };
  fs.writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, dependencies }));
  fs.writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
  if (npm.error || npm.status !== 0) {
    throw new Failure(
      `npm could not install ${NAME} ${VERSION}: ${npm.error?.message ?? npm.stderr.trim()}`,
    );
  }
  // The worker is CommonJS; the package says that all of it is modules.
  const worker = join(folder, 'node_modules', NAME, 'worker', 'package.json');
  fs.writeFileSync(worker, JSON.stringify({ type: 'commonjs' }));
}

/** Return what the engine loads: the bytes of a folder's files. */
function readModel(folder) {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Failure(`${folder}: no such folder`);
  }
  const names = fs.readdirSync(folder).sort();
  const read = (part, required = true) => {
    const matches = names.filter((name) => FILES[part].test(name));
    if (matches.length > 1 || (required && !matches.length)) {
      throw new Failure(
        `${folder}: one ${part} is expected (${FILES[part].source}), not ${matches.length}`,
      );
    }
    return matches.length ? new Uint8Array(fs.readFileSync(join(folder, matches[0]))).buffer : null;
  };
  const shared = read('vocabulary', false);
  return {
    model: read('model'),
    shortlist: read('shortlist', false) ?? new ArrayBuffer(0), // empty: the engine uses none
    vocabs: shared ? [shared] : [read('source'), read('target')],
    qualityModel: null,
    config: { 'gemm-precision': precision(folder, names) },
  };
}

/** Return the arithmetic that a model's configuration asks for. */
function precision(folder, names) {
  const file = names.find((name) => /^config\..*\.yml$/.test(name));
  const text = file ? fs.readFileSync(join(folder, file), 'utf8') : '';
  return text.match(/^gemm-precision:\s*(\S+)/m)?.[1] ?? 'int8shiftAlphaAll';
}

/** Return the lines of the standard input, without a last empty one. */
async function readLines() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

async function openTranslator(model) {
  const engine = pathToFileURL(join(installEngine(), 'translator.js'));
  const { BatchTranslator, TranslatorBacking } = await import(engine);
  class Backing extends TranslatorBacking {
    onerror = ({ data }) => fail(data);

    async loadModelRegistery() {
      return [PAIR];
    }

    async loadTranslationModel() {
      return model;
    }
  }
  return new BatchTranslator({ batchSize: 1, onerror: fail }, new Backing());
}

async function translate(translator, line) {
  if (!line.trim()) return '';
  const { target } = await translator.translate({ ...PAIR, text: line, html: false });
  return target.text.replace(/\s*[\r\n]\s*/g, ' ').trim();
}

function fail(error) {
  process.stderr.write(`Error: ${error.message ?? error}\n`);
  process.exit(1);
}

async function main() {
  process.exitCode = 1; // where the engine never answers, Node.js ends without an error
  if (process.argv.length !== 3) throw new Failure('usage: node firefox_engine.mjs FOLDER');
  const translator = await openTranslator(readModel(process.argv[2]));
  const translations = (await readLines()).map((line) => translate(translator, line));
  for (const translation of translations) process.stdout.write(`${await translation}\n`);
  await translator.delete();
  process.exitCode = 0;
}

main().catch(fail);
