// Elements of the page. Text from files only ever becomes text: nothing here parses markup.

function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "style") Object.assign(made.style, value);
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter(child => child !== null && child !== undefined));
  return made;
}

// Long names may break where their parts end.
const breakable = name => name.length < 12 ? [name] : name.split(/(?<=[_,])|(?=[(@])/).flatMap((part, at) => at ? [document.createElement("wbr"), part] : [part]);

// Letters that would move, turn or hide what stands around them are written as what they are.
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
const ESCAPED = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const hex = (letter, mark, digits) => mark + letter.charCodeAt(0).toString(16).padStart(digits, "0");
const escaped = letter => ESCAPED[letter] ?? (letter < "\u0100" ? hex(letter, "\\x", 2) : hex(letter, "\\u", 4));
const visible = name => name.trim() ? name.replace(UNSEEN, escaped) : "␣".repeat(Math.max(name.length, 1));

// Long names are cut in the middle: what tells them apart is often at their end.
const middle = (name, most) => {
  const letters = [...name], half = Math.floor(most / 2);
  return letters.length > most ? [...letters.slice(0, most - half), "…", ...letters.slice(letters.length - half + 1)].join("") : name;
};

const byId = id => document.getElementById(id);

function fill(id, ...children) {
  byId(id).replaceChildren(...children.flat().filter(child => child !== null));
}

const plural = thing => thing.replace(/([^aeiou])y$/, "$1ie") + "s";
const begun = text => text.charAt(0).toUpperCase() + text.slice(1);
const counted = (n, thing) => `${n.toLocaleString("en")} ${n === 1 ? thing : plural(thing)}`;

function shown(value, digits = 4) {
  if (value === null || value === undefined) return "–";
  const isSmall = value !== 0 && Math.abs(value) < 0.5 * 10 ** -digits;
  const written = isSmall ? value.toExponential(1) : Math.abs(value) < 1e9 ? value.toFixed(digits) : value.toExponential(4);
  return written.replaceAll("-", "−");
}

function signed(value) {
  return value === null || value === undefined ? "–" : (value > 0 ? "+" : "") + shown(value);
}

function probability(p) {
  return p === null || p === undefined ? "–" : p < 0.001 ? "< 0.001" : p.toFixed(3);
}

const scale = value => Math.max(Math.abs(value), 1e-300);

// Values are tied as they are in Python: by what rounding could have made of them.
const areTied = (left, right) => Math.abs(left - right) <= 1e-12 * Math.max(scale(left), scale(right));

function compare(left, right, isSmallerBetter) {
  return areTied(left, right) ? 0 : (left > right) !== isSmallerBetter ? 1 : -1;
}

function difference(left, right) {
  return left === null || right === null ? null : areTied(left, right) ? 0 : left - right;
}

function order(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

// A table whose columns sort. Columns: {title, key(row), cell(row), isNumber, isFalling, tip}. What is undefined goes last.
class SortableTable {
  constructor(caption, columns, rows, { sorted = 0, isFalling = null, most = Infinity, name = "row", more = 100 } = {}) {
    Object.assign(this, { columns, rows, most, name, more });
    this.sorted = sorted;
    this.isFalling = isFalling ?? Boolean(columns[sorted].isFalling);
    this.head = make("tr");
    this.body = make("tbody");
    this.rest = make("p", { class: "soft rest" });
    this.table = make("table", {}, make("caption", {}, caption), make("thead", {}, this.head), this.body);
    this.element = make("div", {}, make("div", { class: "table" }, this.table), this.rest);
    this.draw();
  }

  sortBy(column) {
    this.isFalling = column === this.sorted ? !this.isFalling : Boolean(this.columns[column].isFalling);
    this.sorted = column;
    this.draw();
    this.head.children[column].querySelector("button").focus();
  }

  only(test) {
    this.test = test;
    this.draw();
  }

  draw() {
    this.head.replaceChildren(...this.columns.map((column, at) => make("th", {
      scope: "col",
      class: column.isNumber ? "number" : null,
      "aria-sort": at === this.sorted ? (this.isFalling ? "descending" : "ascending") : null,
    }, column.key ? make("button", { type: "button", title: column.tip, onclick: () => this.sortBy(at) }, breakable(column.title))
      : breakable(column.title))));
    const { key } = this.columns[this.sorted];
    const sign = this.isFalling ? -1 : 1;
    const keyed = this.rows.filter(this.test ?? (() => true)).map(row => [key(row), row]);
    const isMissing = value => value === null || value === undefined;
    keyed.sort(([a], [b]) => isMissing(a) || isMissing(b) ? isMissing(a) - isMissing(b) : sign * order(a, b));
    this.body.replaceChildren(...keyed.slice(0, this.most).map(([, row]) => this.row(row)));
    const left = keyed.length - this.most;
    if (keyed.length === 0) {
      this.rest.hidden = false;
      this.rest.replaceChildren(`There is no ${this.name} of this kind.`);
      return;
    }
    this.rest.hidden = left <= 0;
    this.rest.replaceChildren(`${counted(Math.max(left, 0), this.name)} more. `, make("button", {
      type: "button",
      onclick: () => { this.most += this.more; this.draw(); },
    }, `Show ${Math.min(Math.max(left, 0), this.more)} more`));
  }

  row(row) {
    return make("tr", {}, this.columns.map((column, at) => make(at === 0 && !column.isNumber ? "th" : "td", {
      class: column.isNumber ? "number" : column.kind,
      scope: at === 0 && !column.isNumber ? "row" : null,
    }, column.cell(row))));
  }
}

function options(select, names, chosen) {
  select.replaceChildren(...names.map(([value, name]) => make("option", { value }, name)));
  select.value = String(chosen);
}
