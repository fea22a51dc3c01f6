// Starts the page, and redraws after changes.

// Colors that stay distinguishable with all common kinds of color vision (Okabe and Ito, "Color Universal Design",
// 2008), without vermilion, which marks contacts here, and without black and white. Further bodies get lighter and
// darker shades of the same colors.
const COLORS = ["#3b82c4", "#e8a317", "#2a9d7c", "#cc79a7", "#6cbde9", "#d9cb3c", "#8d8fa3"];
const MEDIA = {
  dark: matchMedia("(prefers-color-scheme: dark)"),
  still: matchMedia("(prefers-reduced-motion: reduce)"),
};

class App {
  constructor(json) {
    this.scene = new Scene(json);
    this.options = hashOptions();
    this.selected = null;
    const { history } = this.scene;
    this.show = {
      ground: true,
      normals: true,
      ghosts: !history,
      paths: !history,
      labels: this.scene.bodies.length <= 8,
      trails: true,
      segments: true,
    };
    this.camera = new Camera();
    this.timeline = new Timeline(this.scene, () => this.redraw());
    this.panel = new Panel(this.scene, {
      select: (index) => this.select(index === this.selected ? null : index),
      changed: () => this.redraw(),
      seek: (time) => this.timeline.seek(time),
      frame: (index) => this.fly(this.camera.framing(this.scene.bodies[index].outline(this.timeline.time))),
    });
    const seek = (time) => this.timeline.seek(time);
    this.plots = [new EnergyPlot(this.scene, seek), new DistancePlot(this.scene, seek)];
    this.canvas = byId("canvas");
    this.slow = false;
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
      byId("tools").hidden = byId("tags").hidden = true;
      if (!(error instanceof NoWebGl)) errors.push(String(error.message));
    }
  }

  connect() {
    new Pointers(this.canvas, this.camera, () => {
      this.touched = performance.now();
      this.atHome = false;
      this.redraw();
    });
    listenToKeys(this);
    new ResizeObserver(() => this.resized()).observe(this.canvas);
    for (const name of Object.keys(this.show)) byId(`show-${name}`).addEventListener("click", () => this.toggle(name));
    byId("show-normals").hidden = this.scene.report.contacts.length === 0;
    byId("show-segments").hidden = !this.scene.measures;
    byId("show-trails").hidden = !this.scene.history;
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

  // Shows the state that the URL requests, or plays from the start.
  begin() {
    const { options, timeline, camera } = this;
    const [azimuth, elevation, zoom] = (options.get("view") ?? "").split(",").map(Number);
    this.direction = bestDirection(this.scene);
    if (Number.isFinite(elevation)) {
      this.direction = { azimuth: azimuth * (Math.PI / 180), elevation: elevation * (Math.PI / 180) };
    }
    this.zoom = zoom > 0 ? zoom : 1;
    camera.goTo(this.home());
    this.atHome = true;
    const asked = options.get("t");
    const measured = this.scene.measures?.focus(null)?.at;
    const contact = timeline.contact ?? measured ?? this.scene.end;
    const named = { start: this.scene.start, end: this.scene.end, contact };
    if (asked === undefined && measured !== undefined) timeline.seek(measured);
    if (asked !== undefined)
      timeline.seek(named[asked] ?? (Number.isFinite(Number(asked)) ? Number(asked) : this.scene.start));
    const number = Number(options.get("contact"));
    if (number >= 1) this.select(number - 1, true);
    const atInstant = asked !== undefined || options.has("contact") || measured !== undefined;
    const wait = atInstant || options.has("paused") || MEDIA.still.matches;
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
    const colors = this.scene.bodies.map((_, index) => bodyColor(index));
    this.theme = {
      background: color("--stage"),
      line: color("--grid"),
      shade: color("--shade"),
      accent: color("--contact"),
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
    if (this.atHome && !this.camera.flight) this.camera.goTo(this.home());
    this.draw();
  }

  // Selects a contact, seeks its time and moves the camera to it. `null` deselects.
  select(index, jump = false) {
    const contact = this.scene.contacts[index] ?? null;
    this.selected = contact ? index : null;
    this.panel.choose(this.selected);
    if (contact) {
      this.timeline.seek(contact.at ?? contact.time[0]);
      const place = this.closeUp(contact);
      if (jump) this.camera.goTo(place);
      else this.fly(place);
      this.atHome = false;
    }
    this.redraw();
  }

  // The close-up shows the smaller of the two bodies well, not along the normal.
  closeUp(contact) {
    const sizes = [contact.bodyA, contact.bodyB].map((index) => this.scene.bodies[index]?.radius ?? 1);
    const gap = contact.places ? 3 * length(subtract(...contact.places)) : 0;
    const distance = clamp(Math.max(5 * Math.min(...sizes), gap), 1e-4, 0.6 * this.home().distance);
    const { back } = this.camera.axes();
    const turn = Math.abs(dot(back, contact.normal)) > 0.85 ? 0.8 : 0;
    return {
      target: contact.place,
      distance,
      azimuth: this.camera.azimuth + turn,
      elevation: clamp(this.camera.elevation, -0.6, 0.6),
    };
  }

  // 0 far from the time of contact, 1 at it.
  emphasis(time) {
    const { contact } = this.timeline;
    if (contact === null) return 0;
    const reach = 0.06 * (this.scene.duration || 1);
    return smoothstep(reach, 0, Math.abs(time - contact));
  }

  view() {
    const { time } = this.timeline;
    const emphasis = this.emphasis(time);
    const touching = new Set(this.scene.contacts.flatMap((contact) => [contact.bodyA, contact.bodyB]));
    return {
      camera: this.camera,
      time,
      emphasis,
      theme: this.theme,
      selected: this.selected,
      show: this.show,
      styles: this.panel.drawnStyles(),
      // At the time of contact bodies are translucent, so that the dots are visible.
      opacity: this.scene.bodies.map((_, index) => (touching.has(index) ? mix(1, 0.62, emphasis) : 1)),
      contactStrength: this.scene.measures ? 0 : mix(0.3, 1, emphasis),
      dots: this.scene.history?.dots(time, this.timeline.flash) ?? [],
      dotStrength: 1,
      fade: 3 * this.timeline.naturalRate,
      fine: !(this.slow && this.busy),
    };
  }

  // Whether the picture is changing: playback, camera animation, or recent input.
  get busy() {
    return this.timeline.playing || this.camera.flight !== null || performance.now() - this.touched < 200;
  }

  redraw() {
    if (this.pending || !this.theme) return;
    this.pending = true;
    const frame = () => {
      this.pending = false;
      this.tick(performance.now());
    };
    // A test with a virtual clock gets no animation frames.
    if (this.options.has("state")) setTimeout(frame, 16);
    else requestAnimationFrame(frame);
  }

  tick(now) {
    const elapsed = this.lastTick === undefined ? 0 : (now - this.lastTick) / 1000;
    const wasBusy = this.busy;
    if (this.timeline.playing) this.timeline.advance(Math.min(elapsed, 0.1));
    this.camera.fly(now);
    this.draw();
    // At a low frame rate, draw moving pictures without supersampling. Pictures at rest always have it.
    if (wasBusy && elapsed > 0) this.pace = mix(this.pace ?? elapsed, elapsed, 0.2);
    this.slow ||= (this.pace ?? 0) > 0.045;
    this.lastTick = wasBusy || this.busy ? now : undefined;
    if (wasBusy || this.busy) this.redraw();
    if (wasBusy && !this.busy && this.options.has("state")) this.publish();
  }

  draw() {
    for (const plot of this.plots) plot.show(this.timeline.time, this.selected);
    this.panel.showEvent(this.timeline.time, this.timeline.flash);
    if (!this.renderer || this.renderer.gl.isContextLost()) return;
    this.renderer.draw(this.view());
    this.placeLabels();
  }

  makeLabels() {
    this.labels = this.scene.bodies.map((body) => element("span", { class: "tag" }, body.name));
    byId("tags").append(...this.labels);
  }

  // Places the labels of the visible bodies.
  placeLabels() {
    const styles = this.panel.drawnStyles();
    const { time } = this.timeline;
    const wanted = this.labels.map((label, index) => {
      if (!this.show.labels || styles[index] === "hidden") return null;
      const body = this.scene.bodies[index];
      // The label of an endless body stands in its middle: its border is no border.
      const marked = body.fades ? [body.middle(time)] : body.sample(time);
      const seen = marked.map((point) => this.renderer.project(point)).filter(Boolean);
      if (seen.length === 0) return null;
      const [low, high] = boxOf(seen.flatMap(([x, y]) => [x, y, 0]));
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

  // The part of the picture for labels, in pixels: below the buttons that lie along its upper border.
  labelArea() {
    const { clientWidth, clientHeight } = this.canvas;
    return { width: clientWidth, top: 74, bottom: clientHeight - 8 };
  }

  publish() {
    // Escaped as in the embedded data, so that no name can end the element.
    byId("state").textContent = JSON.stringify(stateOf(this)).replaceAll("<", "\\u003c");
  }
}

// The fragment of the URL, as names and values.
function hashOptions() {
  const pairs = location.hash.slice(1).split("&").filter(Boolean);
  return new Map(pairs.map((pair) => pair.split("=")).map(([name, value]) => [name, decodeURIComponent(value ?? "")]));
}

// "#rrggbb" as three numbers from 0 to 1.
function rgb(text) {
  return [1, 3, 5].map((place) => parseInt(text.slice(place, place + 2), 16) / 255);
}

function bodyColor(index) {
  const round = Math.floor(index / COLORS.length);
  const towards = round % 2 ? [1, 1, 1] : [0, 0, 0];
  const amount = round === 0 ? 0 : Math.min(0.6, 0.3 * Math.ceil(round / 2));
  const channels = mixed(rgb(COLORS[index % COLORS.length]), towards, amount);
  return `#${channels
    .map((value) =>
      Math.round(255 * value)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

function start() {
  try {
    const app = new App(JSON.parse(byId("data").textContent));
    window.tangency = {
      state: () => stateOf(app),
      seek: (time) => app.timeline.seek(time),
      select: (index) => app.select(index),
      play: () => app.timeline.play(),
      pause: () => app.timeline.pause(),
    };
  } catch (error) {
    errors.push(String(error.stack ?? error));
    byId("state").textContent = JSON.stringify({ ready: false, errors });
    byId("failure").hidden = false;
    byId("failure-text").textContent = String(error.message ?? error);
  }
}

start();
