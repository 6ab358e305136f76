"use strict";
/* A page is XML, too: neither of the two signs that begin something there is in this file. */
/* Headings of tables become buttons that sort. Without this script the page has the same contents. */
const prefixes = { n: 1e-9, "µ": 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15 };

/* "12.3 µs", "4.56 M", "1 234", "7 %"; not a number where there is none. */
function amount(text) {
  const plain = text.trim().replace(/(\d)[\s,](?=\d{3})/g, "$1");
  const found = /^[\x3c±+]?(-?[\d.]+(?:e[+-]?\d+)?)\s*([nµmkMGTP](?=s|B|F|f|$))?/.exec(plain);
  return found ? found[1] * (prefixes[found[2]] || 1) : NaN;
}

/* What is no number comes last, whichever way. */
function compare(a, b, isNumber, sign) {
  if (!isNumber) return sign * a.localeCompare(b, "en", { numeric: true });
  const x = amount(a), y = amount(b);
  return isNaN(x) || isNaN(y) ? isNaN(x) - isNaN(y) : sign * (x - y);
}

/* First the way people want it, then the other, then as it was. */
function sort(table, heading, rows) {
  const isNumber = heading.classList.contains("number");
  const ways = isNumber ? ["descending", "ascending", null] : ["ascending", "descending", null];
  const way = ways[(ways.indexOf(heading.getAttribute("aria-sort")) + 1) % 3];
  for (const cell of heading.parentNode.cells) cell.removeAttribute("aria-sort");
  if (way) heading.setAttribute("aria-sort", way);
  table.classList.toggle("sorted", way !== null);
  const text = row => row.cells[Math.min(heading.cellIndex, row.cells.length - 1)].textContent;
  const sorted = way ? rows.filter(row => row.className !== "gap") : rows;
  if (way) sorted.sort((a, b) => compare(text(a), text(b), isNumber, way === "ascending" ? 1 : -1));
  table.tBodies[0].append(...sorted);
}

for (const table of document.querySelectorAll("table.sorts")) {
  const rows = [...table.tBodies[0].rows];
  for (const heading of rows.length > 1 ? table.tHead.rows[0].cells : []) {
    if (!heading.textContent) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.title = "sort by this column";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => sort(table, heading, rows));
  }
}
