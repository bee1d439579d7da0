// Read the data, and draw.

function drawFindings() {
  for (const place of document.querySelectorAll("[data-chart]")) {
    const told = data.charts[place.dataset.chart];
    if (!told) { place.hidden = true; continue; }
    place.id = `chart-${place.dataset.chart}`;
    chart(place.id, width => width < 600 ? told.narrow : told.wide, told.title);
  }
}

async function start() {
  data = await read();
  Object.assign(state, data.start);
  recall();
  Object.assign(panels, { overview: drawOverview, systems: drawSystems, query: drawQuery, measures: drawFindings });
  for (const each of [startTabs, startMeasures, startTheme, startCharts, startOverview, startSystems, startQuery, startCiting]) each();
  for (const tab of Object.keys(panels)) stale.add(tab);
  showTab(state.tab);
  refresh();
  addEventListener("hashchange", () => { recall(); byId("measure").value = String(state.measure); choose({}); showTab(state.tab); });
  document.documentElement.dataset.ready = "";
}

if (typeof DecompressionStream === "undefined") {
  byId("failed").hidden = false;
} else {
  start();
}
