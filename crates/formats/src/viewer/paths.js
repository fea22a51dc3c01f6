// The motions of a simulation: bent keys, closed forms between few poses (the crate's documentation describes them).
// Between two keys the pivot of a body moves on a parabola, and the body turns at a constant rate about it. All bodies
// are evaluated in one loop over typed arrays: ten thousand of them take a few milliseconds.

class Paths {
  constructor(json, scene) {
    const counts = codesOf(json.counts);
    const times = codesOf(json.times);
    Object.assign(this, { scene, bodies: counts.length, time: NaN });
    this.first = new Uint32Array(counts.length + 1);
    counts.forEach((count, body) => (this.first[body + 1] = this.first[body] + count));
    this.times = new Float64Array(times.length);
    // Places and bends in the page's units, relative to the centre of the scene.
    this.places = this.sums(json.places, 3, 1 / scene.unit);
    this.bends = this.sums(json.bends, 3, 1 / scene.unit);
    this.turns = this.sums(json.turns, 4, 1);
    for (let body = 0; body < this.bodies; body++) {
      let ticks = 0;
      for (let key = this.first[body]; key < this.first[body + 1]; key++)
        this.times[key] = scene.start + json.tick * (ticks += times[key]);
    }
    this.pivots = new Map(json.pivots);
    this.current = this.first.slice(0, this.bodies); // the last key used of each body: time mostly goes on
    this.offsets = new Float64Array(3 * this.bodies); // from the pivot to the origin of the mesh, in the body's frame
    this.poses = new Float64Array(7 * this.bodies); // the origin of the mesh, and the orientation
  }

  // Numbers, `size` for each key: as they are, or the sums of packed differences, each body from zero.
  sums(array, size, factor) {
    if (array.exact) return new Float64Array(bytesOf(array.exact)).map((value) => value * factor);
    const codes = codesOf(array);
    const values = new Float64Array(codes.length);
    const scale = array.step * factor;
    const sum = new Int32Array(size);
    for (let body = 0; body < this.bodies; body++) {
      sum.fill(0);
      for (let i = size * this.first[body]; i < size * this.first[body + 1]; i++) {
        const place = i % size;
        sum[place] += (codes[i] >>> 1) ^ -(codes[i] & 1);
        values[i] = sum[place] * scale;
      }
    }
    return values;
  }

  // Tells where the origin of the mesh of a body is, in the body's frame, in metres.
  setOrigin(body, origin) {
    const from = this.pivots.get(body) ?? [0, 0, 0];
    for (let axis = 0; axis < 3; axis++)
      this.offsets[3 * body + axis] = (origin[axis] - from[axis]) / this.scene.unit;
  }

  // Whether any key differs from the first.
  travels(body) {
    const [from, to] = [this.first[body], this.first[body + 1]];
    const differs = (values, size) => {
      for (let i = size * from; i < size * to; i++)
        if (values[i] !== values[size * from + ((i - size * from) % size)]) return true;
      return false;
    };
    return differs(this.places, 3) || differs(this.turns, 4) || this.bends.subarray(3 * from, 3 * to).some(Boolean);
  }

  // The last key of a body at or before `time`.
  key(body, time) {
    const { times, first, current } = this;
    let key = current[body];
    if (times[key] <= time && (key + 1 >= first[body + 1] || time < times[key + 1])) return key;
    let [low, high] = [first[body], first[body + 1]];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle;
      else high = middle;
    }
    current[body] = low;
    return low;
  }

  // All poses at `time`, in `poses`.
  moveTo(time) {
    if (time === this.time) return;
    this.time = time;
    for (let body = 0; body < this.bodies; body++) if (this.first[body] < this.first[body + 1]) this.pose(body, time);
  }

  // The pose of a body at `time`: writes seven numbers into `poses`.
  pose(body, time) {
    const { times, places, bends, turns, poses, offsets } = this;
    const key = this.key(body, time);
    const next = key + 1 < this.first[body + 1] ? key + 1 : key;
    const gap = times[next] - times[key];
    const s = gap > 0 ? Math.min(1, Math.max(0, (time - times[key]) / gap)) : 0;
    const [p, q, a, b] = [3 * key, 3 * next, 4 * key, 4 * next];
    // On the shorter arc, at a constant rate.
    let cosine = turns[a] * turns[b] + turns[a + 1] * turns[b + 1] + turns[a + 2] * turns[b + 2];
    cosine += turns[a + 3] * turns[b + 3];
    const sign = cosine < 0 ? -1 : 1;
    let [from, to] = [1 - s, s];
    if (cosine * sign < 0.9999995) {
      const angle = Math.acos(Math.min(1, cosine * sign));
      const sine = Math.sin(angle);
      [from, to] = [Math.sin(from * angle) / sine, Math.sin(to * angle) / sine];
    }
    to *= sign;
    let x = from * turns[a] + to * turns[b];
    let y = from * turns[a + 1] + to * turns[b + 1];
    let z = from * turns[a + 2] + to * turns[b + 2];
    let w = from * turns[a + 3] + to * turns[b + 3];
    const shrink = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
    [x, y, z, w] = [x * shrink, y * shrink, z * shrink, w * shrink];
    // The offset, turned: v + 2·w·(u×v) + 2·u×(u×v).
    const [ox, oy, oz] = [offsets[3 * body], offsets[3 * body + 1], offsets[3 * body + 2]];
    const [cx, cy, cz] = [2 * (y * oz - z * oy), 2 * (z * ox - x * oz), 2 * (x * oy - y * ox)];
    const bent = 4 * s * (1 - s);
    const at = 7 * body;
    poses[at] = places[p] + (places[q] - places[p]) * s - bent * bends[p] + ox + w * cx + y * cz - z * cy;
    poses[at + 1] =
      places[p + 1] + (places[q + 1] - places[p + 1]) * s - bent * bends[p + 1] + oy + w * cy + z * cx - x * cz;
    poses[at + 2] =
      places[p + 2] + (places[q + 2] - places[p + 2]) * s - bent * bends[p + 2] + oz + w * cz + x * cy - y * cx;
    poses[at + 3] = x;
    poses[at + 4] = y;
    poses[at + 5] = z;
    poses[at + 6] = w;
  }

  // The matrix of a body at `time`, from the stored vertices to the page's world.
  matrix(body, time) {
    const last = this.time;
    this.pose(body, time);
    const pose = this.poses.slice(7 * body, 7 * body + 7);
    // The other poses are those of another instant.
    if (time !== last) this.time = NaN;
    return placing(Array.from(pose.subarray(3)), Array.from(pose.subarray(0, 3)), 1 / this.scene.unit);
  }

  // Writes the matrices of bodies at the instant of `moveTo` into `numbers`, every `stride` numbers; times `view` if it
  // is given.
  write(bodies, view, numbers, stride) {
    const { poses } = this;
    const scale = 1 / this.scene.unit;
    const m = view ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    for (let i = 0, at = 0; i < bodies.length; i++, at += stride) {
      const pose = 7 * bodies[i];
      const [x, y, z, w] = [poses[pose + 3], poses[pose + 4], poses[pose + 5], poses[pose + 6]];
      for (let column = 0; column < 4; column++) {
        let [a, b, c] = [poses[pose], poses[pose + 1], poses[pose + 2]];
        if (column === 0) [a, b, c] = [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)];
        else if (column === 1) [a, b, c] = [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)];
        else if (column === 2) [a, b, c] = [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)];
        const [size, last] = column === 3 ? [1, 1] : [scale, 0];
        const out = at + 4 * column;
        numbers[out] = size * (m[0] * a + m[4] * b + m[8] * c) + last * m[12];
        numbers[out + 1] = size * (m[1] * a + m[5] * b + m[9] * c) + last * m[13];
        numbers[out + 2] = size * (m[2] * a + m[6] * b + m[10] * c) + last * m[14];
        numbers[out + 3] = last;
      }
    }
  }
}
