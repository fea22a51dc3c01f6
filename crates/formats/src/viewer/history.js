// The history of a simulation: impacts, lasting contacts with their tracks, energy.

// An event while it happens, and once it is over.
const EVENT_WORDS = {
  impact: (a, b) => `${a} hits ${b}`,
  slides: (a, b) => `${a} slides on ${b}`,
  rolls: (a, b) => `${a} rolls on ${b}`,
  leaves: (a, b) => `${a} leaves ${b}`,
  rests: (a, b) => `${a} rests on ${b}`,
};
const PAST_WORDS = {
  impact: (a, b, ago) => `${a} hit ${b} ${ago} ago`,
  leaves: (a, b, ago) => `${a} left ${b} ${ago} ago`,
};

const EVENT_KINDS = ["impact", "slides", "rolls", "leaves", "rests"];
const MOST_MARKS = 400; // marks on the bar: about one for two pixels
const MOST_FLASHES = 120; // impacts that flash at once, the latest
const MANY_DOTS = 24; // beyond, dots are small and drawn together
const DOT_AGES = 4;
const MOST_LOOKED = 2000; // events before an instant that are searched for the last impact

class History {
  constructor(json, scene) {
    const { ending, reason, stats, counts, crowding, conservation, eventCount } = json;
    Object.assign(this, { scene, ending, reason, stats, counts, crowding, conservation, eventCount });
    const named = (item) => scene.named(item);
    const numbers = (text) => new Float64Array(bytesOf(text));
    this.readEvents(json.events);
    this.tracks = json.tracks.map((track) => {
      const points = numbers(track.points);
      const times = numbers(track.times);
      const places = Array.from(times, (_, key) => scene.inside(Array.from(points.subarray(3 * key, 3 * key + 3))));
      return { ...named(track), from: track.span[0], until: track.span[1], times, places };
    });
    this.flash = 0.45 * playbackRate(scene, null); // how long an event is shown, in seconds of the scene
    this.energy = new Energy(json.energy, numbers);
    this.forces = new Forces(json.forces ?? [], scene, numbers);
  }

  // The events stay in typed arrays: an object is made of one when it is shown.
  readEvents(json) {
    const { scene } = this;
    const [from, width] = [codesOf(json.from), codesOf(json.width)];
    this.count = json.count;
    this.kinds = codesOf(json.kinds);
    this.bodies = [codesOf(json.a), codesOf(json.b)];
    this.impulses = new Float32Array(codesOf(json.impulses).map((bits) => bits << 8).buffer);
    this.instants = new Float64Array(json.count);
    this.ends = new Float64Array(json.count);
    this.firstPoint = new Uint32Array(json.count + 1);
    const pointCounts = codesOf(json.pointCounts);
    for (let event = 0, ticks = 0; event < json.count; event++) {
      ticks += from[event];
      this.instants[event] = scene.start + json.tick * ticks;
      this.ends[event] = scene.start + json.tick * (ticks + width[event]);
      this.firstPoint[event + 1] = this.firstPoint[event] + pointCounts[event];
    }
    const { exact, step } = json.points;
    this.points = exact !== undefined
      ? new Float64Array(bytesOf(exact)).map((value) => value / scene.unit)
      : Float64Array.from(codesOf(json.points), (code) => ((code >>> 1) ^ -(code & 1)) * (step / scene.unit));
  }

  // An event by its number.
  event(index) {
    const { scene } = this;
    const [bodyA, bodyB] = this.bodies.map((list) => (list[index] < scene.bodies.length ? list[index] : -1));
    const name = (body) => scene.bodies[body]?.name ?? "a body";
    return {
      index,
      kind: EVENT_KINDS[this.kinds[index]],
      bodyA,
      bodyB,
      a: name(bodyA),
      b: name(bodyB),
      instant: this.instants[index],
      time: [this.instants[index], this.ends[index]],
      impulse: this.impulses[index],
    };
  }

  // The points of an event, in the page's units.
  places(index) {
    const places = [];
    for (let point = this.firstPoint[index]; point < this.firstPoint[index + 1]; point++)
      places.push(Array.from(this.points.subarray(3 * point, 3 * point + 3)));
    return places;
  }

  // The number of events at or before `time`.
  until(time) {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.instants[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low;
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
    const last = this.until(time) - 1;
    if (last < 0 || time - this.instants[last] > within) return null;
    for (let index = last; index >= 0 && index > last - MOST_LOOKED; index--) {
      if (time - this.instants[index] > within) break;
      if (this.kinds[index] === 0) return this.event(index);
    }
    return this.event(last);
  }

  // What happens at `time`: an event at this instant, one that was just before, or a contact that lasts.
  phase(time) {
    const event = this.recent(time, this.flash);
    if (event && time <= event.time[1]) return EVENT_WORDS[event.kind](event.a, event.b);
    const past = event && PAST_WORDS[event.kind];
    if (past) return past(event.a, event.b, quantity(time - event.instant, "s"));
    const [track, ...more] = this.lasting(time);
    if (!track) return "";
    return EVENT_WORDS[track.mode](track.a, track.b) + (more.length ? `, and ${more.length} more` : "");
  }

  // The first event after `time`, or the first of all after the last one.
  next(time) {
    if (this.count === 0) return null;
    return this.event(this.until(time) % this.count);
  }

  // Dots to draw at `time`: impacts, for `flash` seconds each, and contacts in progress.
  dots(time, flash) {
    const dots = [];
    for (const track of this.lasting(time)) dots.push({ place: pointOfTrack(track, time), strength: 1, growth: 0 });
    const flashes = [];
    for (let index = this.until(time) - 1; index >= 0 && flashes.length < MOST_FLASHES; index--) {
      const age = (time - this.instants[index]) / flash;
      if (!(age < 1)) break;
      if (this.kinds[index] !== 0) continue;
      for (const place of this.places(index)) flashes.push({ place, strength: 1 - age * age, growth: age });
    }
    return dots.concat(flashes.reverse());
  }

  // The events as marks on the bar. Of many, one for each of many equal parts of the span, as high as there are events
  // in it: `share` is 1 for the part with the most.
  get marks() {
    const all = Array.from({ length: Math.min(this.count, MOST_MARKS) }, (_, index) => index);
    if (this.count <= MOST_MARKS) return all.map((index) => this.event(index));
    const [first, counts] = [new Int32Array(MOST_MARKS).fill(-1), new Uint32Array(MOST_MARKS)];
    for (let index = 0; index < this.count; index++) {
      const fraction = (this.instants[index] - this.scene.start) / (this.scene.duration || 1);
      const part = Math.min(MOST_MARKS - 1, Math.floor(fraction * MOST_MARKS));
      if (counts[part]++ === 0) first[part] = index;
    }
    const most = counts.reduce((high, value) => Math.max(high, value), 1);
    const parts = Array.from(first.keys()).filter((part) => counts[part] > 0);
    return parts.map((part) => ({ ...this.event(first[part]), kind: "many", share: counts[part] / most }));
  }
}

function pointOfTrack({ times, places }, time) {
  const [before, after, fraction] = keysAround(times, time);
  return mixed(places[before], places[after], fraction);
}

// Energy over time, thinned if there are many instants. The plot counts potential energy from its minimum. The numbers
// that the panel tells are those of the result: `start`, `end` and `change`.
class Energy {
  constructor(json, numbers) {
    const [times, kinetic, potential] = ["times", "kinetic", "potential"].map((name) => numbers(json[name]));
    Object.assign(this, { times, kinetic, start: json.start ?? 0, end: json.end ?? 0, change: json.change });
    const least = potential.reduce((low, value) => Math.min(low, value), Infinity);
    this.least = Number.isFinite(least) ? least : 0;
    this.potential = potential.map((value) => value - this.least);
    this.total = kinetic.map((value, index) => value + this.potential[index]);
    this.most = this.total.reduce((high, value) => Math.max(high, value), 0);
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
    // So many that they would fill the border say nothing.
    const impacts = history.count > MOST_MARKS ? [] : history.marks.filter((event) => event.kind === "impact");
    const ticks = impacts.map((event) => `M${this.plot.x(event.instant)} ${height}V${height - 7}`);
    byId("energy-impacts").setAttribute("d", ticks.join(""));
    byId("energy-most").textContent = quantity(energy.most, "J");
  }

  show(time) {
    if (this.plot) byId("energy-now").setAttribute("d", this.plot.upright(time));
  }
}

const MOST_TRAILS = 200; // trails that are drawn at once, the latest

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
    const drawn = this.trails.filter((trail) => trail.from <= view.time).slice(-MOST_TRAILS);
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
      const radius = (view.dots.length > MANY_DOTS ? 2.6 : 5) * (1 + 1.1 * growth) * pixel;
      const shown = strength * view.dotStrength;
      programs.dot.use({ projection, size, radius, strength: shown, accent: view.theme.accent, fill: DOT_FILL });
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, dots.length);
    };
    // Contacts in progress are all alike. Few impacts have each their own size, many a size for each of a few ages.
    draw(
      view.dots.filter((dot) => dot.growth === 0),
      1,
      0,
    );
    const impacts = view.dots.filter((dot) => dot.growth > 0);
    if (impacts.length <= MANY_DOTS) {
      for (const dot of impacts) draw([dot], dot.strength, dot.growth);
      return;
    }
    for (let age = 0; age < DOT_AGES; age++) {
      const middle = (age + 0.5) / DOT_AGES;
      const alike = impacts.filter((dot) => Math.min(DOT_AGES - 1, Math.floor(dot.growth * DOT_AGES)) === age);
      draw(alike, 1 - middle * middle, middle);
    }
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
