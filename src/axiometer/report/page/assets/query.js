// The lists for one query, rank by rank, and what each rank contributed.

const MOST_SHOWN = 12;
const SHADES = [0.35, 0.6, 0.8, 1];

function drawQuery() {
  if (!data.lists) return;
  const { query } = state;
  byId("query").value = data.queries[query];
  byId("query").setCustomValidity("");
  const r = data.lists.queries.indexOf(query);
  drawChosen();
  byId("query-rest").hidden = r < 0;
  if (r < 0) {
    const rest = counted(data.lists.queries.length, data.asker);
    fill("query-told", make("p", {}, "The page has no lists for ", make("bdi", {}, data.queries[query]), `; it has those for ${rest}. See what was left out.`));
    return;
  }
  const systems = state.systems.filter(system => data.lists.systems.includes(system));
  const without = state.systems.filter(system => !data.lists.systems.includes(system));
  fill("query-told", without.length ? make("p", { class: "soft" }, "The page has no lists of ", names(without), "; see what was left out.") : null);
  coloured = aspectsSeen(r, systems);
  fill("legend", legend(r));
  drawStrips(r, systems);
  drawContributions(r, systems);
}

function names(systems) {
  return systems.flatMap((system, at) => [at ? ", " : "", make("bdi", {}, data.systems[system])]);
}

function drawChosen() {
  const chosen = state.systems.map(system => make("li", {}, make("bdi", {}, data.systems[system]), " ",
    make("button", { type: "button", class: "remove", "aria-label": `Leave out ${data.systems[system]}`, disabled: state.systems.length === 1,
      onclick: () => choose({ systems: state.systems.filter(each => each !== system) }) }, "×")));
  fill("chosen", chosen);
  const rest = boardOf(state.measure).system.filter(system => data.lists.systems.includes(system) && !state.systems.includes(system));
  options(byId("add"), [["", "Add a system …"], ...rest.map(system => [system, data.systems[system]])], "");
  byId("add").disabled = rest.length === 0 || state.systems.length >= MOST_SHOWN;
}

// Colours are for the aspects of the items that are seen: there are more aspects than colours that can be told apart.
let coloured = [];
const colourOf = aspect => data.palette[Math.max(coloured.indexOf(aspect), 0) % data.palette.length];

function aspectsSeen(r, systems) {
  const { lists } = data, seen = new Set();
  for (const system of systems) {
    for (const item of lists.tops[lists.systems.indexOf(system)][r] ?? []) {
      for (const [aspect, grade] of lists.labels[r][item] ?? []) if (grade > 0) seen.add(aspect);
    }
  }
  return [...seen].sort((a, b) => a - b);
}

function shade(grade) {
  return SHADES[Math.max(0, Math.min(SHADES.length, Math.ceil(SHADES.length * grade / data.lists.maxGrade)) - 1)];
}

function legend(r) {
  const aspects = data.lists.aspects[r], hasAspects = aspects.names[0] !== null;
  const told = at => make("span", { class: "soft" }, ` ${counted(aspects.relevant[at], "relevant item")}${aspects.weights[at] == null ? "" : `, weight ${shown(aspects.weights[at], 2)}`}`);
  const named = at => aspects.names[at] === String(at + 1) ? [`aspect ${at + 1},`] : [`${at + 1} · `, make("bdi", {}, aspects.names[at]), ","];
  const swatch = colour => make("span", { class: "swatch", style: { background: colour } });
  const found = hasAspects ? coloured.map(at => make("li", {}, swatch(colourOf(at)), named(at), told(at)))
    : [make("li", {}, swatch(data.palette[0]), "relevant,", told(0))];
  const unseen = hasAspects ? aspects.names.length - coloured.length : 0;
  return [...found, unseen ? make("li", { class: "soft" }, `${counted(unseen, "aspect")} of no item here`) : null,
    make("li", { class: "soft" }, "a stronger colour is a larger grade"),
    make("li", {}, make("span", { class: "swatch judged" }), "judged, not relevant"),
    make("li", {}, make("span", { class: "swatch unjudged" }), "not judged")];
}

function drawStrips(r, systems) {
  const { ranks } = data.lists;
  const head = make("tr", {}, make("th", { scope: "col" }, "system"), make("th", { scope: "col", class: "number" }, breakable(data.measures[state.measure].name)),
    Array.from({ length: ranks }, (_, at) => make("th", { scope: "col", class: "rank" }, String(at + 1))));
  const rows = systems.map(system => make("tr", {}, make("th", { scope: "row", class: "name", title: data.systems[system] }, make("bdi", {}, middle(data.systems[system], room() < 500 ? 12 : 28))),
    make("td", { class: "number" }, valueTold(system)), cells(r, system)));
  const table = make("table", { class: "strips" }, make("caption", {}, `The first ${ranks} ranks`), make("thead", {}, head), make("tbody", {}, rows));
  fill("strips", table);
  fill("cell-told", "Point at a cell, or go there with Tab and the arrow keys, to see the item.");
  const first = table.querySelector(".cell");
  if (first) first.tabIndex = 0;
}

function valueTold(system) {
  return isUndefined(state.measure, system, state.query) ? "undefined" : shown(valuesOf(state.measure, system)?.[state.query]);
}

function cells(r, system) {
  const { lists } = data, s = lists.systems.indexOf(system), top = lists.tops[s][r];
  if (!top || top.length === 0) return [make("td", { colspan: lists.ranks, class: "soft" }, `no list for this ${data.asker}`)];
  const found = top.map((item, at) => {
    const labels = lists.labels[r][item] ?? [];
    const gains = labels.filter(([, grade]) => grade > 0);
    const kind = labels.every(([, grade]) => grade === null) ? "unjudged" : gains.length ? "relevant" : "judged";
    return make("td", { class: `cell ${kind}`, tabindex: -1, "data-item": item, "data-rank": at + 1, "data-system": system,
      "aria-label": cellTold(r, system, at) }, make("span", { class: "bands" },
      gains.map(([aspect, grade]) => make("span", { style: { background: colourOf(aspect), opacity: String(shade(grade)) } }))),
      make("span", { class: "mark" }, cellMark(gains)));
  });
  while (found.length < lists.ranks) found.push(make("td", { class: "end" }));
  return found;
}

function cellMark(gains) {
  if (gains.length === 0) return "";
  if (gains.length > 2) return `${gains.length}×`;
  return gains.map(([aspect, grade]) => aspect < 0 ? Number(grade.toPrecision(3)) : aspect + 1).join(" ");
}

function cellTold(r, system, at) {
  const { lists } = data, item = lists.tops[lists.systems.indexOf(system)][r][at], labels = lists.labels[r][item] ?? [];
  const graded = grade => grade === null ? "not judged" : `grade ${grade}`;
  const grades = labels.map(([aspect, grade]) => aspect < 0 ? graded(grade) : `${lists.aspects[r].names[aspect]}: ${graded(grade)}`);
  const gave = contributionsOf(r, system)?.[at];
  return `Rank ${at + 1} of ${data.systems[system]}: ${lists.items[item]}; ${grades.join(", ") || "not judged"}`
    + (gave === undefined ? "" : `; contributed ${shown(gave)}`);
}

function contributionsOf(r, system) {
  const { lists } = data, m = lists.measures.indexOf(state.measure), s = lists.systems.indexOf(system);
  if (m < 0 || s < 0) return null;
  const found = lists.contributions[m][s][r];
  return found && Array.from({ length: (lists.tops[s][r] ?? []).length }, (_, at) => found[at] ?? 0);
}

function drawContributions(r, systems) {
  const { lists } = data, { name } = data.measures[state.measure];
  const m = lists.measures.indexOf(state.measure);
  byId("contributions").hidden = m < 0;
  if (m < 0) {
    fill("contributions-told", make("p", { class: "soft" }, `${name} is not a sum over ranks that can be taken apart here.`));
    return;
  }
  const rows = systems.flatMap(system => (contributionsOf(r, system) ?? []).map((value, at) => ({ system, rank: at + 1, value })));
  const told = systems.map(system => {
    const s = lists.systems.indexOf(system), rest = lists.rest[m][s][r];
    if (rest === null) return make("li", {}, make("bdi", {}, data.systems[system]), `: ${name} is undefined here`);
    if (lists.lengths[s][r] === 0) return make("li", {}, make("bdi", {}, data.systems[system]), `: no list for this ${data.asker}`);
    const value = valuesOf(state.measure, system)?.[state.query];
    const sum = value === undefined || value === null ? (contributionsOf(r, system) ?? []).reduce((a, b) => a + b, 0) : value - rest;
    return make("li", {}, make("bdi", {}, data.systems[system]), `: ${shown(sum)} from the first ${counted(lists.ranks, "rank")}`
      + (rest ? `, ${signed(rest)} from further down` : "") + `, of ${counted(lists.lengths[s][r], "item")} in the list`);
  });
  fill("contributions-told", make("ul", {}, told));
  byId("contributions").hidden = rows.length === 0;
  if (rows.length) {
    chart("contributions", width => contributionChart(rows, systems, lists.ranks, width), `What each rank contributed to ${name}, one row for each system`);
  }
}

function startQuery() {
  if (!data.lists) return;
  byId("queries").replaceChildren(...[...data.queries].sort(order).map(name => make("option", { value: name })));
  const input = byId("query");
  input.addEventListener("change", () => {
    const found = data.queries.indexOf(input.value.trim());
    input.setCustomValidity(found < 0 ? `There is no ${data.asker} of this name.` : "");
    if (found < 0) input.reportValidity();
    else choose({ query: found });
  });
  const known = [...data.lists.queries].sort((a, b) => order(data.queries[a], data.queries[b]));
  const step = by => () => {
    const at = known.indexOf(state.query);
    choose({ query: known[(Math.max(at, 0) + by + known.length) % known.length] });
  };
  byId("previous").addEventListener("click", step(-1));
  byId("next").addEventListener("click", step(1));
  byId("add").addEventListener("change", event => {
    if (event.target.value !== "") choose({ systems: [...state.systems, Number(event.target.value)] });
  });
  startStrips(byId("strips"));
}

// Pointing at a cell, or walking to it, tells what it is, and marks the same item in the other lists.
function startStrips(place) {
  const tell = event => {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    const r = data.lists.queries.indexOf(state.query);
    fill("cell-told", cellTold(r, Number(cell.dataset.system), Number(cell.dataset.rank) - 1));
    for (const each of place.querySelectorAll(".cell")) each.classList.toggle("same", each.dataset.item === cell.dataset.item);
  };
  place.addEventListener("mouseover", tell);
  place.addEventListener("focusin", tell);
  place.addEventListener("keydown", event => {
    const cell = event.target.closest(".cell");
    const row = cell?.parentElement;
    const at = cell && [...row.querySelectorAll(".cell")].indexOf(cell);
    const beside = by => row.querySelectorAll(".cell")[at + by];
    const below = other => other && [...other.querySelectorAll(".cell")].at(at);
    const goal = { ArrowRight: () => beside(1), ArrowLeft: () => beside(-1), ArrowDown: () => below(row.nextElementSibling),
      ArrowUp: () => below(row.previousElementSibling) }[event.key]?.();
    if (!cell || !goal) return;
    event.preventDefault();
    cell.tabIndex = -1;
    goal.tabIndex = 0;
    goal.focus();
  });
}
