// A measuring tape: two points on the drawn surfaces and the distance between them. The points move with their bodies.
// The drawn triangles are near the true surfaces, not on them: the distance is a reading, not a proof.

class Tape {
  constructor(scene, changed) {
    Object.assign(this, { scene, changed, on: false, points: [] });
    byId("tape").addEventListener("click", () => this.set({ on: !this.on, points: [] }));
    this.set({});
  }

  set(values) {
    Object.assign(this, values);
    byId("tape").setAttribute("aria-pressed", String(this.on));
    byId("tape-hint").hidden = !this.on || this.points.length === 2;
    byId("tape-hint").textContent = this.points.length === 0 ? "Click the first point" : "Click the second point";
    this.changed();
  }

  // Adds the point of the surface under the pointer; after two points, starts again.
  add(hit) {
    if (!this.on || !hit) return;
    const { index, triangle, weights } = hit;
    const before = this.points.length === 2 ? [] : this.points;
    this.set({ points: [...before, { index, triangle, weights }] });
  }

  // The points at `time`, in the page's world.
  places(time) {
    return this.points.map((point) => pointOnBody(this.scene.bodies[point.index], time, point));
  }

  // Metres, or null before there are two points.
  distance(time) {
    const places = this.places(time);
    return places.length === 2 ? length(subtract(...places)) * this.scene.unit : null;
  }

  // As text for a link: body, triangle and weights of every point.
  get text() {
    if (!this.on) return null;
    const texts = this.points.map(({ index, triangle, weights }) => [index, triangle, ...weights].join(","));
    return texts.join(";") || "on";
  }

  read(text) {
    const points = (text ?? "").split(";").map((part) => {
      const [index, triangle, ...weights] = part.split(",").map(Number);
      const body = this.scene.bodies[index];
      const exists = Number.isInteger(triangle) && triangle >= 0 && triangle < (body?.triangleCount ?? 0);
      return exists && weights.length === 3 && weights.every(Number.isFinite) ? { index, triangle, weights } : null;
    });
    this.set({ on: Boolean(text), points: points.filter(Boolean).slice(0, 2) });
  }

  // Places the label at the middle of the tape.
  showLabel(renderer, time) {
    const label = byId("tape-label");
    const places = this.places(time);
    const middle = places.length === 2 ? renderer.project(mixed(places[0], places[1], 0.5)) : null;
    label.hidden = !middle;
    if (!middle) return;
    label.textContent = `≈ ${quantity(this.distance(time), "m", 4)}`;
    label.style.transform =
      `translate(${Math.round(middle[0])}px, ${Math.round(middle[1] - 10)}px) translate(-50%, -100%)`;
  }
}
