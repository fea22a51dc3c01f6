// The history of a simulation: impacts, lasting contacts with their tracks, energy.

// An event while it happens, and once it is over.
const EVENT_WORDS = {
  impact: (a, b) => `${a} hits ${b}`,
  slides: (a, b) => `${a} slides on ${b}`,
  rolls: (a, b) => `${a} rolls on ${b}`,
  leaves: (a, b) => `${a} leaves ${b}`,
};
const PAST_WORDS = {
  impact: (a, b, ago) => `${a} hit ${b} ${ago} ago`,
  leaves: (a, b, ago) => `${a} left ${b} ${ago} ago`,
};

class History {
  constructor(json, scene) {
    Object.assign(this, { scene, ending: json.ending, reason: json.reason, stats: json.stats });
    const named = (item) => scene.named(item);
    const numbers = (text) => new Float64Array(bytesOf(text));
    this.events = json.events.map((event, index) => ({
      ...named(event),
      index,
      instant: event.time[0],
      places: event.points.map((point) => scene.inside(point)),
    }));
    this.impacts = this.events.filter((event) => event.kind === "impact");
    this.tracks = json.tracks.map((track) => {
      const points = numbers(track.points);
      const times = numbers(track.times);
      const places = Array.from(times, (_, key) => scene.inside(Array.from(points.subarray(3 * key, 3 * key + 3))));
      return { ...named(track), from: track.span[0], until: track.span[1], times, places };
    });
    this.flash = 0.45 * playbackRate(scene, null); // how long an event is shown, in seconds of the scene
    this.energy = new Energy(...["times", "kinetic", "potential"].map((name) => numbers(json.energy[name])));
  }

  // The report of a page without a query: it claims nothing.
  report() {
    const { scene, ending, stats } = this;
    return { verdict: ending, evidence: "", clearUntil: scene.end, time: null, contacts: [], clearance: null, stats };
  }

  // Contacts in progress at `time`.
  lasting(time) {
    return this.tracks.filter((track) => track.from <= time && time <= track.until && track.times.length > 0);
  }

  // The last event in [time - within, time]. Impacts take precedence over the events that they cause.
  recent(time, within) {
    const past = (event) => event.instant <= time && time - event.instant <= within;
    return this.impacts.findLast(past) ?? this.events.findLast(past) ?? null;
  }

  // What happens at `time`: an event at this instant, one that was just before, or a contact that lasts.
  phase(time) {
    const event = this.recent(time, this.flash);
    if (event && time <= event.time[1]) return EVENT_WORDS[event.kind](event.a, event.b);
    const past = event && PAST_WORDS[event.kind];
    if (past) return past(event.a, event.b, quantity(time - event.instant, "s", 2));
    const [track, ...more] = this.lasting(time);
    if (!track) return "";
    return EVENT_WORDS[track.mode](track.a, track.b) + (more.length ? `, and ${more.length} more` : "");
  }

  // The first event after `time`, or the first of all after the last one.
  next(time) {
    return this.events.find((event) => event.instant > time) ?? this.events[0] ?? null;
  }

  // Dots to draw at `time`: impacts, for `flash` seconds each, and contacts in progress.
  dots(time, flash) {
    const dots = [];
    for (const track of this.lasting(time)) dots.push({ place: pointOfTrack(track, time), strength: 1, growth: 0 });
    for (const event of this.impacts) {
      const age = (time - event.instant) / flash;
      if (age < 0 || age >= 1) continue;
      for (const place of event.places) dots.push({ place, strength: 1 - age * age, growth: age });
    }
    return dots;
  }
}

function pointOfTrack({ times, places }, time) {
  const [before, after, fraction] = keysAround(times, time);
  return mixed(places[before], places[after], fraction);
}

// Energy at the ends of steps. The plot counts potential energy from its minimum.
class Energy {
  constructor(times, kinetic, potential) {
    Object.assign(this, { times, kinetic });
    const least = potential.reduce((low, value) => Math.min(low, value), Infinity);
    this.least = Number.isFinite(least) ? least : 0;
    this.potential = potential.map((value) => value - this.least);
    this.total = kinetic.map((value, index) => value + this.potential[index]);
    this.most = this.total.reduce((high, value) => Math.max(high, value), 0);
  }

  // Potential energy is relative to the origin here, as in the result file.
  get start() {
    return (this.total[0] ?? 0) + this.least;
  }

  get end() {
    return (this.total[this.total.length - 1] ?? 0) + this.least;
  }

  // The greatest change from the start, with its sign.
  get change() {
    return this.total.reduce((most, value) => {
      const change = value - this.total[0];
      return Math.abs(change) > Math.abs(most) ? change : most;
    }, 0);
  }

}

// The energy plot in the panel. A click calls `seek` with its time.
class EnergyPlot {
  constructor(scene, seek) {
    const { history } = scene;
    byId("energy-section").hidden = !history || history.energy.times.length < 2;
    if (byId("energy-section").hidden) return;
    const { energy } = history;
    this.plot = new TimePlot(byId("energy-plot"), scene, seek);
    for (const name of ["kinetic", "potential", "total"])
      byId(`energy-${name}`).setAttribute("d", this.plot.line(energy.times, energy[name], energy.most));
    const { height } = this.plot;
    const ticks = history.impacts.map((event) => `M${this.plot.x(event.instant)} ${height}V${height - 7}`);
    byId("energy-impacts").setAttribute("d", ticks.join(""));
    byId("energy-most").textContent = quantity(energy.most, "J");
  }

  show(time) {
    if (this.plot) byId("energy-now").setAttribute("d", this.plot.upright(time));
  }
}

// The GPU buffers of the contact tracks.
class TrailDrawing {
  constructor(gl, history) {
    this.trails = history.tracks.filter((track) => track.places.length > 1).map((track) => trailOf(gl, track));
    this.places = bufferOf(gl, new Float32Array(4));
    this.dots = vertexArray(gl, [[0, 4, this.places, true]]);
  }

  // Paths up to now: a white line with a dark rim, fading with age.
  drawTrails(renderer, view) {
    const { gl, programs, target, pixel } = renderer;
    const viewProjection = multiplied(renderer.projection, renderer.view);
    const common = { viewProjection, size: [target.width, target.height], stride: 0, lift: 1.5e-4, dashed: 0 };
    const drawn = this.trails.filter((trail) => trail.from <= view.time);
    for (const [width, color] of [
      [4.2, [0.06, 0.07, 0.1, 0.45]],
      [2, [1, 1, 1, 1]],
    ]) {
      for (const trail of drawn) {
        const head = view.time - trail.from;
        programs.ribbon.use({ ...common, width: width * pixel, color, head, fade: view.fade });
        gl.bindVertexArray(trail.array);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, trail.count);
      }
    }
  }

  drawDots(renderer, view) {
    const { gl, programs, projection, target, pixel } = renderer;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(this.dots);
    const size = [target.width, target.height];
    const draw = (dots, strength, growth) => {
      if (dots.length === 0) return;
      const seen = dots.flatMap(({ place }) => [...transformed(renderer.view, place).slice(0, 3), growth > 0 ? 1 : 0]);
      refill(gl, this.places, new Float32Array(seen));
      const radius = 5 * (1 + 1.1 * growth) * pixel;
      const shown = strength * view.dotStrength;
      programs.dot.use({ projection, size, radius, strength: shown, accent: view.theme.accent, fill: DOT_FILL });
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, dots.length);
    };
    // Contacts in progress are all alike; each impact has its own size.
    draw(
      view.dots.filter((dot) => dot.growth === 0),
      1,
      0,
    );
    for (const dot of view.dots) if (dot.growth > 0) draw([dot], dot.strength, dot.growth);
  }
}

function trailOf(gl, { places, times, from }) {
  const [starts, ends, along] = [[], [], []];
  for (let key = 1; key < places.length; key++) {
    starts.push(...places[key - 1]);
    ends.push(...places[key]);
    along.push(times[key] - from);
  }
  const buffers = [starts, ends, along].map((list) => bufferOf(gl, new Float32Array(list)));
  const array = vertexArray(gl, [
    [0, 3, buffers[0], true],
    [1, 3, buffers[1], true],
    [2, 1, buffers[2], true],
  ]);
  return { array, count: places.length - 1, from };
}
