// The panel beside the picture: verdict, facts, contacts, bodies, costs, notes. All strings are inserted as text, never
// as markup, because names may contain anything.

const LISTED = 200; // most entries of a list; all contacts are drawn
// The counts of a simulation, and what they are called.
const COUNT_NAMES = {
  impacts: "Impacts",
  slides: "Begin to slide",
  rolls: "Begin to roll",
  leaves: "Contacts that end",
  sleeps: "Put to rest",
  predictions: "Predictions",
  stale: "Void: partner diverted",
  diverted: "Void: body diverted",
  refined: "Refined predictions",
};
const STYLES = ["opaque", "translucent", "wire"];

// An element with attributes and children; strings become text.
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") made.addEventListener("click", value);
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

const byId = (id) => document.getElementById(id);

class Panel {
  // `actions`: select(index), changed() after a body's style changed, seek(time), frame(index), show(pair) for the
  // closest points of a pair.
  constructor(scene, actions) {
    Object.assign(this, { scene, actions });
    this.styles = scene.bodies.map(() => "opaque");
    this.hidden = scene.bodies.map(() => false);
    this.words = answerWords(scene, scene.start);
    this.fillHeader();
    this.fillFacts();
    this.fillContacts();
    this.fillEvents();
    this.fillBodies();
    this.fillCosts();
    for (const note of scene.notes) this.note(note);
  }

  fillHeader() {
    const { words } = this;
    byId("scene-name").textContent = this.scene.name;
    byId("scene-description").textContent = this.scene.description;
    byId("verdict").dataset.verdict = this.scene.report.verdict;
    byId("verdict").dataset.ticked = String(words.ticked);
    byId("verdict-chip").textContent = words.chip;
    byId("verdict-title").textContent = words.title;
    byId("evidence-name").textContent = words.evidence;
    byId("evidence-text").textContent = words.text;
    byId("verdict-time").textContent = words.when;
    fillAsides(this, this.scene.answers?.asides ?? [], words.asides);
  }

  fact(name, ...value) {
    byId("facts").append(element("div", {}, element("dt", {}, name), element("dd", {}, ...value)));
  }

  fillFacts() {
    const { scene } = this;
    const { report } = scene;
    if (scene.history) {
      this.fillHistory(scene.history);
      return;
    }
    if (scene.measures) {
      this.fillMeasures(scene.measures);
      return;
    }
    if (report.time) {
      const what = scene.separation > 0 ? "First approach" : "First contact";
      this.fact(`${what} lies within`, bracketElement(report.time));
      this.fact("Width of the bracket", quantity(report.time[1] - report.time[0], "s"));
    }
    if (!report.complete) this.fact("Contacts", "not all: the work allowed was used up");
    this.fact("Clear until", element("span", { class: "bracket" }, `${figureBelow(report.clearUntil, 16)} s`));
    this.fact("Time asked about", span(scene));
    if (scene.tolerance !== null) this.fact("Tolerance", quantity(scene.tolerance, "m"));
    if (scene.separation !== null) this.fact("Clearance that counts", quantity(scene.separation, "m"));
    this.fillClearances(this.words.clearances);
  }

  // How clear it is, and between which bodies: a button that shows them.
  fillClearances(clearances) {
    const { report, answers } = this.scene;
    const found = report.selfClearance || report.worldClearance ? ["selfClearance", "worldClearance"] : ["clearance"];
    const told = found.map((name) => report[name]).filter(Boolean);
    clearances.forEach(({ name, bound, sure, within, notes }, index) => {
      this.fact(name, sureElement(sure, bound));
      const { nearest } = told[index];
      if (nearest) {
        const pair = answers.closest(nearest);
        const show = element(
          "button",
          { type: "button", class: "nearest", title: "Show these bodies", onclick: () => this.actions.show(pair) },
          element("span", { class: "pair" }, ...this.pairNames(pair)),
          element("span", {}, within),
        );
        this.fact("Nearest", show);
      }
      for (const note of notes) byId("facts").append(element("div", { class: "remark" }, element("dt", {}, note)));
    });
  }

  fillContacts() {
    const { contacts, regions } = this.scene;
    byId("contacts-section").hidden = contacts.length === 0;
    const grouped = regions.length < contacts.length ? ` in ${plural(regions.length, "region")}` : "";
    byId("contact-count").textContent = count(contacts.length) + grouped;
    this.contactButtons = regions.slice(0, LISTED).map((region) => this.contactButton(region));
    byId("contact-list").append(...this.contactButtons.map((button) => element("li", {}, button)));
    if (regions.length > LISTED) {
      byId("contact-list").append(
        element("li", { class: "more" }, `and ${count(regions.length - LISTED)} more, drawn but not listed`),
      );
    }
  }

  fillHistory({ counts, crowding, tracks, energy, conservation, stats }) {
    this.fact("Time simulated", span(this.scene));
    const told = ([key]) => counts[key] > 0 || (key === "impacts" && counts[key] === 0);
    for (const [key, name] of Object.entries(COUNT_NAMES).filter(told)) {
      const isVoid = key === "stale" || key === "diverted";
      const share = isVoid ? ` (${figure((100 * counts[key]) / counts.predictions, 3)} %)` : "";
      this.fact(name, count(counts[key]) + share);
    }
    if (crowding?.dense) {
      const place = crowding.place.map((value) => figure(value, 4)).join(", ");
      this.fact("Dense region", `${plural(crowding.bodies, "body", "bodies")} in a cell at ${place} m`);
    }
    this.fact("Contacts that last", count(tracks.length));
    if (energy.times.length > 0) {
      this.fact("Energy at the start", quantity(energy.start, "J"));
      this.fact("Energy at the end", quantity(energy.end, "J"));
      this.fact("Greatest change", quantity(energy.change, "J"));
    }
    const { energy: energyError, momentum } = conservation;
    if (energyError !== null) this.fact("Relative error of the energy", energyError.toExponential(1));
    if (momentum !== null) this.fact("Relative error of the momentum", momentum.toExponential(1));
    const rate = (value) => (value >= 100 ? count(Math.round(value)) : figure(value, 4));
    if (stats.eventsPerSecond > 0) this.fact("Events a second", rate(stats.eventsPerSecond));
    this.fact("Simulated seconds a second", rate(stats.simulatedPerSecond));
  }

  fillMeasures({ question, pairs, farther }) {
    byId("contacts-name").textContent = "Pairs";
    if (question === "span") this.fact("Time asked about", span(this.scene));
    else this.fact("Measured at", `${figure(this.scene.measures.span[0], 9)} s`);
    this.fact("Pairs listed", count(pairs.length));
    if (farther > 0) this.fact("Farther apart, not listed", count(farther));
    if (this.scene.tolerance !== null) this.fact("Tolerance", quantity(this.scene.tolerance, "m"));
  }

  // The events of a simulation, each a button that seeks its time. Of a long list only the rows in view exist.
  fillEvents() {
    const { history } = this.scene;
    byId("events-section").hidden = !history || history.count === 0;
    if (!history) return;
    byId("event-count").textContent = count(history.eventCount);
    this.events = new EventList(byId("event-list"), history, (event) => this.eventButton(event));
  }

  eventButton(event) {
    const impulse = event.kind === "impact" ? quantity(event.impulse, "N s") : "";
    return element(
      "button",
      { type: "button", class: "event-row", onclick: () => this.actions.seek(event.instant) },
      element("span", { class: "event-time" }, `${event.instant.toFixed(3)} s`),
      element("span", { class: `event-kind ${event.kind}` }, event.kind),
      element("span", { class: "pair" }, this.swatch(event.bodyA), event.a, this.swatch(event.bodyB), event.b),
      element("span", { class: "event-impulse" }, impulse),
    );
  }

  // Marks the current event, if any.
  showEvent(time, flash) {
    this.events?.mark(this.scene.history.recent(time, flash)?.index ?? null);
  }

  // The names of a pair of bodies, with their colors.
  pairNames({ a, b, bodyA, bodyB }) {
    if (a === b) return [this.swatch(bodyA), a, " with itself"];
    const meets = element("span", { class: "meets", "aria-label": "and" }, "·");
    return [this.swatch(bodyA), a, meets, this.swatch(bodyB), b];
  }

  // A region of contacts, or the pair of a measurement.
  contactButton(region) {
    const { measures, contacts } = this.scene;
    const contact = contacts[region.contacts[0]];
    const several = region.contacts.length > 1;
    const detail = ([name, value]) =>
      element("span", { class: "detail" }, element("span", { class: "key" }, name), element("span", {}, value));
    const features = `${featureWords(contact.featureA)} ${measures ? "to" : "on"} ${featureWords(contact.featureB)}`;
    const told = this.words.regions[region.index];
    const details = several
      ? regionDetails(region, contact)
      : measures
        ? measuredDetails(contact, measures)
        : contactDetails(contact, region);
    return element(
      "button",
      { type: "button", class: "contact", "aria-pressed": "false", onclick: () => this.actions.select(contact.index) },
      element("span", { class: "number", "aria-hidden": "true" }, String(region.index + 1)),
      element(
        "span",
        { class: "contact-body" },
        element("span", { class: "pair" }, ...this.pairNames(contact)),
        element(
          "span",
          { class: "features" },
          element("span", {}, told?.text || features),
          measures ? measuredElement(contact) : sureElement(told.sure, told.evidence),
        ),
        element("span", { class: "details" }, ...details.map(detail)),
      ),
    );
  }

  swatch(index) {
    const swatch = element("span", { class: "swatch", "data-body": index, "aria-hidden": "true" });
    if (this.colors?.[index]) swatch.style.background = this.colors[index];
    return swatch;
  }

  fillBodies() {
    byId("body-count").textContent = count(this.scene.bodies.length);
    const rows = this.scene.bodies.slice(0, LISTED).map((body, index) => {
      const kind = body.deforms ? "deforming" : body.moves ? "moving" : "still";
      const eye = element("button", { type: "button", class: "icon eye", onclick: () => this.toggle(index) });
      const style = element("button", { type: "button", class: "style", onclick: () => this.cycle(index) });
      const name = element(
        "button",
        { type: "button", class: "body-name", title: "Show this body whole", onclick: () => this.actions.frame(index) },
        this.swatch(index),
        element("span", { class: "label" }, body.name),
        element("span", { class: "kind" }, `${kind}, ${plural(body.triangleCount, "triangle")}`),
      );
      return element("li", { class: "body-row" }, name, style, eye);
    });
    byId("body-list").append(...rows);
    const { length: bodies } = this.scene.bodies;
    if (bodies > LISTED) {
      byId("body-list").append(
        element("li", { class: "more" }, `and ${count(bodies - LISTED)} more, drawn but not listed`),
      );
    }
    this.rows = rows;
    this.showStyles();
  }

  toggle(index) {
    this.hidden[index] = !this.hidden[index];
    this.showStyles();
    this.actions.changed();
  }

  cycle(index) {
    this.hidden[index] = false;
    this.styles[index] = STYLES[(STYLES.indexOf(this.styles[index]) + 1) % STYLES.length];
    this.showStyles();
    this.actions.changed();
  }

  // Sets the styles of the first bodies, from a link; the others are opaque.
  setStyles(styles) {
    this.hidden = this.hidden.map((_, index) => styles[index] === "hidden");
    this.styles = this.styles.map((_, index) => (STYLES.includes(styles[index]) ? styles[index] : "opaque"));
    this.showStyles();
  }

  // The drawing style of every body.
  drawnStyles() {
    return this.styles.map((style, index) => (this.hidden[index] ? "hidden" : style));
  }

  showStyles() {
    this.rows.forEach((row, index) => {
      const { name } = this.scene.bodies[index];
      const [eye, style] = [row.querySelector(".eye"), row.querySelector(".style")];
      row.classList.toggle("hidden-body", this.hidden[index]);
      eye.setAttribute("aria-pressed", String(!this.hidden[index]));
      eye.setAttribute("aria-label", `${this.hidden[index] ? "Show" : "Hide"} ${name}`);
      eye.title = this.hidden[index] ? "Show" : "Hide";
      style.textContent = this.styles[index];
      style.setAttribute("aria-label", `${name} is drawn ${this.styles[index]}; change`);
    });
  }

  // Paints the swatches in the colors of the bodies.
  paint(colors) {
    this.colors = colors;
    for (const swatch of document.querySelectorAll(".swatch[data-body]")) {
      const color = colors[Number(swatch.dataset.body)];
      if (color) swatch.style.background = color;
    }
  }

  fillCosts() {
    const { stats } = this.scene.report;
    const cost = (name, value) =>
      byId("costs").append(element("div", {}, element("dt", {}, name), element("dd", {}, value)));
    cost(this.scene.history ? "Time to simulate" : "Time to answer", quantity(stats.seconds, "s"));
    if (this.scene.history) cost("Steps", count(stats.steps));
    cost("Pairs of features examined", count(stats.pairs));
    cost(this.scene.history ? "Steps of the detection" : "Steps", count(stats.iterations));
    cost("Triangles", count(this.scene.bodies.reduce((sum, body) => sum + body.triangleCount, 0)));
  }

  note(text) {
    byId("notes").hidden = false;
    byId("note-list").append(element("li", {}, text));
  }

  // Marks the region of a contact; null for none.
  choose(index) {
    const region = this.scene.regionOf(index)?.index ?? null;
    this.contactButtons.forEach((button, place) => button.setAttribute("aria-pressed", String(place === region)));
    this.contactButtons[region]?.scrollIntoView({ block: "nearest" });
  }
}

const sureElement = (sure, words) => element("span", { class: `sure ${sure ? "proved" : "near"}` }, words);

const contactDetails = (contact, { depth }) => [
  ["gap", quantity(contact.gap, "m")],
  ...(depth ? [["depth", bracketElement(depth, "m")]] : []),
  ["point", triple(contact.point)],
  ["normal", triple(contact.normal)],
  ["time", bracketElement(contact.time)],
];

// A bracket, with the digits that both ends share separated from the others.
function bracketElement(range, unit = "s") {
  const { same, low, high } = bracket(range);
  if (low === "" && high === "") return element("span", { class: "bracket" }, `${same} ${unit}`);
  return element(
    "span",
    { class: "bracket", "aria-label": `${range[0]} to ${range[1]} ${unit}` },
    element("span", { class: "end" }, element("b", {}, same), element("i", {}, low), ` ${unit}`),
    element("span", { class: "end" }, element("b", {}, same), element("i", {}, high), ` ${unit}`),
  );
}
