// The table of trajectories, the plot of the chosen one, and the comparison of two.

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const WORST = { error: 0, touch: 1, open: 2, clear: 3 };
data.entries.forEach((entry, index) => Object.assign(entry, { index, ticked: false }));

const saysOf = ({ verdict, evidence }) => (verdict === "error" ? "error" : `${verdict}, ${evidence}`);

// When it touches first, or when it comes nearest. A first contact is the lower end of its bracket: rounded down.
function atOf({ verdict, at }) {
  if (at === null || at === undefined) return "";
  return `${verdict === "touch" ? figureBelow(at, 6) : figure(at, 6)} s`;
}

// First contact, or how clear it is.
function resultOf(entry) {
  if (entry.verdict === "error") return "";
  if (entry.initial) return "from the start";
  if (entry.verdict === "touch") return `first at ${atOf(entry)}`;
  if (entry.verdict === "open") return `clear until ${figureBelow(entry.clearUntil, 6)} s`;
  if (entry.atLeast > 0) return `at least ${lengthBelow(entry.atLeast)}`;
  return entry.measured ? "clearance not proved" : "not measured";
}

const COLUMNS = [
  { name: "Trajectory", key: (entry) => entry.name },
  { name: "Verdict", key: (entry) => WORST[entry.verdict] },
  { name: "First contact or clearance", key: (entry) => entry.index },
  { name: "Pair", key: (entry) => entry.pair?.join(" ") ?? "" },
  { name: "At", key: (entry) => entry.at ?? Infinity },
  { name: "Limits", key: (entry) => -(entry.exceeded?.length ?? 0) },
];

class FolderPage {
  constructor() {
    this.sort = { column: 2, down: false };
    this.chosen = data.entries[0] ?? null;
    byId("title").textContent = data.title;
    this.fillCounts();
    this.heads = COLUMNS.map(({ name }, column) =>
      element("th", { scope: "col" }, element("button", { type: "button", onclick: () => this.sortBy(column) }, name)),
    );
    byId("heads").append(element("th"), ...this.heads, element("th"));
    this.rows = new Map(data.entries.map((entry) => [entry, this.row(entry)]));
    this.order();
    this.show();
  }

  fillCounts() {
    const of = (verdict) => data.entries.filter((entry) => entry.verdict === verdict).length;
    const words = { clear: "clear", touch: "touch", open: "open", error: "in error" };
    byId("counts").append(element("span", {}, plural(data.entries.length, "trajectory", "trajectories")));
    for (const [verdict, word] of Object.entries(words)) {
      if (of(verdict) === 0) continue;
      const chip = element("span", { class: "verdict" }, `${of(verdict)} ${word}`);
      byId("counts").append(element("span", { "data-verdict": verdict }, chip));
    }
  }

  row(entry) {
    const tick = element("input", {
      type: "checkbox",
      "aria-label": `Compare ${entry.name}`,
      onclick: (event) => event.stopPropagation(),
      onchange: () => this.tick(entry, tick.checked),
    });
    const exceeded = entry.exceeded?.length ?? 0;
    const cell = (name, text) => element("td", { class: "number", "data-name": text ? name : null }, text);
    const row = element(
      "tr",
      { "data-verdict": entry.verdict, tabindex: 0, onclick: () => this.choose(entry) },
      element("td", { class: "tick" }, tick),
      element("td", { class: "name" }, entry.name),
      element("td", { class: "says" }, element("span", { class: "verdict" }, saysOf(entry))),
      element("td", {}, resultOf(entry)),
      element("td", {}, entry.pair ? entry.pair.join(" · ") : ""),
      cell("at", atOf(entry)),
      cell("limits", exceeded > 0 ? `${exceeded} exceeded` : ""),
      element("td", {}, ...(entry.curve ? [filledPlot([entry])] : [])),
    );
    row.addEventListener("keydown", (event) => {
      if (event.target === row && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        this.choose(entry);
      }
    });
    entry.box = tick;
    return row;
  }

  sortBy(column) {
    this.sort = { column, down: this.sort.column === column && !this.sort.down };
    this.order();
  }

  order() {
    const { column, down } = this.sort;
    const { key } = COLUMNS[column];
    const compare = (one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : one.index - other.index);
    const sorted = [...data.entries].sort((one, other) => (down ? -1 : 1) * compare(one, other));
    byId("rows").replaceChildren(...sorted.map((entry) => this.rows.get(entry)));
    this.heads.forEach((head, index) => {
      if (index === column) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  }

  choose(entry) {
    this.chosen = entry;
    for (const other of data.entries) this.untick(other);
    this.show();
  }

  untick(entry) {
    entry.ticked = false;
    entry.box.checked = false;
  }

  // At most two are ticked: a third takes the place of the one ticked first.
  tick(entry, on) {
    this.ticked = (this.ticked ?? []).filter((other) => other !== entry && other.ticked);
    entry.ticked = on;
    if (on) this.ticked.push(entry);
    while (this.ticked.length > 2) this.untick(this.ticked.shift());
    if (this.ticked.length === 1) [this.chosen] = this.ticked;
    this.show();
  }

  show() {
    const two = data.entries.filter((entry) => entry.ticked);
    const pair = two.length === 2 ? this.ticked : null;
    const entries = pair ?? (this.chosen ? [this.chosen] : []);
    for (const [entry, row] of this.rows) row.setAttribute("aria-selected", entries.includes(entry));
    byId("shown").hidden = entries.length === 0;
    if (entries.length === 0) return;
    const [one, other] = entries;
    byId("shown-title").textContent = other ? `${one.name} and ${other.name}` : one.name;
    const who = one.pair ? `, ${one.pair.join(" and ")}` : "";
    byId("shown-text").textContent = other ? "" : [saysOf(one), resultOf(one) + who].filter(Boolean).join(": ");
    const plotted = entries.some((entry) => entry.curve);
    byId("shown-plot").replaceChildren(...(plotted ? [filledPlot(entries)] : []));
    byId("differences").hidden = !other;
    byId("differences").replaceChildren(...(other ? differences(one, other) : []));
    const note = (text, name) => element("li", name ? { class: name } : {}, text);
    const notes = entries.flatMap((entry) => {
      const prefix = other ? `${entry.name}: ` : "";
      const told = [...(entry.exceeded ?? []), ...(entry.warnings ?? [])];
      const unchecked = (entry.notChecked ?? []).map((text) => `Limits not checked: ${text}.`);
      const all = [...new Set([...told, ...unchecked])].map((text) => note(prefix + text));
      return entry.error ? [note(prefix + entry.error, "error"), ...all] : all;
    });
    byId("shown-notes").replaceChildren(...notes);
    byId("state").textContent = JSON.stringify({
      shown: entries.map(({ name }) => name),
      order: [...byId("rows").querySelectorAll(".name")].map((cell) => cell.textContent),
      differences: [...byId("differences").querySelectorAll("tr")].map((row) =>
        [...row.children].map((cell) => cell.textContent),
      ),
      plots: document.querySelectorAll("#rows svg").length,
    });
  }
}

// The table of differences of two trajectories.
function differences(one, other) {
  const duration = ({ span }) => (span ? span[1] - span[0] : null);
  const sign = (value) => (value > 0 ? "+" : "−");
  const signed = (value, unit) => (value === 0 ? "none" : `${sign(value)}${quantity(Math.abs(value), unit)}`);
  const both = (a, b) => a !== null && a !== undefined && b !== null && b !== undefined;
  const lead = (read, unit) => (both(read(one), read(other)) ? signed(read(other) - read(one), unit) : "");
  const text = (read) => (read(one) === read(other) ? "same" : "differs");
  const pairOf = (entry) => entry.pair?.join(" · ") ?? "–";
  const seconds = (value) => (value === null || value === undefined ? "–" : `${figure(value, 5)} s`);
  const bound = (entry) => (entry.verdict === "clear" ? entry.atLeast : null);
  const broken = ({ exceeded }) => String(exceeded?.length ?? "–");
  const rows = [
    ["Verdict", saysOf(one), saysOf(other), text(saysOf)],
    ["First contact or clearance", resultOf(one), resultOf(other), lead(bound, "m")],
    ["Pair", pairOf(one), pairOf(other), text(pairOf)],
    ["At", atOf(one) || "–", atOf(other) || "–", lead((entry) => entry.at, "s")],
    ["Duration", seconds(duration(one)), seconds(duration(other)), lead(duration, "s")],
    ["Limits exceeded", broken(one), broken(other), text(broken)],
  ];
  const cells = (tag, row) => element("tr", {}, ...row.map((value) => element(tag, {}, value)));
  return [cells("th", ["", one.name, other.name, "difference"]), ...rows.map((row) => cells("td", row))];
}

window.folder = new FolderPage();
const ticked = new URLSearchParams(location.hash.slice(1)).get("compare");
for (const name of ticked ? ticked.split(",") : []) {
  const entry = data.entries.find((candidate) => candidate.name === name);
  if (entry) {
    entry.box.checked = true;
    window.folder.tick(entry, true);
  }
}
