// The forces of contacts in a simulation: arrows in the picture, the force between two bodies over time in the panel.

const LONGEST_FORCE = 90; // page pixels: the arrow of the greatest force
const LEAST_FORCE = 0.01; // of the greatest: smaller forces have no arrow
const PLOTTED_FORCES = 400; // instants of the plot
const MOST_FORCE_PAIRS = 500; // in the list

class Forces {
  constructor(json, scene, numbers) {
    this.tracks = json.map((track) => {
      const [times, points, forces] = ["times", "points", "forces"].map((name) => numbers(track[name]));
      const vector = (list, key) => Array.from(list.subarray(3 * key, 3 * key + 3));
      const all = (list, of) => Array.from(times, (_, key) => of(vector(list, key)));
      const places = all(points, (point) => scene.inside(point));
      const { a, b, span } = track;
      return { a, b, from: span[0], until: span[1], times, places, forces: all(forces, (force) => force) };
    });
    this.tracks = this.tracks.filter((track) => track.times.length > 0);
    const greatest = (track) => track.forces.reduce((most, force) => Math.max(most, length(force)), 0);
    this.most = this.tracks.reduce((most, track) => Math.max(most, greatest(track)), 0);
  }

  // The forces that act at `time`: where, and on the first body.
  at(time) {
    const acting = this.tracks.filter((track) => track.from <= time && time <= track.until);
    return acting.map((track) => forceOf(track, time));
  }

  // The pairs of bodies with forces between them, those of the greatest impulse first, each with its tracks.
  get pairs() {
    const pairs = new Map();
    for (const track of this.tracks) {
      const name = `${track.a} · ${track.b}`;
      if (!pairs.has(name)) pairs.set(name, { name, tracks: [], impulse: 0 });
      const pair = pairs.get(name);
      pair.tracks.push(track);
      pair.impulse += (track.until - track.from) * length(track.forces[0]);
    }
    return Array.from(pairs.values()).sort((one, other) => other.impulse - one.impulse);
  }
}

// Place and force of a track at an instant.
function forceOf({ times, places, forces }, time) {
  const [before, after, fraction] = keysAround(times, time);
  const between = (list) => mixed(list[before], list[after], fraction);
  return { place: between(places), force: between(forces) };
}

// The magnitude of the sum of all forces between two bodies at an instant.
function forceBetween(tracks, time) {
  const acting = tracks.filter((track) => track.from <= time && time <= track.until);
  return length(acting.reduce((sum, track) => add(sum, forceOf(track, time).force), [0, 0, 0]));
}

// The plot of the force between two bodies, which a list chooses. A press calls `seek` with its time.
class ForcePlot {
  constructor(scene, seek) {
    const pairs = scene.history?.forces.pairs ?? [];
    byId("force-section").hidden = pairs.length === 0;
    if (pairs.length === 0) return;
    this.scene = scene;
    this.pairs = pairs.slice(0, MOST_FORCE_PAIRS);
    this.plot = new TimePlot(byId("force-plot"), scene, seek);
    this.list = byId("force-pair");
    this.list.replaceChildren(
      ...this.pairs.map(({ name }, index) => {
        const option = document.createElement("option");
        return Object.assign(option, { value: index, textContent: name });
      }),
    );
    this.list.addEventListener("change", () => this.choose(Number(this.list.value)));
    this.choose(0);
  }

  // Draws the force of a pair. Instants just before and after a contact make its ends upright.
  choose(index) {
    const { scene, plot } = this;
    this.pair = this.pairs[index];
    const { tracks } = this.pair;
    const instant = (_, k) => scene.start + (scene.duration * k) / PLOTTED_FORCES;
    const even = Array.from({ length: PLOTTED_FORCES + 1 }, instant);
    const apart = 1e-9 * scene.duration;
    const around = ({ from, until }) => [from - apart, from, until, until + apart];
    const ends = tracks.slice(0, PLOTTED_FORCES).flatMap(around);
    const times = [...even, ...ends.filter((time) => scene.start <= time && time <= scene.end)].sort((a, b) => a - b);
    const values = times.map((time) => forceBetween(tracks, time));
    const most = values.reduce((high, value) => Math.max(high, value), 0);
    byId("force-line").setAttribute("d", plot.line(times, values, most));
    byId("force-most").textContent = `up to ${quantity(most, "N")}`;
    this.show(this.time ?? scene.start);
  }

  show(time) {
    if (!this.plot) return;
    this.time = time;
    byId("force-now").setAttribute("d", this.plot.upright(time));
    byId("force-value").textContent = quantity(forceBetween(this.pair.tracks, time), "N");
  }
}

// The arrows of the forces: as long as the force, that of the greatest force `LONGEST_FORCE` pixels.
class ForceDrawing {
  constructor(gl, forces) {
    const arrow = arrowMesh();
    this.forces = forces;
    this.count = arrow.positions.length / 3;
    const [positions, normals] = [bufferOf(gl, arrow.positions), bufferOf(gl, arrow.normals)];
    [this.feet, this.directions] = [bufferOf(gl, new Float32Array(4)), bufferOf(gl, new Float32Array(4))];
    this.arrows = vertexArray(gl, [
      [0, 3, positions],
      [1, 3, normals],
      [2, 3, this.feet, true],
      [3, 3, this.directions, true],
    ]);
  }

  draw(renderer, view) {
    const { gl, programs, projection, canvas } = renderer;
    const { most } = this.forces;
    const drawn = this.forces.at(view.time).filter(({ force }) => length(force) > LEAST_FORCE * most);
    if (drawn.length === 0) return;
    const reach = (2 * view.camera.halfTangent * LONGEST_FORCE) / canvas.clientHeight;
    const turned = (vector) =>
      [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + renderer.view[4 * k + row] * vector[k], 0));
    const foot = ({ place }) => transformed(renderer.view, place).slice(0, 3);
    refill(gl, this.feet, new Float32Array(drawn.flatMap(foot)));
    refill(gl, this.directions, new Float32Array(drawn.flatMap(({ force }) => turned(scaled(force, 1 / most)))));
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    programs.arrow.use({ projection, reach, color: view.theme.accent, strength: 1 });
    // The arrows occlude each other, but nothing else occludes them.
    gl.enable(gl.DEPTH_TEST);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.bindVertexArray(this.arrows);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, this.count, drawn.length);
  }
}
