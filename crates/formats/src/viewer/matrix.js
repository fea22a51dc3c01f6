// The table of pairs: a clash matrix of bodies × bodies, and the same as a list. Many bodies and phones have the list
// alone.

const MATRIX_BODIES = 24; // most bodies in the matrix
const NUMBERED_BODIES = 5; // most bodies with numbers in the cells

class PairTable {
  // `choose(row)` shows a row of the table in the picture.
  constructor(scene, panel, choose) {
    this.pairs = scene.answers?.pairs ?? [];
    byId("pairs-section").hidden = this.pairs.length === 0;
    if (this.pairs.length === 0) return;
    Object.assign(this, { scene, panel, choose, buttons: this.pairs.map(() => []) });
    this.words = panel.words.pairs;
    const touched = new Set(this.pairs.flatMap(({ bodyA, bodyB }) => [bodyA, bodyB]));
    this.bodies = scene.bodies.map((_, index) => index).filter((index) => touched.has(index));
    byId("pair-count").textContent = count(this.pairs.length);
    const matrix = this.bodies.length <= MATRIX_BODIES;
    byId("pair-view").hidden = !matrix;
    byId("pairs-section").dataset.view = matrix ? "matrix" : "list";
    if (matrix) this.fillMatrix();
    this.fillList();
    byId("pair-view").addEventListener("click", () => this.toggle());
    this.show(null);
  }

  toggle() {
    const { dataset } = byId("pairs-section");
    dataset.view = dataset.view === "matrix" ? "list" : "matrix";
    byId("pair-view").textContent = dataset.view === "matrix" ? "As a list" : "As a matrix";
  }

  // A button of a row: in the matrix or in the list.
  button(pair, attributes, ...children) {
    const made = element(
      "button",
      { type: "button", "data-verdict": pair.verdict, "aria-pressed": "false", ...attributes },
      ...children,
    );
    made.addEventListener("click", () => this.choose(pair));
    this.buttons[pair.index].push(made);
    return made;
  }

  // The lower half of the matrix. The diagonal is a body with itself, and appears only where it was asked about.
  fillMatrix() {
    const { bodies, scene } = this;
    const place = new Map(bodies.map((body, index) => [body, index]));
    const cells = new Map();
    for (const pair of this.pairs) {
      const [a, b] = [place.get(pair.bodyA), place.get(pair.bodyB)];
      cells.set(`${Math.max(a, b)},${Math.min(a, b)}`, pair);
    }
    const itself = this.pairs.some((pair) => pair.bodyA === pair.bodyB);
    const rows = itself ? bodies : bodies.slice(1);
    const columns = itself ? bodies : bodies.slice(0, -1);
    const numbered = bodies.length <= NUMBERED_BODIES;
    const head = element("tr", {}, element("td"), ...columns.map((body) => this.columnHead(body)));
    const body = rows.map((row) => {
      const { name } = scene.bodies[row];
      const header = element("th", { scope: "row", title: name }, this.panel.swatch(row), name);
      const end = columns.slice(0, place.get(row) + (itself ? 1 : 0));
      const found = end.map((column) => cells.get(`${place.get(row)},${place.get(column)}`));
      return element("tr", {}, header, ...found.map((pair) => this.cell(pair, numbered)));
    });
    byId("pair-matrix").dataset.numbered = String(numbered);
    byId("pair-matrix").append(element("thead", {}, head), element("tbody", {}, ...body));
  }

  columnHead(body) {
    const { name } = this.scene.bodies[body];
    return element(
      "th",
      { scope: "col", title: name },
      this.panel.swatch(body),
      element("span", { class: "sr" }, name),
    );
  }

  // A pair that was not asked about has an empty cell.
  cell(pair, numbered) {
    if (!pair) return element("td");
    const { sign, number, text } = this.words[pair.index];
    const label = `${pair.a} and ${pair.b}: ${text}`;
    const shown = numbered ? [element("span", { class: "cell-number" }, number)] : [];
    const made = this.button(pair, { class: "cell", title: label, "aria-label": label }, sign, ...shown);
    for (const event of ["mouseenter", "focus"]) made.addEventListener(event, () => this.tell(pair));
    made.addEventListener("mouseleave", () => this.tell(this.chosen));
    return element("td", {}, made);
  }

  // The rows are sorted already: touching pairs, open ones, clear ones from the nearest on.
  fillList() {
    const row = (pair) => {
      const { sign, text } = this.words[pair.index];
      const names = element("span", { class: "pair" }, ...this.panel.pairNames(pair));
      const mark = element("span", { class: "pair-sign", "aria-hidden": "true" }, sign);
      return element("li", {}, this.button(pair, { class: "pair-row" }, mark, names, element("span", {}, text)));
    };
    byId("pair-list").append(...this.pairs.slice(0, LISTED).map(row));
    const rest = this.pairs.length - LISTED;
    if (rest > 0) byId("pair-list").append(element("li", { class: "more" }, `and ${count(rest)} more`));
  }

  // Tells about a pair below the matrix.
  tell(pair) {
    const told = pair ?? null;
    const words = told ? `${told.a} and ${told.b}: ${this.words[told.index].text}` : "Choose a pair to see it.";
    byId("pair-told").textContent = words;
  }

  // Marks the chosen pair; null for none.
  show(pair) {
    if (this.pairs.length === 0) return;
    this.chosen = pair;
    this.buttons.forEach((made, index) =>
      made.forEach((button) => button.setAttribute("aria-pressed", String(index === pair?.index))),
    );
    this.tell(pair);
  }
}
