// The leaderboard, and which measures agree.

function drawOverview() {
  drawLeaderboard();
  if (data.tau && byId("agreement")) {
    chart("agreement", width => heatMap(data.measures.map(measure => measure.name), data.tau, width),
      "Kendall's tau between the orders of systems by each two measures");
  }
}

let board = null;

function drawLeaderboard() {
  const { measure } = state, its = boardOf(measure), { name, isSmallerBetter } = data.measures[measure];
  const rows = its.system.map((system, at) => ({
    system, rank: its.rank[at], mean: its.mean[at], low: its.low[at], high: its.high[at], n: its.n[at],
    groups: its.groups[at], difference: its.difference[at], p: its.p[at], place: at,
  }));
  const ends = rows.flatMap(row => [row.low ?? row.mean, row.high ?? row.mean]).filter(value => value !== null);
  const low = Math.min(...ends), high = Math.max(...ends);
  const columns = [
    { title: "rank", isNumber: true, key: row => row.rank, cell: row => String(row.rank ?? "–") },
    { title: "system", kind: "name", key: row => data.systems[row.system], cell: row => systemButton(row.system) },
    { title: name, isNumber: true, isFalling: !isSmallerBetter, key: row => row.mean, cell: row => shown(row.mean),
      tip: isSmallerBetter ? "The mean; smaller is better" : "The mean" },
    { title: level(), key: row => row.low, kind: "interval", cell: row => interval(row, low, high) },
  ];
  if (data.baseline === null && rows.some(row => row.groups !== null)) {
    columns.push({ title: "groups", key: row => row.groups, cell: row => row.groups ?? "–", kind: "groups",
      tip: "Systems that share one do not differ significantly" });
  }
  if (data.baseline !== null) {
    columns.push(
      { title: "difference", isNumber: true, isFalling: true, key: row => row.difference, cell: row => row.system === data.baseline ? "baseline" : signed(row.difference) },
      { title: "p", isNumber: true, key: row => row.p, cell: row => probability(row.p) });
  }
  data.measures.forEach((other, m) => {
    if (m === measure) return;
    const mean = new Map(boardOf(m).system.map((system, at) => [system, boardOf(m).mean[at]]));
    columns.push({ title: other.name, isNumber: true, isFalling: !other.isSmallerBetter, key: row => mean.get(row.system),
      cell: row => shown(mean.get(row.system)) });
  });
  for (const other of data.systemMeasures) {
    columns.push({ title: other.name, isNumber: true, tip: "One value for all lists of the system together", isFalling: !other.isSmallerBetter, key: row => other.values[row.system],
      cell: row => shown(other.values[row.system]) });
  }
  columns.push({ title: plural(data.asker), isNumber: true, isFalling: true, key: row => row.n, cell: row => String(row.n) });
  board = new SortableTable(`Means of ${counted(rows.length, "system")}`, columns, rows, { most: 40, more: 1000, name: "system" });
  board.element.classList.add("leaderboard");
  filterBoard();
  fill("leaderboard", board.element);
}

function filterBoard() {
  const wanted = byId("find").value.trim().toLowerCase();
  board.only(row => data.systems[row.system].toLowerCase().includes(wanted));
}

// The name of a system leads to it side by side with the best other one, or with the baseline.
function systemButton(system) {
  const best = boardOf(state.measure).system;
  const other = data.baseline !== null && data.baseline !== system ? data.baseline : best[0] === system ? best[1] : best[0];
  return make("button", { type: "button", class: "link", title: "Show it side by side with another",
    onclick: () => { choose({ left: system, right: other ?? system, systems: [system, other ?? system] }); showTab("systems"); byId("tab-systems").focus(); },
  }, data.systems[system]);
}

function interval({ mean, low, high }, least, most) {
  if (mean === null) return "–";
  const at = value => `${most > least ? 100 * (value - least) / (most - least) : 50}%`;
  const told = low === null ? "no interval" : `${shown(low)} to ${shown(high)}`;
  const drawn = make("span", { class: "whisker", role: "img", "aria-label": told, title: told },
    low === null ? null : make("span", { class: "line", style: { left: at(low), width: `calc(${at(high)} - ${at(low)})` } }),
    make("span", { class: "dot", style: { left: at(mean) } }));
  return [drawn, make("span", { class: "ends soft" }, low === null ? "" : `${shown(low, 3)} to ${shown(high, 3)}`)];
}

function startOverview() {
  byId("finder").hidden = data.systems.length <= 12;
  byId("find").addEventListener("input", filterBoard);
  addEventListener("beforeprint", () => { board.most = Infinity; board.draw(); });
}
