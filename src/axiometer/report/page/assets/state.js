// What was chosen, where it is kept (in the address, so that a link leads to what somebody saw), and who draws it.

let data = null;
const state = { tab: "overview", measure: 0, left: 0, right: 1, query: 0, systems: [] };
const panels = {};  // tab → function that draws it
const stale = new Set();

async function read() {
  const text = byId("data").textContent.trim();
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return withVisibleNames(JSON.parse(await new Response(stream).text()));
}

// On the page all letters of names can be seen; files that are taken along have the exact names.
function withVisibleNames(found) {
  const { systems, queries, measures, lists } = found;
  const exact = { systems, queries, measures: measures.map(measure => measure.name) };
  if (lists) {
    lists.items = lists.items.map(visible);
    for (const aspects of lists.aspects) aspects.names = aspects.names.map(name => name === null ? null : visible(name));
  }
  return { ...found, exact, systems: systems.map(visible), queries: queries.map(visible),
    measures: measures.map(measure => ({ ...measure, name: visible(measure.name) })) };
}

function choose(changes) {
  Object.assign(state, changes);
  for (const tab of ["overview", "systems", "query"]) stale.add(tab);
  remember();
  refresh();
}

// Draw what is seen now, and the rest when there is time, so that it is there for a printer.
function refresh() {
  drawPanel(state.tab);
  const later = window.requestIdleCallback ?? (then => setTimeout(then, 200));
  later(() => [...stale].forEach(drawPanel));
}

function drawPanel(tab) {
  if (!stale.delete(tab)) return;
  panels[tab]?.();
}

function remember() {
  const kept = new URLSearchParams({
    tab: state.tab, measure: state.measure, left: state.left, right: state.right, query: state.query,
    systems: state.systems.join("."),
  });
  history.replaceState(null, "", `#${kept}`);
}

// Whether there is an undefined value, which a mean counts as 0 or leaves out.
function isUndefined(measure, system, query) {
  const m = data.values.measures.indexOf(measure), s = data.values.systems.indexOf(system);
  return m >= 0 && s >= 0 && data.values.undefined[m].includes(s * data.queries.length + query);
}

function recall() {
  const found = byId(location.hash.slice(1));
  if (found?.closest("#panel-measures")) {
    // The link of a sign, in a window of its own.
    state.tab = "measures";
    for (let each = found; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
    setTimeout(() => found.scrollIntoView());
  }
  const kept = new URLSearchParams(location.hash.slice(1));
  const number = (name, n) => {
    const value = Number(kept.get(name));
    return kept.has(name) && Number.isInteger(value) && value >= 0 && value < n ? value : state[name];
  };
  state.measure = number("measure", data.measures.length);
  state.left = number("left", data.systems.length);
  state.right = number("right", data.systems.length);
  state.query = number("query", data.queries.length);
  const systems = (kept.get("systems") ?? "").split(".").filter(text => /^\d+$/.test(text)).map(Number)
    .filter(system => system < data.systems.length);
  if (systems.length) state.systems = [...new Set(systems)];
  if (byId(`panel-${kept.get("tab")}`)) state.tab = kept.get("tab");
}

// Values of a system by a measure, one for each query; null where there is none, or where the page has none.
function valuesOf(measure, system) {
  const m = data.values.measures.indexOf(measure), s = data.values.systems.indexOf(system);
  return m < 0 || s < 0 ? null : data.values.data[m][s];
}

const boardOf = measure => data.leaderboard[measure];

function standing(measure, system) {
  const board = boardOf(measure), at = board.system.indexOf(system);
  return { mean: board.mean[at], low: board.low[at], high: board.high[at], n: board.n[at], rank: board.rank[at] };
}

// What was tested of two systems: the difference, in the queries of both, is left less right.
function testOf(measure, left, right) {
  const { pairs } = data;
  if (!pairs.at) {
    pairs.at = new Map(pairs.left.map((system, at) => [`${system} ${pairs.right[at]}`, at]));
  }
  const its = pairs.measures[measure];
  const at = pairs.at.get(`${left} ${right}`), turned = pairs.at.get(`${right} ${left}`);
  if (at !== undefined) return { p: its.p[at], low: its.low[at], high: its.high[at], difference: its.difference[at] };
  if (turned === undefined) return { p: null, low: null, high: null, difference: null };
  const minus = value => value === null ? null : -value;
  return { p: its.p[turned], low: minus(its.high[turned]), high: minus(its.low[turned]), difference: minus(its.difference[turned]) };
}
