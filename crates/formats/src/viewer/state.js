// The state of the page for tests, measured from the picture itself.

const errors = [];
window.addEventListener("error", (event) => errors.push(String(event.message)));

// The state of the page as plain data.
function stateOf(app) {
  const { scene, timeline, renderer, camera, canvas } = app;
  const { azimuth, elevation, distance, target } = camera;
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const state = {
    ready: true,
    webgl: renderer !== null,
    verdict: scene.report.verdict,
    evidence: scene.report.evidence,
    time: timeline.time,
    playing: timeline.playing,
    contacts: scene.contacts.length,
    selected: app.selected,
    theme: app.dark ? "dark" : "light",
    title: byId("verdict-title").textContent,
    camera: { azimuth, elevation, distance, target },
    canvas: [left, top, width, height],
    unit: scene.unit,
    phase: timeline.phase(),
    chip: byId("verdict-chip").textContent,
    ticked: byId("verdict").dataset.ticked === "true",
    labels: app.labels.filter((label) => !label.hidden).length,
    tape: app.tape.distance(timeline.time),
    section: app.section.text,
    faded: Array.from(app.hiding()),
    bodies: scene.bodies.map((body) => ({ name: body.name, middle: middleInWorld(body, timeline.time) })),
  };
  if (scene.history) Object.assign(state, happened(app));
  if (scene.measures) Object.assign(state, measuredState(app));
  if (scene.answers) Object.assign(state, answeredState(app));
  if (renderer) Object.assign(state, seen(app, state.bodies));
  return { ...state, errors: [...errors] };
}

// The state of a simulation at this instant.
function happened({ scene, timeline }) {
  const { history } = scene;
  const dots = history.dots(timeline.time, timeline.flash);
  return {
    ending: history.ending,
    events: history.count,
    listed: document.querySelectorAll("#event-list .event-row").length,
    elements: document.querySelectorAll("*").length,
    marks: document.querySelectorAll("#event-marks .event").length,
    dots: dots.map(({ place }) => add(scene.centre, scaled(place, scene.unit))),
    forces: history.forces.at(timeline.time).map(({ place, force }) => ({
      place: add(scene.centre, scaled(place, scene.unit)),
      force,
    })),
    forceLine: byId("force-line").getAttribute("d")?.length ?? 0,
    forceValue: byId("force-value").textContent,
    energyLine: byId("energy-total").getAttribute("d")?.length ?? 0,
  };
}

// The state of a measurement at this instant.
function measuredState({ scene, timeline, selected }) {
  const { measures } = scene;
  const focus = measures.focus(selected);
  const places = focus && measures.segment(focus, timeline.time);
  return {
    pairs: measures.pairs.length,
    segment: places?.map((place) => add(scene.centre, scaled(place, scene.unit))) ?? null,
    distanceLine: byId("distance-most").getAttribute("d")?.length ?? 0,
    boundArea: byId("distance-least").getAttribute("d")?.length ?? 0,
  };
}

// What the page shows of the answers beside the first contact.
function answeredState(app) {
  const { scene, timeline, pair } = app;
  const [segment] = app.segments(timeline.time);
  return {
    regions: scene.regions.length,
    pair: pair?.index ?? null,
    cells: document.querySelectorAll("#pair-matrix .cell").length,
    rows: document.querySelectorAll("#pair-list .pair-row").length,
    asides: scene.answers.asides.length,
    marks: document.querySelectorAll("#event-marks .event").length,
    segment: segment?.places.map((place) => add(scene.centre, scaled(place, scene.unit))) ?? null,
  };
}

// The centre of the body in metres.
function middleInWorld(body, time) {
  return add(body.scene.centre, scaled(body.middle(time), body.scene.unit));
}

const COUNTED = 64; // bodies whose pixels are counted: each takes a whole picture

// Pixel counts. The pixels of a body are those that change when it alone is hidden, with only bodies drawn.
function seen(app, bodies) {
  const { renderer, scene, canvas } = app;
  const view = app.view();
  const plain = { ground: false, paths: false, ghosts: false, trails: false, segments: false };
  const bare = { ...view, contactStrength: 0, dotStrength: 0, asides: [], show: { ...view.show, ...plain } };
  const all = renderer.picture(bare);
  bodies.slice(0, COUNTED).forEach((body, index) => {
    const styles = bare.styles.map((style, other) => (other === index ? "hidden" : style));
    body.pixels = changes(all, renderer.picture({ ...bare, styles }));
  });
  const empty = renderer.picture({ ...bare, styles: bare.styles.map(() => "hidden") });
  const picture = renderer.picture(view);
  const places = scene.contacts.map((contact) => renderer.project(contact.place));
  const within = ([x, y]) => x >= 0 && y >= 0 && x <= canvas.clientWidth && y <= canvas.clientHeight;
  const counted = {
    drawnPixels: changes(empty, picture),
    contactPixels: changes(picture, renderer.picture({ ...view, contactStrength: 0, dotStrength: 0 })),
    forcePixels: changes(picture, renderer.picture({ ...view, show: { ...view.show, forces: false } })),
    trailPixels: changes(picture, renderer.picture({ ...view, show: { ...view.show, trails: false } })),
    arrows: renderer.contacts.arrowsDrawn ?? 0,
    asidePixels: changes(picture, renderer.picture({ ...view, asides: [] })),
    segmentPixels: changes(picture, renderer.picture({ ...view, show: { ...view.show, segments: false } })),
    contactsInView: places.filter((place) => place && within(place)).length,
    checksum: checksum(picture),
  };
  // The window shows the whole picture again.
  renderer.draw(view);
  const fault = renderer.gl.getError();
  if (fault !== 0) errors.push(`WebGL error ${fault}`);
  return counted;
}

// The number of pixels that differ by more than rounding.
function changes(a, b) {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    const change = Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]);
    if (change > 3) count++;
  }
  return count;
}

// FNV-1a hash of all bytes, in hexadecimal.
function checksum(bytes) {
  let sum = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) sum = Math.imul(sum ^ bytes[i], 0x01000193);
  return (sum >>> 0).toString(16);
}
