// Measurements: the distance of each pair over time, and the segment between its closest points.

class Measures {
  constructor(json, scene) {
    const { question, span, verdict, evidence, farther, stats } = json;
    Object.assign(this, { scene, question, span, verdict, evidence, farther, stats });
    this.pairs = json.pairs.map((pair, index) => this.pair(pair, index));
    // The bar marks the instants of the pairs that the plot shows.
    const instants = new Set(this.pairs.filter((pair) => pair.curve).map(({ at }) => at));
    this.events = Array.from(instants, (instant) => ({ instant, kind: "closest" }));
  }

  pair(json, index) {
    const { scene } = this;
    const body = (name) => scene.bodies.findIndex((candidate) => candidate.name === name);
    const places = (json.penetration ?? json).points.map((point) => scene.inside(point));
    const place = mixed(places[0], places[1], 0.5);
    const curve = json.curve && new DistanceCurve(json.curve, scene);
    const line = (bytes) => {
      const numbers = new Float64Array(bytesOf(bytes));
      const point = (k) => Array.from(numbers.subarray(3 * k, 3 * k + 3));
      return Array.from({ length: numbers.length / 3 }, (_, k) => scene.inside(point(k)));
    };
    const lines = json.meeting?.lines.map(line) ?? [];
    return { ...json, index, bodyA: body(json.a), bodyB: body(json.b), places, place, curve, lines };
  }

  // The curves in which the surfaces of the pair in focus meet, at the instant for which they are known.
  lines(selected, time) {
    const focus = this.focus(selected);
    return focus && focus.at === time ? focus.lines : [];
  }

  // The report of a page without a query for contact.
  report() {
    const { scene, verdict, evidence, stats } = this;
    const none = { time: null, contacts: [], clearance: null };
    return { verdict, evidence, clearUntil: scene.end, complete: true, stats, ...none };
  }

  // The pair that the plot and the picture show: the selected one, or the nearest.
  focus(selected) {
    return this.pairs[selected ?? 0] ?? null;
  }

  // What is known about the instant.
  phase(time) {
    if (!this.pairs.some((pair) => pair.at === time)) return "";
    return this.question === "span" ? "closest approach" : "measured";
  }

  // The segments to draw at `time`: that of the pair in focus last, on top.
  segments(selected, time) {
    const focus = this.focus(selected);
    return this.pairs
      .filter((pair) => pair === focus || pair.curve)
      .map((pair) => ({ places: this.segment(pair, time), strength: 1, focus: pair === focus }))
      .filter(({ places }) => places)
      .sort((one, other) => one.focus - other.focus);
  }

  // The closest points of a pair, in the page's units; null if they are not known at this time.
  segment(pair, time) {
    if (time === pair.at) return pair.places;
    return pair.curve?.places(time) ?? null;
  }
}

// The distance of a pair over time: measured at instants, bounded between them.
class DistanceCurve {
  constructor(json, scene) {
    this.scene = scene;
    this.evidence = json.evidence;
    for (const name of ["times", "atMost", "atLeast", "closest"])
      this[name] = new Float64Array(bytesOf(json[name]));
    this.most = this.atMost.reduce((high, value) => Math.max(high, value), 0);
  }

  // The distance at `time`, interpolated between the instants that were measured.
  at(time) {
    const [before, after, fraction] = keysAround(this.times, time);
    return mix(this.atMost[before], this.atMost[after], fraction);
  }

  // The bound at `time`. At an instant that was measured, the bounds of both sides hold.
  boundAt(time) {
    const [before, , fraction] = keysAround(this.times, time);
    const piece = Math.min(before, this.atLeast.length - 1);
    return fraction === 0 && piece > 0 ? Math.max(this.atLeast[piece - 1], this.atLeast[piece]) : this.atLeast[piece];
  }

  places(time) {
    const [before, after, fraction] = keysAround(this.times, time);
    const point = (key, from) => Array.from(this.closest.subarray(6 * key + from, 6 * key + from + 3));
    return [0, 3].map((from) => this.scene.inside(mixed(point(before, from), point(after, from), fraction)));
  }
}

// The plot of the distances in the panel: the line of one pair and its bound, the others behind it.
class DistancePlot {
  constructor(scene, seek) {
    this.measures = scene.measures;
    const curves = scene.measures?.pairs.filter((pair) => pair.curve) ?? [];
    byId("distance-section").hidden = curves.length === 0;
    if (curves.length === 0) return;
    this.curves = curves;
    this.plot = new TimePlot(byId("distance-plot"), scene, seek);
    byId("distance-start").textContent = `${figure(scene.start)} s`;
    byId("distance-end").textContent = `${figure(scene.end)} s`;
  }

  // Draws the lines for the pair in focus.
  choose(selected) {
    if (!this.curves) return;
    const { plot, curves } = this;
    const focus = this.measures.focus(selected);
    this.pair = focus?.curve ? focus : curves[0];
    const { curve } = this.pair;
    const most = curve.most || Math.max(...curves.map((pair) => pair.curve.most));
    const others = curves.filter((pair) => pair !== this.pair);
    const line = (pair) => plot.line(pair.curve.times, pair.curve.atMost, most);
    byId("distance-others").setAttribute("d", others.map(line).join(""));
    byId("distance-most").setAttribute("d", line(this.pair));
    byId("distance-least").setAttribute("d", plot.area(curve.times, curve.atLeast, most));
    byId("distance-at").setAttribute("d", plot.upright(this.pair.at));
    byId("distance-pair").textContent = `${this.pair.a} · ${this.pair.b}`;
    byId("distance-top").textContent = quantity(most, "m");
    const sure = { proved: "proved", computed: "computed" }[curve.evidence] ?? curve.evidence;
    byId("distance-bound-name").textContent = `never closer, ${sure}`;
    byId("distance-other-name").hidden = others.length === 0;
  }

  show(time, selected) {
    if (!this.curves) return;
    if (!this.pair || selected !== this.selected) this.choose(selected);
    this.selected = selected;
    byId("distance-now").setAttribute("d", this.plot.upright(time));
    const { curve } = this.pair;
    byId("distance-value").textContent = quantity(curve.at(time), "m");
    byId("distance-bound").textContent = `at least ${lengthBelow(curve.boundAt(time))}`;
  }
}

// The segments between closest points, seen through the bodies: that of the pair in focus with its ends, the others
// fainter. Their places relative to the camera are computed in double precision, every frame.
class SegmentDrawing {
  constructor(gl) {
    const [from, to, along] = [3, 3, 1].map((size) => bufferOf(gl, new Float32Array(size)));
    Object.assign(this, { from, to, along, ends: bufferOf(gl, new Float32Array(8)) });
    this.line = vertexArray(gl, [
      [0, 3, from, true],
      [1, 3, to, true],
      [2, 1, along, true],
    ]);
    this.dots = vertexArray(gl, [[0, 4, this.ends, true]]);
  }

  draw(renderer, view) {
    const { gl } = renderer;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.DEPTH_TEST);
    for (const line of view.lines) this.drawPolyline(renderer, view, line);
    for (const { places, strength, focus } of view.segments) {
      const seen = places.map((place) => transformed(renderer.view, place).slice(0, 3));
      this.drawLine(renderer, view, seen, focus, strength);
      if (focus) this.drawEnds(renderer, view, seen, { strength });
    }
  }

  drawLine({ gl, programs, projection, target, pixel }, view, [from, to], chosen, strength = 1) {
    refill(gl, this.from, new Float32Array(from));
    refill(gl, this.to, new Float32Array(to));
    const count = from.length / 3;
    refill(gl, this.along, new Float32Array(count));
    const common = { viewProjection: projection, size: [target.width, target.height], stride: 0, lift: 0, dashed: 0 };
    const strokes = chosen
      ? [
          [5.4, [0.06, 0.07, 0.1, 0.55 * strength]],
          [2.6, [...view.theme.accent, strength]],
        ]
      : [[1.4, [...view.theme.accent, 0.4 * strength]]];
    gl.bindVertexArray(this.line);
    for (const [width, color] of strokes) {
      programs.ribbon.use({ ...common, width: width * pixel, color, head: 0, fade: 1 });
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    }
  }

  drawPolyline(renderer, view, line) {
    const seen = line.map((place) => transformed(renderer.view, place).slice(0, 3));
    this.drawLine(renderer, view, [seen.slice(0, -1).flat(), seen.slice(1).flat()], true);
  }

  // Dots at places in camera space.
  drawEnds({ gl, programs, projection, target, pixel }, view, seen, { strength = 1, fill = DOT_FILL } = {}) {
    refill(gl, this.ends, new Float32Array(seen.flatMap((place) => [...place, 0])));
    const size = [target.width, target.height];
    programs.dot.use({ projection, size, radius: 4 * pixel, strength, accent: view.theme.accent, fill });
    gl.bindVertexArray(this.dots);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, seen.length);
  }
}

// The distance of a pair, or its depth.
function measuredElement({ verdict, evidence, distance, penetration }) {
  const words = {
    apart: quantity(distance[1], "m"),
    overlap: penetration ? `${depthWords(penetration.depth)} deep` : "touch",
    open: `within ${quantity(distance[1], "m")}`,
  }[verdict];
  return sureElement(evidence === "proved" && verdict !== "open", words);
}

// Names and values, for the list of pairs.
function measuredDetails(pair, { question }) {
  const [a, b] = (pair.penetration ?? pair).points;
  return [
    ["distance", bracketElement(pair.distance, "m")],
    ...(pair.penetration ? [["depth", bracketElement(pair.penetration.depth, "m")]] : []),
    ...(pair.meeting ? [["curves", `${pair.lines.length}`]] : []),
    ["point of a", triple(a)],
    ["point of b", triple(b)],
    ["normal", triple(pair.normal)],
    ...(question === "span" ? [["time", bracketElement(pair.time)]] : []),
    ["evidence", `${pair.evidence}${pair.complete ? "" : ", wider than the tolerance"}`],
  ];
}
