// A camera that orbits the point it looks at. Up is +z.

const HALF_TANGENT = Math.tan((30 * Math.PI) / 360); // tangent of half the vertical field of view, on a wide window
const STEEPEST = (89 * Math.PI) / 180;

class Camera {
  constructor() {
    this.target = [0, 0, 0];
    this.azimuth = -0.9;
    this.elevation = 0.35;
    this.distance = 4;
    this.aspect = 1;
    this.flight = null;
  }

  // The unit vectors right, up and towards the viewer.
  axes(azimuth = this.azimuth, elevation = this.elevation) {
    const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)];
    return { right: [-sa, ca, 0], up: [-se * ca, -se * sa, ce], back: [ce * ca, ce * sa, se] };
  }

  // On a tall window the field of view is horizontal instead, so that a phone shows as much.
  get halfTangent() {
    return this.aspect >= 1 ? HALF_TANGENT : HALF_TANGENT / this.aspect;
  }

  // The width of a pixel at the point that the camera looks at, in a window of this many pixels.
  pixelSize(height) {
    return (2 * this.halfTangent * this.distance) / Math.max(1, height);
  }

  get eye() {
    return add(this.target, scaled(this.axes().back, this.distance));
  }

  view() {
    const { right, up, back } = this.axes();
    const { eye } = this;
    return [
      right[0],
      up[0],
      back[0],
      0,
      right[1],
      up[1],
      back[1],
      0,
      right[2],
      up[2],
      back[2],
      0,
      -dot(right, eye),
      -dot(up, eye),
      -dot(back, eye),
      1,
    ];
  }

  projection() {
    const far = this.distance + length(this.target) + 8;
    return perspective(this.halfTangent, this.aspect, Math.max(this.distance * 0.02, far * 1e-6), far);
  }

  orbit(right, down) {
    this.flight = null;
    this.azimuth -= right;
    this.elevation = clamp(this.elevation + down, -STEEPEST, STEEPEST);
  }

  // Moves the camera by fractions of the height of the window.
  pan(right, up) {
    this.flight = null;
    const axes = this.axes();
    const size = 2 * this.halfTangent * this.distance;
    this.target = add(this.target, add(scaled(axes.right, -right * size), scaled(axes.up, -up * size)));
  }

  // Changes the distance. The point at (x, y) of the window (each from -1 to 1) stays in place.
  zoom(factor, x = 0, y = 0) {
    this.flight = null;
    const before = this.distance;
    this.distance = clamp(before * factor, 1e-5, 40);
    const axes = this.axes();
    const shift = (before - this.distance) * this.halfTangent;
    this.target = add(this.target, add(scaled(axes.right, x * shift * this.aspect), scaled(axes.up, y * shift)));
  }

  // The camera position in this direction that shows all points.
  framing(points, azimuth = this.azimuth, elevation = this.elevation) {
    if (points.length === 0) return { target: [0, 0, 0], distance: 4, azimuth, elevation };
    const { right, up, back } = this.axes(azimuth, elevation);
    const seen = points.map((point) => [dot(point, right), dot(point, up), dot(point, back)]);
    const [low, high] = boxOf(seen.flat());
    const middle = mixed(low, high, 0.5);
    const [tangentX, tangentY] = [this.halfTangent * this.aspect, this.halfTangent];
    let distance = 0;
    for (const [x, y, z] of seen) {
      const depth = z - middle[2];
      distance = Math.max(
        distance,
        depth + Math.abs(x - middle[0]) / tangentX,
        depth + Math.abs(y - middle[1]) / tangentY,
      );
    }
    const target = add(add(scaled(right, middle[0]), scaled(up, middle[1])), scaled(back, middle[2]));
    return { target, distance: clamp(distance * 1.12, 1e-5, 40), azimuth, elevation };
  }

  goTo(place) {
    this.flight = null;
    Object.assign(this, place);
  }

  // Starts the animation to another camera position; `now` is in milliseconds.
  flyTo(place, now) {
    const full = {
      target: this.target,
      distance: this.distance,
      azimuth: this.azimuth,
      elevation: this.elevation,
      ...place,
    };
    const turns = Math.round((this.azimuth - full.azimuth) / (2 * Math.PI));
    full.azimuth += turns * 2 * Math.PI;
    const from = { target: this.target, distance: this.distance, azimuth: this.azimuth, elevation: this.elevation };
    this.flight = { from, to: full, start: now };
  }

  // Advances the animation. Returns whether there is one.
  fly(now) {
    if (!this.flight) return false;
    const { from, to, start } = this.flight;
    const fraction = smoothstep(0, 750, now - start);
    this.target = mixed(from.target, to.target, fraction);
    this.distance = from.distance * (to.distance / from.distance) ** fraction;
    this.azimuth = mix(from.azimuth, to.azimuth, fraction);
    this.elevation = mix(from.elevation, to.elevation, fraction);
    if (fraction >= 1) this.flight = null;
    return true;
  }
}

const MANY_FRAMED = 500; // bodies; of more the box around all of them is framed

// The view direction (azimuth, elevation) most perpendicular to the motion and the contact normals.
function bestDirection(scene) {
  if (scene.bodies.length > MANY_FRAMED) return { azimuth: -0.9, elevation: 0.36 };
  const lines = scene.bodies
    .filter((body) => body.moves)
    .map((body) => subtract(body.middle(scene.end), body.middle(scene.start)));
  for (const contact of scene.contacts.slice(0, 50))
    lines.push(scaled(contact.normal, 0.6 / Math.min(50, scene.contacts.length)));
  const elevation = scene.history ? 0.72 : 0.36; // higher for simulations, so that surfaces do not hide rolling bodies
  let best = { score: -1 };
  for (let step = 0; step < 24; step++) {
    const azimuth = (step * Math.PI) / 12 + 0.12;
    const [ca, sa] = [Math.cos(azimuth), Math.sin(azimuth)];
    // Only the component across the view direction is visible.
    const across = lines.reduce((sum, line) => sum + length(cross(line, [ca, sa, 0.35])), 0);
    const score = across + 0.08 * Math.cos(azimuth + 0.9); // prefer the front right among equals
    if (score > best.score) best = { score, azimuth, elevation };
  }
  return best;
}

// Points to frame: all finite bodies over the whole span. A resting body far larger than the moving ones (a floor) is
// clipped to the part near the motion.
function framePoints(scene) {
  if (scene.bodies.length > MANY_FRAMED) {
    const corner = (index) => [0, 1, 2].map((axis) => ((index >> axis) & 1 ? scene.high : scene.low)[axis]);
    return [0, 1, 2, 3, 4, 5, 6, 7].map(corner);
  }
  const bodies = scene.bodies.filter((body) => !body.fades);
  const instants = [];
  for (let step = 0; step <= 12; step++) instants.push(mix(scene.start, scene.end, step / 12));
  const moving = [];
  for (const body of bodies.filter((body) => body.moves)) {
    for (const time of instants) moving.push(...body.outline(time));
  }
  const still = bodies.filter((body) => !body.moves).flatMap((body) => body.outline(scene.start));
  if (moving.length === 0) return still;
  const [low, high] = boxOf(moving.flat());
  const margin = 1.2 * length(subtract(high, low));
  return moving.concat(
    still.map((point) => point.map((value, axis) => clamp(value, low[axis] - margin, high[axis] + margin))),
  );
}
