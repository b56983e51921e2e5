"use strict";
// The examples of two systems side by side and the search over them (its fields stand in the address),
// the order of tables, their further columns. The page reads well without it.

/** Return text as it is compared: small letters, without accents. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ");
}

/** Return the spans of the words and signs of a text. */
function wordsOf(text) {
  const found = text.matchAll(/[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_\s]/gu);
  return [...found].map((match) => [match.index, match.index + match[0].length]);
}

/** Return the spans of the words of a text that are not in the other (longest common sequence). */
function changedWords(text, other) {
  const spans = wordsOf(text);
  const words = spans.map(([start, end]) => text.slice(start, end));
  const others = wordsOf(other).map(([start, end]) => other.slice(start, end));
  const length = words.concat("").map(() => new Uint16Array(others.length + 1));
  for (let i = words.length - 1; i >= 0; i--) {
    for (let j = others.length - 1; j >= 0; j--) {
      length[i][j] =
        words[i] === others[j]
          ? length[i + 1][j + 1] + 1
          : Math.max(length[i + 1][j], length[i][j + 1]);
    }
  }
  const changed = [];
  let [j, before] = [0, false];
  for (let i = 0; i < words.length; i++) {
    while (j < others.length && words[i] !== others[j] && length[i][j] === length[i][j + 1]) j++;
    const shared = j < others.length && words[i] === others[j];
    if (shared) j++;
    else if (before) changed[changed.length - 1][1] = spans[i][1];
    else changed.push([...spans[i]]);
    before = !shared;
  }
  return changed;
}

/** Return the span of the underlined words of an element, null where there are none. */
function underlined(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let [at, span] = [0, null];
  while (walker.nextNode()) {
    const end = at + walker.currentNode.data.length;
    if (walker.currentNode.parentElement.closest("u")) span = [span ? span[0] : at, end];
    at = end;
  }
  return span;
}

/** Write text with one span underlined and others marked. */
function writeMarked(element, text, person, changed) {
  const people = person ? [person] : [];
  const cuts = [0, text.length, ...people.flat(), ...changed.flat()].sort((a, b) => a - b);
  const nodes = [];
  for (let n = 1; n < cuts.length; n++) {
    const [start, end] = [cuts[n - 1], cuts[n]];
    if (start === end) continue;
    const within = ([low, high]) => low <= start && end <= high;
    let node = document.createTextNode(text.slice(start, end));
    for (const [tag, spans] of [["u", people], ["mark", changed]]) {
      if (!spans.some(within)) continue;
      const outer = document.createElement(tag);
      outer.append(node);
      node = outer;
    }
    nodes.push(node);
  }
  element.replaceChildren(...nodes);
}

/** Return a card with the versions that systems wrote, each as it stands in the page. */
function readCard(card) {
  const holder = card.querySelector(".outputs");
  const outputs = [...holder.querySelectorAll(".output[data-s]")].map((output) => {
    const bdi = output.querySelector(".text bdi");
    return {
      output,
      bdi,
      systems: output.dataset.s.split(" "),
      label: output.querySelector(".system"),
      names: [...output.querySelector(".system").childNodes],
      nodes: [...bdi.childNodes],
      text: bdi.textContent,
      person: underlined(bdi),
      plain: plain(output.textContent),
    };
  });
  const [language, ...marks] = card.dataset.k.split(" ");
  const rest = [...card.children, ...holder.children].filter(
    (child) => child !== holder && !child.dataset.s,
  );
  const head = plain(rest.map((child) => child.textContent).join(" "));
  return { card, holder, outputs, language, marks: new Set(marks), head };
}

/** Show all versions of a card, or those of two systems side by side. */
function layOut({ holder, outputs }, first, second, names) {
  const of = (system) => outputs.filter(({ systems }) => systems.includes(system));
  const chosen = second ? [...new Set([...of(first), ...of(second)])] : outputs;
  const isPair = Boolean(second) && chosen.length === 2;
  holder.classList.toggle("pair", isPair);
  holder.prepend(...chosen.map(({ output }) => output));
  for (const each of outputs) {
    each.output.hidden = !chosen.includes(each);
    if (!second) {
      each.label.replaceChildren(...each.names);
      each.bdi.replaceChildren(...each.nodes);
    } else if (chosen.includes(each)) {
      const own = [...new Set([first, second])].filter((system) => each.systems.includes(system));
      each.label.textContent = own.map((system) => names.get(system)).join(" and ");
      if (own.length > 1) each.label.append(" (the same translation)");
      const other = isPair ? chosen.find((one) => one !== each).text : each.text;
      writeMarked(each.bdi, each.text, each.person, changedWords(each.text, other));
    }
  }
}

/** What the address begins with where it has fields of the search. */
const ADDRESS = "#examples";

function searchExamples() {
  const box = document.getElementById("search");
  if (!box) return;
  const find = (name) => document.getElementById(name);
  const [words, language, kind, first, second, by] =
    ["words", "language", "kind", "first", "second", "by"].map(find);
  const fields = [words, language, kind, first, second, by].filter(Boolean);
  const more = find("more");
  const step = 20;
  const cards = [...find("cards").children].map(readCard);
  const errors = kind.dataset.errors.split(" ");
  const names = new Map(first ? [...first.options].map((one) => [one.value, one.text]) : []);
  let limit = step;

  /** Return whether the systems that are shown made an error, or what else is asked for. */
  function isOfKind({ marks }) {
    const who = by ? by.value : "";
    if (!kind.value && !who) return true;
    const kinds = kind.value && kind.value !== "any" ? [kind.value] : errors;
    const made = (system) => kinds.some((one) => marks.has(system + one));
    if (!first) return made("s0") || made("s");
    const others = second.value ? [second.value] : [...names.keys()].filter((s) => s !== first.value);
    const [one, two] = [made(first.value), others.some(made)];
    if (who === "first") return one && !two;
    if (who === "second") return two && !one;
    return who === "both" ? one && two : one || two || made("s");
  }

  function fits(item, wanted) {
    if (language.value && item.language !== language.value) return false;
    if (!isOfKind(item)) return false;
    const shown = second && second.value ? [first.value, second.value] : null;
    const texts = item.outputs
      .filter(({ systems }) => !shown || shown.some((system) => systems.includes(system)))
      .map((each) => each.plain);
    const text = [item.head, ...texts].join(" ");
    return wanted.every((word) => text.includes(word));
  }

  function show() {
    const wanted = plain(words.value).split(" ").filter(Boolean);
    let found = 0;
    for (const item of cards) {
      const fit = fits(item, wanted);
      if (fit) found += 1;
      item.card.hidden = !fit || found > limit;
      if (first && !item.card.hidden) layOut(item, first.value, second.value, names);
    }
    const shown = Math.min(found, limit);
    more.hidden = found <= limit;
    find("count").textContent =
      `${found} of ${cards.length} examples` + (shown < found ? `, ${shown} shown` : "");
  }

  /** Return the option that is chosen at first. */
  function standard(choice) {
    return [...choice.options].find((option) => option.defaultSelected) || choice.options[0];
  }

  /** Return what is written into the address of a field, "" where nothing was chosen. */
  function chosen(field) {
    if (field === words) return words.value;
    const [option] = field.selectedOptions;
    return option === standard(field) ? "" : option.text;
  }

  /** Take on the fields that an address has: #examples?kind=wrong+gender&second=gb */
  function readAddress() {
    const [name, query] = location.hash.split("?");
    if (name !== ADDRESS || query === undefined) return;
    const values = new URLSearchParams(query);
    for (const field of fields) {
      const value = values.get(field.id) || "";
      if (field === words) words.value = value;
      else {
        const option = [...field.options].find(({ text }) => text === value) || standard(field);
        field.value = option.value;
      }
    }
    limit = step;
    show();
    box.scrollIntoView();
  }

  function again() {
    limit = step;
    show();
    const values = fields.map((field) => [field.id, chosen(field)]).filter(([, value]) => value);
    const query = String(new URLSearchParams(values));
    if (query || location.hash.startsWith(`${ADDRESS}?`)) {
      history.replaceState(null, "", query ? `${ADDRESS}?${query}` : "#section-examples");
    }
  }

  let waiting = 0;
  words.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(again, 150);
  });
  for (const choice of fields.slice(1)) choice.addEventListener("change", again);
  find("clear").addEventListener("click", () => {
    words.value = "";
    for (const choice of fields.slice(1)) choice.value = standard(choice).value;
    again();
    words.focus();
  });
  more.addEventListener("click", () => {
    const next = limit;
    limit += step;
    show();
    // Those who go by keyboard go on where the new cards begin.
    const card = cards.filter((item) => !item.card.hidden)[next];
    if (card) {
      card.card.tabIndex = -1;
      card.card.focus();
    }
  });
  box.hidden = false;
  window.addEventListener("hashchange", readAddress);
  show();
  readAddress();
}

/** Return what a cell is ordered by: its number, or its text; null for an empty one. */
function key(cell) {
  const text = cell.textContent.trim();
  if (text === "" || text === "–") return null;
  if (!cell.classList.contains("number")) return text;
  const number = parseFloat(text.replace(/,/g, "").replace("−", "-"));
  return Number.isNaN(number) ? null : number;
}

function sortTable(table, column, header) {
  const body = table.tBodies[0];
  const down = header.getAttribute("aria-sort") === "ascending";
  for (const other of header.parentNode.children) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = [...body.rows].map((row) => [key(row.cells[column]), row]);
  rows.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    const way = typeof a === "number" ? a - b : a.localeCompare(b, "en");
    return down ? -way : way;
  });
  body.append(...rows.map(([, row]) => row));
  groupRows(table);
}

function sortTables() {
  for (const table of document.querySelectorAll("table")) {
    if (table.tBodies[0].rows.length < 2) continue;
    [...table.tHead.rows[0].cells].forEach((header, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener("click", () => sortTable(table, column, header));
    });
  }
}

/** Name a language once where its rows stand together; without its name, a row is still found by it. */
function groupRows(table) {
  if (table.tHead.rows[0].cells[0].textContent !== "Language") return;
  let before = "";
  for (const { cells, classList } of table.tBodies[0].rows) {
    const name = cells[0].textContent;
    cells[0].classList.toggle("again", name === before);
    classList.toggle("part", name !== before);
    before = name;
  }
}

/** Hide the columns that a terminal does not show either, and the last of those that a wide screen would cut. */
function foldColumns(table) {
  const holder = table.parentNode;
  const headers = [...table.tHead.rows[0].cells];
  const hide = (header, isHidden) => {
    for (const row of table.rows) row.cells[header.cellIndex].hidden = isHidden;
  };
  const more = headers.filter((header) => header.matches(".more"));
  for (const header of more) hide(header, true);
  if (window.matchMedia("(min-width: 64rem)").matches) {
    // What is folded has no width.
    const closed = [];
    for (let fold = holder.closest("details"); fold; fold = fold.parentNode.closest("details")) {
      if (!fold.open) closed.push(fold);
      fold.open = true;
    }
    for (const header of headers.filter((one) => one.matches(".number:not(.more)")).reverse()) {
      if (holder.scrollWidth <= holder.clientWidth) break;
      hide(header, true);
      more.push(header);
    }
    for (const fold of closed) fold.open = false;
  }
  if (!more.length) return;
  more.sort((a, b) => a.cellIndex - b.cellIndex);
  const names = more.map((header) => header.textContent);
  const legend = holder.nextElementSibling;
  const terms = legend?.matches(".legend") ? [...legend.children] : [];
  const folded = terms.filter((term) => names.includes(term.firstChild.textContent));
  const button = document.createElement("button");
  button.type = "button";
  button.className = "more-columns";
  button.textContent = `More columns: ${names.join(", ")}`;
  const show = (isShown) => {
    button.setAttribute("aria-expanded", String(isShown));
    for (const header of more) hide(header, !isShown);
    for (const term of folded) term.hidden = !isShown;
  };
  button.addEventListener("click", () => show(button.getAttribute("aria-expanded") === "false"));
  holder.after(button);
  show(false);
}

for (const table of document.querySelectorAll("table")) {
  groupRows(table);
  foldColumns(table);
}
document.getElementById("written").textContent =
  `File of ${new Date(document.lastModified).toLocaleDateString("en-GB", { dateStyle: "long" })}.`;
searchExamples();
sortTables();
