// A cutting plane across an axis of the world: the part of the bodies on its far side is drawn, the cut is hatched.

class Section {
  // `towardsViewer()` is the direction from the scene to the eye.
  constructor(scene, changed, towardsViewer) {
    Object.assign(this, { scene, changed, towardsViewer, on: false, axis: 0, fraction: 0.5, flipped: false });
    byId("section").addEventListener("click", () => this.cut({ on: !this.on }));
    byId("section-flip").addEventListener("click", () => this.set({ flipped: !this.flipped }));
    byId("section-place").addEventListener("input", (event) =>
      this.set({ fraction: Number(event.target.value) / 1000 }),
    );
    ["x", "y", "z"].forEach((name, axis) =>
      byId(`section-${name}`).addEventListener("click", () => this.cut({ axis })),
    );
    this.show();
  }

  // Sets the plane so that the cut faces the viewer.
  cut(values) {
    const { axis } = { ...this, ...values };
    this.set({ ...values, flipped: this.towardsViewer()[axis] < 0 });
  }

  set(values) {
    Object.assign(this, values);
    this.show();
    this.changed();
  }

  show() {
    byId("section").setAttribute("aria-pressed", String(this.on));
    byId("section-bar").hidden = !this.on;
    byId("section-place").value = String(1000 * this.fraction);
    byId("section-flip").setAttribute("aria-pressed", String(this.flipped));
    ["x", "y", "z"].forEach((name, axis) =>
      byId(`section-${name}`).setAttribute("aria-pressed", String(axis === this.axis)),
    );
    const metres = this.scene.centre[this.axis] + this.scene.unit * this.place;
    byId("section-value").textContent = `${"xyz"[this.axis]} = ${quantity(metres, "m")}`;
  }

  // Where the plane crosses its axis, in the page's units. At both ends it lies just outside of the bodies.
  get place() {
    const { low, high } = this.scene;
    return mix(low[this.axis] - 0.01, high[this.axis] + 0.01, this.fraction);
  }

  // The plane as normal and offset in the page's world: points with a greater product are cut away. Null if off.
  get plane() {
    if (!this.on) return null;
    const sign = this.flipped ? -1 : 1;
    const normal = [0, 1, 2].map((axis) => (axis === this.axis ? sign : 0));
    return { normal, offset: sign * this.place };
  }

  // As text for a link: "x,0.5" and "x,0.5,flipped".
  get text() {
    if (!this.on) return null;
    return ["xyz"[this.axis], this.fraction, ...(this.flipped ? ["flipped"] : [])].join(",");
  }

  read(text) {
    const [name, fraction, flipped] = (text ?? "").split(",");
    const axis = ["x", "y", "z"].indexOf(name);
    if (axis < 0) return this.set({ on: false });
    const place = Number(fraction ?? 0.5);
    return this.set({
      on: true,
      axis,
      fraction: Number.isFinite(place) ? clamp(place, 0, 1) : 0.5,
      flipped: flipped === "flipped",
    });
  }
}

// The plane in camera space, for the shaders; without a plane, one that cuts nothing.
function cutInCamera(plane, view, eye) {
  if (!plane) return NO_CUT;
  const { normal, offset } = plane;
  const turned = [0, 1, 2].map((row) => view[row] * normal[0] + view[4 + row] * normal[1] + view[8 + row] * normal[2]);
  return [...turned, offset - dot(normal, eye)];
}
