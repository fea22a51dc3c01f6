// The GPU buffers of bodies and contacts.

class Drawing {
  constructor(gl, body) {
    this.body = body;
    this.surface = new Surface(body.vertices, body.triangles);
    // Back faces of closed bodies are culled.
    this.cull = body.closed ? Math.sign(this.surface.volume()) : 0;
    this.positions = bufferOf(gl, this.surface.positions);
    this.normals = bufferOf(gl, this.surface.normals);
    this.gl = gl;
    this.triangles = this.indexed(this.surface.indices);
    this.time = body.scene.start;
  }

  indexed(indices) {
    const { gl } = this;
    const array = vertexArray(
      gl,
      [
        [0, 3, this.positions],
        [1, 3, this.normals],
      ],
      indices,
    );
    return { array, count: indices.length };
  }

  // Updates the vertices of a deforming body to `time`.
  moveTo(time) {
    if (!this.body.deforms || time === this.time) return;
    this.time = time;
    this.vertices ??= new Float32Array(3 * this.body.vertexCount);
    this.surface.update(this.body.vertexFrame(time, this.vertices));
    refill(this.gl, this.positions, this.surface.positions);
    refill(this.gl, this.normals, this.surface.normals);
  }

  // `culled`: without the back faces of a closed body. A section shows them.
  drawTriangles(gl, culled = true) {
    if (this.cull && culled) {
      gl.enable(gl.CULL_FACE);
      gl.cullFace(this.cull > 0 ? gl.BACK : gl.FRONT);
    }
    gl.bindVertexArray(this.triangles.array);
    gl.drawElements(gl.TRIANGLES, this.triangles.count, gl.UNSIGNED_INT, 0);
    gl.disable(gl.CULL_FACE);
  }

  edges() {
    return (this.edgeLists ??= this.surface.edges());
  }

  creases() {
    return (this.creaseLines ??= this.indexed(this.body.creased ? this.edges().creases : new Uint32Array(0)));
  }

  allEdges() {
    return (this.edgeLines ??= this.indexed(this.edges().all));
  }

  // The body at the start.
  ghost(gl) {
    return this.body.deforms ? (this.startDrawing ??= new Drawing(gl, this.body)) : this;
  }

  // The path of the body's centre over the whole span, as segments; null for a body at rest.
  path(gl) {
    if (this.pathLine !== undefined) return this.pathLine;
    const { body } = this;
    const { scene } = body;
    const steps = scene.history ? 800 : 160;
    const [from, to, along] = [[], [], []];
    let [travelled, before] = [0, body.middle(scene.start)];
    for (let step = 1; step <= steps; step++) {
      const after = body.middle(mix(scene.start, scene.end, step / steps));
      from.push(...before);
      to.push(...after);
      along.push(step);
      travelled += length(subtract(after, before));
      before = after;
    }
    if (travelled < 0.01) return (this.pathLine = null);
    const buffers = [from, to, along].map((list) => bufferOf(gl, new Float32Array(list)));
    const array = vertexArray(gl, [
      [0, 3, buffers[0], true],
      [1, 3, buffers[1], true],
      [2, 1, buffers[2], true],
    ]);
    return (this.pathLine = { array, count: steps });
  }
}

// Dots and arrows of all contacts. Their positions relative to the camera are computed in double precision, every
// frame.
class ContactDrawing {
  constructor(gl) {
    const arrow = arrowMesh();
    this.arrowCount = arrow.positions.length / 3;
    const [positions, normals] = [bufferOf(gl, arrow.positions), bufferOf(gl, arrow.normals)];
    const empty = new Float32Array(4);
    [this.places, this.feet, this.directions] = [bufferOf(gl, empty), bufferOf(gl, empty), bufferOf(gl, empty)];
    this.dots = vertexArray(gl, [[0, 4, this.places, true]]);
    this.arrows = vertexArray(gl, [
      [0, 3, positions],
      [1, 3, normals],
      [2, 3, this.feet, true],
      [3, 3, this.directions, true],
    ]);
  }

  draw(renderer, view) {
    const { contacts } = renderer.scene;
    if (contacts.length === 0 || view.contactStrength <= 0) return;
    const { gl, programs, projection, target, pixel } = renderer;
    const seen = contacts.map((contact) => transformed(renderer.view, contact.place).slice(0, 3));
    const common = { projection, strength: view.contactStrength };
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    this.arrowsDrawn = 0;
    if (view.show.normals && view.emphasis > 0) this.drawArrows(renderer, view, common);
    // Draw the contacts of the selected region last, on top.
    const chosen = new Set(renderer.scene.regionOf(view.selected)?.contacts ?? []);
    const order = contacts.map((contact) => contact.index).sort((a, b) => chosen.has(a) - chosen.has(b));
    const places = order.flatMap((index) => [...seen[index], chosen.has(index) ? 1 : 0]);
    refill(gl, this.places, new Float32Array(places));
    // Many dots in a small picture would cover the contact that they mark.
    const crowd = contacts.length > 12 ? clamp(renderer.canvas.clientWidth / 800, 0.6, 1) : 1;
    const radius = (contacts.length > 60 ? 3.2 : 5) * crowd * pixel;
    const size = [target.width, target.height];
    programs.dot.use({ ...common, size, radius, accent: view.theme.accent, fill: DOT_FILL });
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(this.dots);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, order.length);
  }

  // One arrow for each region, at its centre.
  drawArrows(renderer, view, common) {
    const { gl, programs, scene, canvas } = renderer;
    const regions = scene.regions.filter((region) => length(region.normal) > 0);
    const long = arrowPixels(regions.map((region) => renderer.project(region.place)).filter(Boolean));
    const reach = (2 * view.camera.halfTangent * long) / canvas.clientHeight;
    const seen = (region) => transformed(renderer.view, region.place).slice(0, 3);
    const tip = (region) => add(region.place, scaled(region.normal, -seen(region)[2] * reach));
    const ends = (region) => [renderer.project(region.place), renderer.project(tip(region))];
    const chosen = scene.regionOf(view.selected)?.index ?? null;
    const drawn = clearArrows(regions, ends, chosen, long);
    this.arrowsDrawn = drawn.length;
    refill(gl, this.feet, new Float32Array(drawn.flatMap(seen)));
    const turned = (normal) =>
      [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + renderer.view[4 * k + row] * normal[k], 0));
    refill(gl, this.directions, new Float32Array(drawn.flatMap((region) => turned(region.normal))));
    const strength = view.contactStrength * view.emphasis;
    programs.arrow.use({ ...common, reach, color: view.theme.accent, strength });
    // The arrows occlude each other, but nothing else occludes them.
    gl.enable(gl.DEPTH_TEST);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.bindVertexArray(this.arrows);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, this.arrowCount, drawn.length);
  }
}

const LONGEST_ARROW = 56; // page pixels
const SHORTEST_ARROW = 26;
const MOST_ARROWS = 12;
const ARROW_GAP = 15; // page pixels between two arrows

// The length of the arrows in page pixels: shorter where the contacts lie close together.
function arrowPixels(places) {
  if (places.length < 2) return LONGEST_ARROW;
  const [low, high] = boxOf(places.flatMap(([x, y]) => [x, y, 0]));
  return clamp(0.4 * length(subtract(high, low)), SHORTEST_ARROW, LONGEST_ARROW);
}

// The regions whose arrows are drawn: the selected one, and others as long as no two arrows come close. An arrow that
// points at the viewer shows no direction. `ends` gives the ends of an arrow in page pixels, null behind the camera.
function clearArrows(regions, ends, selected, long) {
  const order = regions.toSorted((a, b) => (b.index === selected) - (a.index === selected));
  const taken = [];
  for (const region of order) {
    if (taken.length >= MOST_ARROWS) break;
    const [foot, tip] = ends(region);
    if (!foot || !tip) continue;
    const chosen = region.index === selected || regions.length === 1;
    if (!chosen && Math.hypot(tip[0] - foot[0], tip[1] - foot[1]) < 0.3 * long) continue;
    const line = [0, 0.25, 0.5, 0.75, 1].map((fraction) => mixed(foot, tip, fraction));
    const close = (other) =>
      other.line.some((a) => line.some((b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < ARROW_GAP));
    if (!taken.some(close)) taken.push({ region, line });
  }
  return taken.map(({ region }) => region);
}
