// Reads the embedded data (its format is described in the crate's documentation) and
// interpolates the motion of a body.
//
// The page draws in its own units: the origin is the centre of the scene, and half the diagonal of its bounding box is
// 1. Scenes of micrometres and of kilometres then have the same numerical accuracy.

class Scene {
  constructor(json) {
    if (json.version !== 3)
      throw new Error(`this page holds data of version ${json.version}, its script reads version 3`);
    Object.assign(this, {
      name: json.name,
      description: json.description,
      notes: json.notes,
      tolerance: json.tolerance,
      separation: json.separation,
    });
    [this.start, this.end] = json.span;
    this.duration = this.end - this.start;
    const [low, high] = json.box;
    this.centre = mixed(low, high, 0.5);
    this.unit = length(subtract(high, low)) / 2 || 1;
    this.low = this.inside(low);
    this.high = this.inside(high);
    this.paths = json.paths ? new Paths(json.paths, this) : null;
    this.bodies = [];
    // A body that says no more than the number of the one it is like has all the rest from there.
    for (const body of json.bodies) {
      const holder = json.bodies[body.like];
      const whole = holder && !body.motion ? { ...holder, color: null, ...body } : body;
      this.bodies.push(new Body(whole, this));
    }
    this.numbers = new Map(this.bodies.map((body, index) => [body.name, index]));
    this.history = json.simulation ? new History(json.simulation, this) : null;
    this.measures = json.measurement ? new Measures(json.measurement, this) : null;
    // What the page tells instead of a verdict about contact.
    this.story = this.history ?? this.measures;
    this.report = json.report ?? this.story.report();
    // The pairs of a measurement are listed and selected like contacts.
    this.contacts =
      this.measures?.pairs ?? this.report.contacts.map((contact, index) => this.contact(contact, index));
    this.regions = contactRegions(this);
    this.answers = this.story ? null : new Answers(this.report, this);
  }

  // Converts a world point to the page's units.
  inside(point) {
    return scaled(subtract(point, this.centre), 1 / this.unit);
  }

  contact(json, index) {
    return { ...this.named(json), index, place: this.inside(json.point) };
  }

  // Adds the numbers of the two bodies that `pair` names; -1 for a name that no body has.
  named(pair) {
    const number = (name) => this.numbers.get(name) ?? -1;
    return { ...pair, bodyA: number(pair.a), bodyB: number(pair.b) };
  }

  // The region of a contact, by its index.
  regionOf(index) {
    return this.regions.find((region) => region.contacts.includes(index)) ?? null;
  }

  // The instant shown as "the contact": the lower end of the bracket, which is not after the contact.
  get contactTime() {
    return this.report.time ? clamp(this.report.time[0], this.start, this.end) : null;
  }
}

class Body {
  constructor(json, scene) {
    this.scene = scene;
    this.index = scene.bodies.length;
    this.mesh = scene.bodies[json.like] ?? this; // the body that holds the mesh
    this.name = json.name;
    this.color = json.color;
    this.closed = json.closed;
    this.creased = json.creased;
    this.fades = json.fades; // metres from the middle of an endless body to where its picture ends, or null
    this.origin = json.origin;
    this.vertexCount = json.vertexCount;
    this.triangleCount = json.triangleCount;
    this.triangles = this.mesh === this ? cornersOf(json) : this.mesh.triangles;
    this.deforms = json.motion === "frames";
    this.follows = json.motion === "path"; // its poses are in the paths of the scene
    this.times = this.follows ? [scene.start] : new Float64Array(bytesOf(json.times));
    if (this.follows) scene.paths.setOrigin(this.index, this.origin);
    if (this.deforms) {
      this.frames = coordinatesOf(json.keys, json.vertexCount);
      this.vertices = this.frames.slice(0, 3 * this.vertexCount);
    } else {
      if (!this.follows) this.poses = new Float64Array(bytesOf(json.keys));
      this.vertices = this.mesh === this ? coordinatesOf(json.vertices, json.vertexCount) : this.mesh.vertices;
    }
    this.moves = this.travels();
  }

  // The radius of a bounding sphere of the body, in the page's units.
  get radius() {
    const [low, high] = this.box(0);
    return length(subtract(high, low)) / 2 / this.scene.unit;
  }

  // The bounding box of the stored vertices; at the given key if the body deforms.
  box(key) {
    if (this.mesh !== this) return this.mesh.box(key);
    this.boxes ??= [];
    const size = 3 * this.vertexCount;
    return (this.boxes[key] ??= boxOf(
      this.deforms ? this.frames.subarray(key * size, (key + 1) * size) : this.vertices,
    ));
  }

  // The key at or before `time`, and the fraction of the interval to the next key.
  locate(time) {
    return keysAround(this.times, time);
  }

  // The matrix from the stored vertices to the page's world. All samples of a picture ask for the same instant.
  matrix(time) {
    if (time !== this.matrixTime) [this.matrixTime, this.lastMatrix] = [time, this.matrixAt(time)];
    return this.lastMatrix;
  }

  matrixAt(time) {
    const { centre, unit } = this.scene;
    if (this.follows) return this.scene.paths.matrix(this.index, time);
    if (this.deforms) return placing([0, 0, 0, 1], this.scene.inside(this.origin), 1 / unit);
    const [before, after, fraction] = this.locate(time);
    const key = (index) => this.poses.subarray(7 * index, 7 * index + 7);
    const [from, to] = [key(before), key(after)];
    const turn = slerp(Array.from(from.subarray(0, 4)), Array.from(to.subarray(0, 4)), fraction);
    const move = mixed(Array.from(from.subarray(4)), Array.from(to.subarray(4)), fraction);
    const middle = add(subtract(move, centre), rotated(turn, this.origin));
    return placing(turn, scaled(middle, 1 / unit), 1 / unit);
  }

  // Writes the vertices of a deforming body at `time` into `target`.
  vertexFrame(time, target) {
    const [before, after, fraction] = this.locate(time);
    const size = 3 * this.vertexCount;
    const [from, to] = [before * size, after * size];
    for (let i = 0; i < size; i++) target[i] = mix(this.frames[from + i], this.frames[to + i], fraction);
    return target;
  }

  // The bounding box at `time`, in the coordinates of the stored vertices.
  boxAt(time) {
    if (!this.deforms) return this.box(0);
    const [before, after, fraction] = this.locate(time);
    const [from, to] = [this.box(before), this.box(after)];
    return [mixed(from[0], to[0], fraction), mixed(from[1], to[1], fraction)];
  }

  // The centre of the bounding box at `time`, in the page's world.
  middle(time) {
    const [low, high] = this.boxAt(time);
    return transformed(this.matrix(time), mixed(low, high, 0.5)).slice(0, 3);
  }

  // Whether any key differs from the first.
  travels() {
    if (this.follows) return this.scene.paths.travels(this.index);
    const keys = this.deforms ? this.frames : this.poses;
    const size = keys.length / this.times.length;
    return keys.some((value, index) => value !== keys[index % size]);
  }

  // A subset of the vertices at `time`, spread over the body.
  sample(time) {
    const matrix = this.matrix(time);
    const [before, after, fraction] = this.locate(time);
    const stride = Math.max(1, Math.floor(this.vertexCount / 80));
    const points = [];
    for (let vertex = 0; vertex < this.vertexCount; vertex += stride) {
      const from = (key) =>
        Array.from(
          this.frames.subarray(3 * (key * this.vertexCount + vertex), 3 * (key * this.vertexCount + vertex) + 3),
        );
      const local = this.deforms
        ? mixed(from(before), from(after), fraction)
        : Array.from(this.vertices.subarray(3 * vertex, 3 * vertex + 3));
      points.push(transformed(matrix, local).slice(0, 3));
    }
    return points;
  }

  // Places of an endless body around the other bodies, where its picture is not faded yet.
  foreground(time) {
    const matrix = this.matrix(time);
    const corner = (vertex) => Array.from(this.vertices.subarray(3 * vertex, 3 * vertex + 3));
    const places = [];
    for (let vertex = 0; vertex < this.vertexCount; vertex++) {
      const side = mixed(corner(vertex), corner((vertex + 1) % this.vertexCount), 0.5);
      for (const towards of [corner(vertex), side])
        if (length(towards) > 0) places.push(scaled(normalized(towards), 0.45 * this.fades));
    }
    return places.map((place) => transformed(matrix, place).slice(0, 3));
  }

  // The corners of the bounding box at `time`.
  outline(time) {
    const [low, high] = this.boxAt(time);
    const matrix = this.matrix(time);
    const corner = (index) => [0, 1, 2].map((axis) => ((index >> axis) & 1 ? high : low)[axis]);
    return [0, 1, 2, 3, 4, 5, 6, 7].map((index) => transformed(matrix, corner(index)).slice(0, 3));
  }
}

// The key at or before `time`, the next key, and the fraction of the interval between them.
function keysAround(times, time) {
  let [before, after] = [0, times.length - 1];
  while (after - before > 1) {
    const middle = (before + after) >> 1;
    if (times[middle] <= time) before = middle;
    else after = middle;
  }
  const gap = times[after] - times[before];
  return [before, after, gap > 0 ? clamp((time - times[before]) / gap, 0, 1) : 0];
}

// The bounding box of a flat list of coordinates.
function boxOf(coordinates) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < coordinates.length; i++) {
    low[i % 3] = Math.min(low[i % 3], coordinates[i]);
    high[i % 3] = Math.max(high[i % 3], coordinates[i]);
  }
  return [low, high];
}
