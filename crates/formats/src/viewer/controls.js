// Mouse, pen, touch and keyboard input.

const CLICK_PIXELS = 5; // a press that travels less is a click
const KEY_TURN = Math.PI / 24; // radians of a turn by one key
const KEY_ZOOM = 1.2;

class Pointers {
  // Moves `camera`, then calls `changed`; a press without a move calls `clicked` with its place in the window.
  constructor(canvas, camera, changed, clicked) {
    Object.assign(this, { canvas, camera, changed, clicked, down: new Map() });
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.release(event));
    canvas.addEventListener("pointercancel", (event) => this.down.delete(event.pointerId));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    const panning = event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey;
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY, panning, travelled: 0 });
  }

  release(event) {
    const pointer = this.down.get(event.pointerId);
    this.down.delete(event.pointerId);
    if (pointer && !pointer.panning && pointer.travelled < CLICK_PIXELS && this.down.size === 0)
      this.clicked(this.inWindow({ x: event.clientX, y: event.clientY }));
  }

  move(event) {
    const pointer = this.down.get(event.pointerId);
    if (!pointer) return;
    const before = this.spread();
    const [dx, dy] = [event.clientX - pointer.x, event.clientY - pointer.y];
    [pointer.x, pointer.y] = [event.clientX, event.clientY];
    pointer.travelled += Math.abs(dx) + Math.abs(dy);
    const height = this.canvas.clientHeight || 1;
    if (this.down.size >= 2) this.pinch(before, this.spread(), height);
    else if (pointer.panning) this.camera.pan(dx / height, -dy / height);
    else this.camera.orbit((dx / height) * 4, (dy / height) * 4);
    this.changed();
  }

  // Midpoint and distance of the first two fingers.
  spread() {
    const [a, b] = this.down.values();
    if (!b) return null;
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, distance: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
  }

  pinch(before, after, height) {
    this.camera.pan((after.x - before.x) / height, -(after.y - before.y) / height);
    this.camera.zoom(before.distance / after.distance, ...this.inWindow(after));
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.camera.zoom(
      Math.exp(clamp(event.deltaY * lines, -240, 240) * 0.0015),
      ...this.inWindow({ x: event.clientX, y: event.clientY }),
    );
    this.changed();
  }

  // Normalised coordinates from -1 to 1, with y upwards.
  inWindow({ x, y }) {
    const box = this.canvas.getBoundingClientRect();
    return [(2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height];
  }
}

// The keyboard shortcuts. The help dialog lists them too.
function listenToKeys(app) {
  const step = (event, sign) =>
    app.timeline.seek(app.timeline.time + (sign * app.scene.duration) / (event.shiftKey ? 1000 : 50));
  const look = (change) => () => {
    change(app.camera);
    app.moved();
  };
  const keys = {
    ArrowUp: look((camera) => camera.orbit(0, KEY_TURN)),
    ArrowDown: look((camera) => camera.orbit(0, -KEY_TURN)),
    ",": look((camera) => camera.orbit(KEY_TURN, 0)),
    ".": look((camera) => camera.orbit(-KEY_TURN, 0)),
    "+": look((camera) => camera.zoom(1 / KEY_ZOOM, 0, 0)),
    "=": look((camera) => camera.zoom(1 / KEY_ZOOM, 0, 0)),
    "-": look((camera) => camera.zoom(KEY_ZOOM, 0, 0)),
    " ": () => app.timeline.toggle(),
    ArrowLeft: (event) => step(event, -1),
    ArrowRight: (event) => step(event, 1),
    Home: () => app.timeline.seek(app.scene.start),
    End: () => app.timeline.seek(app.scene.end),
    c: () => {
      const next = app.scene.history
        ? app.scene.history.next(app.timeline.time)?.instant
        : (app.timeline.contact ?? app.scene.measures?.focus(app.selected)?.at ?? app.scene.answers?.nearest?.at);
      if (next !== null && next !== undefined) app.timeline.seek(next);
    },
    r: () => app.scene.history && app.toggle("trails"),
    f: () => app.frameAll(),
    l: () => byId("loop").click(),
    m: () => app.hasSegments && app.toggle("segments"),
    n: () => app.toggle("normals"),
    g: () => app.toggle("ghosts"),
    p: () => app.toggle("paths"),
    t: () => app.toggle("labels"),
    d: () => byId("theme").click(),
    s: () => byId("section").click(),
    u: () => byId("tape").click(),
    k: () => byId("link").click(),
    "?": () => app.help(true),
    Escape: () => (byId("help").open ? app.help(false) : app.select(null)),
  };
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    // Focused buttons and lists handle their own keys.
    if (target.closest?.("select, dialog") && event.key !== "Escape") return;
    if (event.key === " " && target.closest?.("button, summary, a")) return;
    // Up and down move a slider.
    if (/^Arrow(Up|Down)$/.test(event.key) && target.closest?.("input")) return;
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action) action(event);
    else if (/^[1-9]$/.test(event.key)) app.select(app.scene.regions[Number(event.key) - 1]?.contacts[0] ?? null);
    else return;
    event.preventDefault();
  });
}
