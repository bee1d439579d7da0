// Two systems side by side.

const LOOK_AT = 20;

function drawSystems() {
  const { measure, left, right } = state;
  options(byId("left"), systemChoices(), left);
  options(byId("right"), systemChoices(), right);
  byId("pair-rest").hidden = left === right;
  if (left === right) {
    fill("pair-told", make("p", {}, "Choose two different systems."));
    return;
  }
  const rows = pairRows(measure, left, right);
  const names = [left, right].map(system => data.systems[system]);
  fill("pair-told", verdict(measure, left, right, rows));
  fill("pair-measures", pairMeasures(left, right));
  const hasRows = rows !== null && rows.length > 0;
  for (const id of ["differences", "scatter"]) byId(id).hidden = !hasRows;
  if (!hasRows) {
    fill("pair-queries", make("p", { class: "soft" }, rows === null
      ? "The page has no values of this measure for " + plural(data.asker) + " of one of these systems; see what was left out."
      : `There is no ${data.asker} for which both have a value.`));
    return;
  }
  const turned = data.measures[measure].isSmallerBetter ? -1 : 1;
  rows.sort((a, b) => turned * (b.difference - a.difference) || order(a.name, b.name));
  const { name } = data.measures[measure];
  chart("differences", width => differenceChart(rows, name, width),
    `Differences of ${name}, ${names[0]} less ${names[1]}, for ${counted(rows.length, data.asker)}, sorted`);
  chart("scatter", width => scatterChart(rows, names, name, width),
    `${name} of ${names[0]} and of ${names[1]}, one point for each ${data.asker}`);
  fill("pair-queries", queryTable(rows, names).element);
}

function systemChoices() {
  return boardOf(state.measure).system.map(system => [system, data.systems[system]]);
}

// One row for each query for which both have a value.
function pairRows(measure, left, right) {
  const [lefts, rights] = [left, right].map(system => valuesOf(measure, system));
  if (lefts === null || rights === null) return null;
  const rows = [];
  lefts.forEach((value, query) => {
    const other = rights[query];
    if (value === null || other === null) return;
    const sign = compare(value, other, data.measures[measure].isSmallerBetter);
    rows.push({ query, name: data.queries[query], left: value, right: other, difference: difference(value, other), sign });
  });
  return rows;
}

function tally(rows) {
  const count = sign => rows.filter(row => row.sign === sign).length;
  return { wins: count(1), ties: count(0), losses: count(-1) };
}

// The mean difference of two systems in the queries of both, as it was tested, or else as the page knows it.
function gapOf(measure, left, right, rows) {
  const [a, b] = [left, right].map(system => standing(measure, system).mean);
  const tested = testOf(measure, left, right).difference;
  const gap = tested ?? (rows?.length ? rows.reduce((sum, row) => sum + row.difference, 0) / rows.length : difference(a, b));
  return gap !== null && Math.abs(gap) <= 1e-12 * Math.max(scale(a), scale(b)) ? 0 : gap;
}

const level = () => `${Number((100 * (1 - data.alpha)).toFixed(3))}% interval`;

function verdict(measure, left, right, rows) {
  const [a, b] = [left, right].map(system => ({ name: data.systems[system], ...standing(measure, system) }));
  const { p, low, high } = testOf(measure, left, right);
  const { name, isSmallerBetter } = data.measures[measure];
  const gap = gapOf(measure, left, right, rows);
  const better = gap === null || gap === 0 ? null : (gap > 0) !== isSmallerBetter ? a : b;
  const isReal = p !== null && p < data.alpha;
  const told = gap === null ? [`There are no values of ${name} by which to compare the two.`]
    : better === null ? [`Neither is better by ${name}.`]
    : [make("bdi", {}, better.name), ` is better by ${name}: ${signed(gap)}`,
       low === null ? "" : ` (${level()} ${signed(low)} to ${signed(high)})`,
       p === null ? "; this pair was not tested." : isReal ? `, and that is significant (p ${probability(p)}).` : `, and that may be chance (p ${probability(p)}).`];
  const count = rows && tally(rows);
  return [make("p", { class: "verdict" }, ...told), rows && make("div", { class: "tally", role: "img",
    "aria-label": `${a.name} wins ${count.wins}, ties ${count.ties}, loses ${count.losses}` },
    tallyPart("first", count.wins, `${a.name} better: ${count.wins}`), tallyPart("tie", count.ties, `tied: ${count.ties}`),
    tallyPart("second", count.losses, `${b.name} better: ${count.losses}`)),
    rows && make("ul", { class: "key" }, keyed("first", a.name, ` is better in ${counted(count.wins, data.asker)}`),
      keyed("tie", "", `tied in ${counted(count.ties, data.asker)}`), keyed("second", b.name, ` is better in ${counted(count.losses, data.asker)}`))];
}

const tallyPart = (kind, n, title) => n ? make("span", { class: kind, title, style: { flexGrow: String(n) } }, String(n)) : null;
const keyed = (kind, name, told) => make("li", {}, make("span", { class: `swatch ${kind}` }), make("bdi", {}, name), told);

function pairMeasures(left, right) {
  const rows = data.measures.map((measure, m) => {
    const rows = pairRows(m, left, right);
    return { measure: measure.name, m, left: standing(m, left).mean, right: standing(m, right).mean, ...testOf(m, left, right), gap: gapOf(m, left, right, rows), count: rows && tally(rows) };
  });
  const of = key => row => row.count && row.count[key];
  return new SortableTable(`Means, and ${plural(data.asker)} won, tied and lost by the left system`, [
    { title: "measure", key: row => row.m, cell: row => row.measure, kind: "name" },
    { title: data.systems[left], isNumber: true, key: row => row.left, cell: row => shown(row.left) },
    { title: data.systems[right], isNumber: true, key: row => row.right, cell: row => shown(row.right) },
    { title: "difference", isNumber: true, key: row => row.gap, cell: row => signed(row.gap), tip: `The mean difference, left less right, in the ${plural(data.asker)} of both` },
    { title: "p", isNumber: true, key: row => row.p, cell: row => probability(row.p), tip: data.tested },
    ...["wins", "ties", "losses"].map(key => ({ title: key, isNumber: true, key: of(key), cell: row => row.count ? String(row.count[key]) : "–" })),
  ], rows).element;
}

function queryTable(rows, names) {
  return new SortableTable(`${begun(plural(data.asker))} to look at first: those on which the two differ most`, [
    { title: data.asker, kind: "name", key: row => row.name, cell: row => queryButton(row) },
    { title: names[0], isNumber: true, isFalling: true, key: row => row.left, cell: row => shown(row.left) },
    { title: names[1], isNumber: true, isFalling: true, key: row => row.right, cell: row => shown(row.right) },
    { title: "difference", isNumber: true, isFalling: true, key: row => row.difference, cell: row => signed(row.difference) },
    { title: "size", isNumber: true, isFalling: true, key: row => Math.abs(row.difference), cell: row => shown(Math.abs(row.difference)) },
    { title: "better", kind: "name", isFalling: true, key: row => row.sign, cell: row => row.sign ? middle(names[row.sign > 0 ? 0 : 1], 30) : make("span", { class: "soft" }, "tied") },
  ], rows, { sorted: 4, most: LOOK_AT, name: data.asker });
}

function queryButton(row) {
  if (!data.lists) return row.name;
  return make("button", { type: "button", class: "link", title: `Show the lists for this ${data.asker}`,
    onclick: () => { choose({ query: row.query, systems: [state.left, state.right] }); showTab("query"); byId("tab-query").focus(); },
  }, row.name);
}

function startSystems() {
  const pick = side => byId(side).addEventListener("change", event => {
    choose({ [side]: Number(event.target.value) });
    choose({ systems: [...new Set([state.left, state.right])] });
  });
  pick("left");
  pick("right");
  byId("swap").addEventListener("click", () => choose({ left: state.right, right: state.left }));
}
