"use strict";
// The search over the examples, the order of tables, the size of figures. The page reads well
// without it.

/** Return text as it is compared: small letters, without accents. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ");
}

function searchExamples() {
  const box = document.getElementById("search");
  if (!box) return;
  const find = (name) => document.getElementById(name);
  const [words, language, system, kind] = ["words", "language", "system", "kind"].map(find);
  const more = find("more");
  const step = 20;
  const cards = [...find("cards").children].map((card) => ({
    card,
    marks: card.dataset.k.split(" "),
    text: null,
    outputs: [...card.querySelectorAll(".output[data-s]")].map((output) => ({
      output,
      systems: output.dataset.s.split(" "),
    })),
  }));
  let limit = step;

  function fits(item, wanted) {
    const [spoken, ...marks] = item.marks;
    if (language.value && spoken !== language.value) return false;
    const made = marks.some(
      (mark) =>
        (!system.value || mark.startsWith(system.value + "k")) &&
        (!kind.value || mark.endsWith(kind.value)),
    );
    if (!made) return false;
    if (wanted.length && item.text === null) item.text = plain(item.card.textContent);
    return wanted.every((word) => item.text.includes(word));
  }

  function show() {
    const wanted = plain(words.value).split(" ").filter(Boolean);
    let found = 0;
    for (const item of cards) {
      const fit = fits(item, wanted);
      if (fit) found += 1;
      item.card.hidden = !fit || found > limit;
      item.outputs.forEach(({ output, systems }, place) => {
        // The baseline, which the others are compared with, comes first and stays.
        output.hidden = place > 0 && system.value !== "" && !systems.includes(system.value);
      });
    }
    const shown = Math.min(found, limit);
    more.hidden = found <= limit;
    find("count").textContent =
      `${found} of ${cards.length} examples` + (shown < found ? `, ${shown} shown` : "");
  }

  function again() {
    limit = step;
    show();
  }

  let waiting = 0;
  words.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(again, 150);
  });
  for (const choice of [language, system, kind]) choice.addEventListener("change", again);
  find("clear").addEventListener("click", () => {
    for (const field of [words, language, system, kind]) field.value = "";
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
  show();
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

/** Give figures that the screen makes smaller than they were drawn a button to enlarge them. */
function enlargeFigures() {
  for (const figure of document.querySelectorAll("figure")) {
    const image = figure.querySelector("img");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Enlarge";
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      const large = image.parentNode.classList.toggle("large");
      button.setAttribute("aria-pressed", String(large));
    });
    figure.querySelector("figcaption").append(button);
    new ResizeObserver(() => {
      button.hidden = figure.clientWidth > 0.85 * image.naturalWidth;
    }).observe(figure);
  }
}

searchExamples();
sortTables();
enlargeFigures();
