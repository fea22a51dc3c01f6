// Starts the page, and redraws after changes.

const MEDIA = {
  dark: matchMedia("(prefers-color-scheme: dark)"),
  still: matchMedia("(prefers-reduced-motion: reduce)"),
};

// Beyond this many moving bodies their first places would cover the picture.
const MANY_MOVE = 16;
// Beyond this many bodies so would their paths.
const MANY_PATHS = 64;

class App {
  constructor(json) {
    this.scene = new Scene(json);
    this.options = hashOptions();
    this.selected = null;
    this.pair = null; // the pair of bodies whose closest points are shown: a row of the table, or the closest approach
    const { history } = this.scene;
    this.show = {
      ground: true,
      normals: true,
      ghosts: !history && this.scene.bodies.filter((body) => body.moves).length <= MANY_MOVE,
      paths: !history && this.scene.bodies.length <= MANY_PATHS,
      labels: this.scene.bodies.length <= 8,
      trails: true,
      forces: true,
      segments: true,
    };
    this.camera = new Camera();
    this.timeline = new Timeline(this.scene, () => this.redraw());
    this.panel = new Panel(this.scene, {
      select: (index) => this.select(index === this.selected ? null : index),
      changed: () => this.redraw(),
      seek: (time) => this.timeline.seek(time),
      show: (pair) => this.showPair(pair),
      frame: (index) => this.fly(this.camera.framing(this.scene.bodies[index].outline(this.timeline.time))),
    });
    this.pairTable = new PairTable(this.scene, this.panel, (pair) =>
      this.showPair(pair.index === this.pair?.index ? null : pair),
    );
    const seek = (time) => this.timeline.seek(time);
    this.plots = [EnergyPlot, ForcePlot, DistancePlot, ClearancePlot].map((Plot) => new Plot(this.scene, seek));
    this.section = new Section(
      this.scene,
      () => this.redraw(),
      () => this.camera.axes().back,
    );
    this.tape = new Tape(this.scene, () => this.redraw());
    this.colors = bodyColors(this.scene);
    this.canvas = byId("canvas");
    this.pace = new Pace();
    this.watch = new FrameWatch();
    this.rest = null;
    this.touched = -Infinity;
    this.startRenderer();
    this.makeLabels();
    this.connect();
    this.setTheme(this.options.get("theme") ?? null);
    this.begin();
  }

  startRenderer() {
    try {
      if (this.options.has("nogl")) throw new NoWebGl();
      this.renderer = new Renderer(this.canvas, this.scene);
    } catch (error) {
      this.renderer = null;
      byId("no-webgl").hidden = false;
      for (const id of ["tools", "tags", "scale"]) byId(id).hidden = true;
      if (!(error instanceof NoWebGl)) errors.push(String(error.message));
    }
  }

  connect() {
    const moved = () => this.moved();
    new Pointers(this.canvas, this.camera, moved, (place) => this.tape.on && this.tape.add(this.pick(place)));
    byId("link").addEventListener("click", () => copyLink(this));
    listenToKeys(this);
    new ResizeObserver(() => this.resized()).observe(this.canvas);
    for (const name of Object.keys(this.show)) byId(`show-${name}`).addEventListener("click", () => this.toggle(name));
    byId("show-normals").hidden = this.scene.report.contacts.length === 0;
    byId("show-segments").hidden = !this.hasSegments;
    byId("show-trails").hidden = !this.scene.history;
    byId("show-forces").hidden = !this.scene.history?.forces.tracks.length;
    // Names and paths of a crowd would cover it.
    const crowd = this.scene.bodies.length > LISTED;
    for (const name of ["labels", "paths", "ghosts"]) byId(`show-${name}`).hidden = crowd;
    byId("frame").addEventListener("click", () => this.frameAll());
    byId("theme").addEventListener("click", () => this.setTheme(this.dark ? "light" : "dark"));
    byId("help-open").addEventListener("click", () => this.help(true));
    byId("help-close").addEventListener("click", () => this.help(false));
    MEDIA.dark.addEventListener("change", () => this.setTheme(this.chosenTheme));
    this.canvas.addEventListener("dblclick", () => this.frameAll());
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => {
      this.startRenderer();
      this.redraw();
    });
    window.addEventListener("hashchange", () => {
      this.options = hashOptions();
      this.begin();
    });
    this.showToggles();
  }

  // Redraws after the camera was moved by hand.
  moved() {
    this.touched = performance.now();
    this.atHome = false;
    this.redraw();
  }

  // Shows the state that the URL requests, or plays from the start.
  begin() {
    const { options, timeline, camera } = this;
    const [azimuth, elevation, zoom] = (options.get("view") ?? "").split(",").map(Number);
    this.direction = bestDirection(this.scene);
    if (Number.isFinite(elevation)) {
      this.direction = { azimuth: azimuth * (Math.PI / 180), elevation: elevation * (Math.PI / 180) };
    }
    this.zoom = zoom > 0 ? zoom : 1;
    applyLink(this, options);
    const linked = linkedCamera(this, options);
    camera.goTo(linked ?? this.home());
    this.atHome = !linked;
    const asked = options.get("t");
    const measured = this.scene.measures?.focus(null)?.at;
    const contact = timeline.contact ?? measured ?? this.scene.end;
    const nearest = measured ?? this.scene.answers?.nearest?.at ?? contact;
    const named = { start: this.scene.start, end: this.scene.end, contact, nearest };
    if (asked === undefined && measured !== undefined) timeline.seek(measured);
    if (asked !== undefined)
      timeline.seek(named[asked] ?? (Number.isFinite(Number(asked)) ? Number(asked) : this.scene.start));
    const number = Number(options.get("contact"));
    if (number >= 1) this.select(number - 1, true, linked);
    const pair = this.scene.answers?.pairs?.[Number(options.get("pair")) - 1];
    if (pair) this.showPair(pair, true, linked);
    // A link names the exact instant; a contact alone means its own.
    if (linked && asked !== undefined && Number.isFinite(Number(asked))) timeline.seek(Number(asked));
    const atInstant = asked !== undefined || options.has("contact") || pair !== undefined || measured !== undefined;
    const wait = atInstant || options.has("paused") || MEDIA.still.matches;
    if (!this.warm) this.renderer?.warmUp(this.view());
    this.warm = true;
    this.draw();
    if (options.has("state")) this.publish();
    if (!wait) timeline.play();
  }

  get dark() {
    return this.chosenTheme ? this.chosenTheme === "dark" : MEDIA.dark.matches;
  }

  setTheme(theme) {
    this.chosenTheme = theme;
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    byId("theme").setAttribute("aria-label", this.dark ? "Use light colors" : "Use dark colors");
    const style = getComputedStyle(document.documentElement);
    const color = (name) => rgb(style.getPropertyValue(name).trim());
    const { colors } = this;
    this.theme = {
      background: color("--stage"),
      line: color("--grid"),
      shade: color("--shade"),
      accent: color("--contact"),
      tape: color("--focus"),
      muted: color("--faint"),
      darkness: this.dark ? 0.55 : 0.34,
      bodies: colors.map(rgb),
    };
    this.panel.paint(colors);
    this.labels?.forEach((label, index) => label.style.setProperty("--body", colors[index]));
    this.redraw();
  }

  toggle(name) {
    this.show[name] = !this.show[name];
    this.showToggles();
    this.redraw();
  }

  showToggles() {
    for (const [name, on] of Object.entries(this.show)) byId(`show-${name}`).setAttribute("aria-pressed", String(on));
  }

  help(open) {
    if (open) byId("help").showModal();
    else byId("help").close();
  }

  fly(place) {
    this.atHome = false;
    if (MEDIA.still.matches) this.camera.goTo(place);
    else this.camera.flyTo(place, performance.now());
    this.redraw();
  }

  // The camera position that shows everything, for the aspect ratio of the window.
  home() {
    this.camera.aspect = (this.canvas.clientWidth || 1) / (this.canvas.clientHeight || 1);
    const { azimuth, elevation } = this.direction;
    const place = this.camera.framing(framePoints(this.scene), azimuth, elevation);
    return { ...place, distance: place.distance / this.zoom };
  }

  frameAll() {
    this.fly(this.home());
    this.atHome = true;
  }

  // Draws before the page is painted. Otherwise the browser would show the old picture stretched.
  resized() {
    if (!this.theme) return;
    this.toolsBottom = undefined;
    if (this.atHome && !this.camera.flight) this.camera.goTo(this.home());
    this.draw();
  }

  // Selects a contact, seeks its time and moves the camera to it. `null` deselects.
  select(index, jump = false, place = null) {
    const contact = this.scene.contacts[index] ?? null;
    this.pair = null;
    this.selected = contact ? index : null;
    if (contact) this.timeline.seek(contact.at ?? contact.time[0]);
    this.approach(jump, place);
  }

  // Seeks the instant of a pair of bodies, and moves the camera to its closest points. `null` deselects.
  showPair(pair, jump = false, place = null) {
    this.selected = null;
    this.pair = pair;
    if (pair) this.timeline.seek(pair.at);
    this.approach(jump, place);
  }

  // Moves the camera to what is selected, or to `place`.
  approach(jump, place) {
    this.panel.choose(this.selected);
    this.pairTable.show(this.pair?.index === undefined ? null : this.pair);
    const { focus } = this;
    if (focus) {
      const near = place ?? closeUp(this.scene, focus, this.camera, this.home());
      if (jump) this.camera.goTo(near);
      else this.fly(near);
      this.atHome = false;
    }
    this.redraw();
  }

  // The place that the close-up shows: that of the selected contact's region, or of the pair. Null without one.
  get focus() {
    const contact = this.scene.contacts[this.selected];
    if (!contact) return this.pair?.place ? this.pair : null;
    const { place, size } = this.scene.regionOf(this.selected);
    return { ...contact, place, size };
  }

  // Whether the page has closest points to draw.
  get hasSegments() {
    const { measures, answers } = this.scene;
    return Boolean(measures || answers?.nearest || answers?.pairs?.length);
  }

  // The bodies that stand before the selected contact. While the camera flies the last answer stays.
  hiding() {
    const { focus } = this;
    if (!focus) return new Set();
    const { camera, timeline } = this;
    const { azimuth, elevation, distance, target } = camera;
    const key = [this.selected, focus.bodyA, focus.bodyB, timeline.time, azimuth, elevation, distance, ...target];
    if (key.join() !== this.hidingKey && !camera.flight) {
      this.hidingKey = key.join();
      this.hidingBodies = hidingBodies(this.scene, focus, timeline.time, camera);
    }
    return this.hidingBodies ?? new Set();
  }

  // The point of a surface under a place of the window (each from -1 to 1), as `nearestHit` gives it.
  pick([x, y]) {
    const { camera, section, timeline } = this;
    const { right, up, back } = camera.axes();
    const off = camera.halfTangent;
    const direction = add(add(scaled(right, x * off * camera.aspect), scaled(up, y * off)), scaled(back, -1));
    const styles = this.panel.drawnStyles();
    const { plane } = section;
    const kept = plane ? (place) => dot(plane.normal, place) <= plane.offset : undefined;
    return nearestHit(
      this.scene,
      timeline.time,
      { from: camera.eye, direction },
      (index) => styles[index] !== "hidden",
      kept,
    );
  }

  // 0 far from the instant, by default that of the contact, and 1 at it.
  emphasis(time, instant = this.timeline.contact) {
    if (instant === null) return 0;
    const reach = 0.06 * (this.scene.duration || 1);
    return smoothstep(reach, 0, Math.abs(time - instant));
  }

  // The segments between closest points at `time`.
  segments(time) {
    const { measures, answers } = this.scene;
    if (measures) return measures.segments(this.selected, time);
    return answers?.segments(this.pair, (instant) => this.emphasis(time, instant)) ?? [];
  }

  view() {
    const { time } = this.timeline;
    const emphasis = this.emphasis(time);
    const hiding = this.hiding();
    const touching = new Set(this.scene.contacts.flatMap((contact) => [contact.bodyA, contact.bodyB]));
    const { pair } = this;
    const opacity = (index) => {
      if (hiding.has(index)) return 0.12;
      if (pair) return index === pair.bodyA || index === pair.bodyB ? mix(1, 0.62, this.emphasis(time, pair.at)) : 1;
      return touching.has(index) ? mix(1, 0.62, emphasis) : 1;
    };
    return {
      camera: this.camera,
      time,
      emphasis,
      theme: this.theme,
      selected: this.selected,
      show: this.show,
      styles: this.panel.drawnStyles(),
      // At the time of contact bodies are translucent, so that the dots are visible.
      // Bodies before the selected contact fade.
      opacity: this.scene.bodies.map((_, index) => opacity(index)),
      near: this.focus !== null,
      segments: this.segments(time),
      lines: this.scene.measures?.lines(this.selected, time) ?? [],
      asides: this.scene.answers?.asidePlaces ?? [],
      asideStrength: mix(0.25, 0.75, this.emphasis(time, this.scene.start)),
      cut: this.section.plane,
      tape: this.tape.places(time),
      contactStrength: this.scene.measures ? 0 : mix(0.3, 1, emphasis),
      dots: this.scene.history?.dots(time, this.timeline.flash) ?? [],
      dotStrength: 1,
      fade: 3 * this.timeline.naturalRate,
    };
  }

  // Whether the picture is changing: playback, camera animation, or recent input.
  get busy() {
    return this.timeline.playing || this.camera.flight !== null || performance.now() - this.touched < 200;
  }

  // Draws the picture again, from its first sample.
  redraw() {
    this.refining = false;
    this.nextFrame();
  }

  nextFrame() {
    if (this.pending || !this.theme) return;
    this.pending = true;
    const frame = () => {
      this.pending = false;
      if (this.watch.waiting) this.nextFrame();
      else this.tick(performance.now());
    };
    // At rest the parts of a picture need no animation frames. A browser that takes a picture of the page, and a test
    // with a virtual clock, give none.
    if (this.busy && !this.options.has("state")) requestAnimationFrame(frame);
    else setTimeout(frame, 16);
  }

  tick(now) {
    const elapsed = this.lastTick === undefined ? 0 : (now - this.lastTick) / 1000;
    const wasBusy = this.busy;
    if (this.timeline.playing) this.timeline.advance(Math.min(elapsed, 0.25));
    this.camera.fly(now);
    // A moving picture has one sample, perhaps a coarse one. At rest the whole picture follows, a part in each frame.
    const { work } = this.refining && !wasBusy ? this.refine() : this.draw();
    if (work) this.watch.watch(this.renderer.gl, now, (took) => this.pace.learn(took, work.pixels, work.effort));
    this.lastTick = wasBusy || this.busy ? now : undefined;
    this.refining = this.rest !== null;
    if (wasBusy || this.busy || this.refining) this.nextFrame();
    if (wasBusy && !this.busy && this.options.has("state")) this.publish();
  }

  // Draws the current instant: one sample, with fewer pixels where the whole would take long. Returns the work of the
  // frame: its pixels, and how often each is drawn.
  draw() {
    for (const plot of this.plots) plot.show(this.timeline.time, this.selected);
    this.panel.showEvent(this.timeline.time, this.timeline.flash);
    if (!this.renderer || this.renderer.gl.isContextLost()) return {};
    const view = this.view();
    const [pixels, effort] = [this.renderer.pixels, this.renderer.effort(view)];
    // The option `whole` draws all of it at once, for a browser that takes a picture of the page.
    const whole = this.options.has("whole");
    const level = whole ? 1 : this.pace.level(pixels, effort);
    if (whole) this.renderer.draw(view);
    else this.renderer.drawQuick(view, level);
    // What is left for a picture at rest.
    this.rest = whole ? null : { sample: level < 1 ? 0 : 1, band: 0, bands: this.pace.bands(pixels, effort) };
    this.placeLabels();
    this.tape.showLabel(this.renderer, this.timeline.time);
    showScale(this);
    return { work: { pixels: pixels * level * level, effort } };
  }

  // Draws the next part of a picture at rest: the maps of shadows, or a band of a sample. Returns the work.
  refine() {
    const { rest, renderer, pace } = this;
    if (renderer.gl.isContextLost()) {
      this.rest = null;
      return {};
    }
    const view = this.view();
    if (renderer.drawMaps(view)) return {};
    const [pixels, effort] = [renderer.pixels, renderer.effort(view)];
    renderer.drawBand(view, rest.sample, rest.band, rest.bands);
    const work = { pixels: pixels / rest.bands, effort };
    if (++rest.band === rest.bands) {
      Object.assign(rest, { sample: rest.sample + 1, band: 0, bands: pace.bands(pixels, effort) });
      if (rest.sample === SAMPLES.length) this.rest = null;
    }
    return { work };
  }

  // Draws an instant at once, as scrubbing does, and then what follows at rest: the maps of shadows, and one band of
  // the whole picture, another one at every call, unless the scrubbing goes on. Returns the longest time of a frame, in
  // milliseconds.
  frame(time, rests = true) {
    this.timeline.seek(time);
    this.renderer?.finish();
    const timed = (draw) => {
      const begin = performance.now();
      const { work } = draw();
      this.renderer?.finish();
      const took = performance.now() - begin;
      if (work) this.pace.learn(took, work.pixels, work.effort);
      return { took, work };
    };
    let { took: longest } = timed(() => this.draw());
    if (!rests) return longest;
    this.frames = (this.frames ?? 0) + 1;
    for (let step = 0; step < 2 && this.rest; step++) {
      this.rest.band = this.frames % this.rest.bands;
      const { took, work } = timed(() => this.refine());
      longest = Math.max(longest, took);
      if (work) break;
    }
    return longest;
  }

  makeLabels() {
    const named = this.scene.bodies.length > LISTED ? [] : this.scene.bodies;
    this.labels = named.map((body) => element("span", { class: "tag" }, body.name));
    byId("tags").append(...this.labels);
  }

  // Places the labels of the visible bodies.
  placeLabels() {
    const styles = this.panel.drawnStyles();
    const { time } = this.timeline;
    const wanted = this.labels.map((label, index) => {
      if (!this.show.labels || styles[index] === "hidden") return null;
      const box = this.seenBox(this.scene.bodies[index], time);
      if (!box) return null;
      const [low, high] = box;
      if (!label.halfWidth) {
        label.hidden = false; // a hidden element has no width
        label.halfWidth = label.offsetWidth / 2;
      }
      return { x: (low[0] + high[0]) / 2, y: low[1] - 6, halfWidth: label.halfWidth };
    });
    const places = labelPlaces(wanted, this.labelArea());
    this.labels.forEach((label, index) => {
      const place = places[index];
      label.hidden = !place;
      if (!place) return;
      label.style.transform = `translate(${Math.round(place.x)}px, ${Math.round(place.y)}px) translate(-50%, -100%)`;
    });
  }

  // The part of the picture that a body takes: a box in page pixels; null for a body that is not in the picture.
  seenBox(body, time) {
    const { clientWidth, clientHeight } = this.canvas;
    const marked = body.fades ? body.foreground(time) : body.sample(time);
    const seen = marked.map((point) => this.renderer.project(point)).filter(Boolean);
    const within = seen.filter(([x, y]) => x > 0 && x < clientWidth && y > 0 && y < clientHeight);
    // An endless body has no border. Its label stands at its place nearest to the viewer.
    if (body.fades) within.sort((one, other) => other[1] - one[1]).splice(1);
    // Of a body that is cut off at a side, the part within the picture counts.
    const cut = seen.some(([x]) => x < 0 || x > clientWidth);
    const marks = body.fades || (cut && within.length > 0) ? within : seen;
    if (marks.length === 0) return null;
    const [low, high] = boxOf(marks.flatMap(([x, y]) => [x, y, 0]));
    if (high[0] <= 0 || high[1] <= 0 || low[0] >= clientWidth || low[1] >= clientHeight) return null;
    const most = [clientWidth, clientHeight, 0];
    return [low, high].map((corner) => corner.map((value, axis) => clamp(value, 0, most[axis])));
  }

  // The part of the picture for labels, in pixels: below the buttons that lie along its upper border.
  labelArea() {
    const { clientWidth, clientHeight } = this.canvas;
    this.toolsBottom ??= this.measureTools();
    return { width: clientWidth, top: this.toolsBottom + LABEL_HEIGHT, bottom: clientHeight - 8 };
  }

  // The lower border of the buttons in the upper half of the picture, in pixels.
  measureTools() {
    const stage = this.canvas.getBoundingClientRect();
    const ends = Array.from(document.querySelectorAll("#tools button, .corner button"), (button) =>
      button.hidden ? 0 : button.getBoundingClientRect().bottom - stage.top,
    );
    return ends.filter((end) => end < stage.height / 2).reduce((low, end) => Math.max(low, end), 0);
  }

  publish() {
    // Escaped as in the embedded data, so that no name can end the element.
    byId("state").textContent = JSON.stringify(stateOf(this)).replaceAll("<", "\\u003c");
  }
}

// Pages with large arrays start once these are decompressed.
function start() {
  try {
    const json = JSON.parse(byId("data").textContent);
    const arrays = packedArrays(json);
    if (arrays.length === 0) open(json);
    else inflateAll(arrays).then(() => open(json), fail);
  } catch (error) {
    fail(error);
  }
}

function open(json) {
  try {
    const app = new App(json);
    window.tangency = {
      state: () => stateOf(app),
      words: answerWords,
      span: () => [app.scene.start, app.scene.end],
      contact: () => app.timeline.contact,
      errors: () => [...errors],
      link: () => linkText(app),
      frame: (time, rests) => app.frame(time, rests),
      seek: (time) => app.timeline.seek(time),
      select: (index) => app.select(index),
      play: () => app.timeline.play(),
      pause: () => app.timeline.pause(),
    };
  } catch (error) {
    fail(error);
  }
}

function fail(error) {
  errors.push(String(error.stack ?? error));
  byId("state").textContent = JSON.stringify({ ready: false, errors });
  byId("failure").hidden = false;
  byId("failure-text").textContent = String(error.message ?? error);
}

start();
