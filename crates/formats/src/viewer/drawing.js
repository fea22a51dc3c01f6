// The GPU buffers of bodies and contacts.

class Drawing {
  // `like` is the drawing of an earlier body with the same mesh, or undefined.
  constructor(gl, body, like) {
    this.body = body;
    this.gl = gl;
    this.time = body.scene.start;
    this.like = like;
    if (like) {
      Object.assign(this, { surface: like.surface, cull: like.cull, triangles: like.triangles });
      return;
    }
    this.surface = new Surface(body.vertices, body.triangles);
    // Back faces of closed bodies are culled.
    this.cull = body.closed ? Math.sign(this.surface.volume()) : 0;
    this.positions = bufferOf(gl, this.surface.positions);
    this.normals = bufferOf(gl, this.surface.normals);
    this.triangles = this.indexed(this.surface.indices);
  }

  indexed(indices) {
    const { gl } = this;
    const mesh = [this.positions, this.normals];
    const array = vertexArray(
      gl,
      mesh.map((values, place) => [place, 3, values]),
      indices,
    );
    // The copies for many bodies are made when they are first drawn.
    let many = null;
    const batch = () => (many ??= this.batches().of(indices));
    return { array, count: indices.length, batch };
  }

  // A stand-in of eight triangles with the extent of the mesh, for crowds: their shadows, and bodies of a few pixels.
  standIn() {
    if (this.like) return this.like.standIn();
    return (this.simple ??= this.makeStandIn());
  }

  makeStandIn() {
    const [low, high] = this.body.box(0);
    const [middle, half] = [mixed(low, high, 0.5), scaled(subtract(high, low), 0.55)];
    const corners = [0, 1, 2].flatMap((axis) =>
      [1, -1].map((side) => middle.map((value, other) => value + (other === axis ? side * half[axis] : 0))),
    );
    const positions = new Float32Array(corners.flat());
    const normals = new Float32Array(corners.flatMap((corner) => normalized(subtract(corner, middle))));
    const ring = [0, 2, 1, 3];
    const faces = ring.flatMap((corner, place) => {
      const next = ring[(place + 1) % 4];
      return [corner, next, 4, next, corner, 5];
    });
    let many = null;
    const batch = () => (many ??= new Batches(this.gl, [positions, normals]).of(new Uint32Array(faces)));
    return { batch };
  }

  batches() {
    return (this.copies ??= new Batches(this.gl, [this.surface.positions, this.surface.normals]));
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

  // `culled`: without the back faces of a closed body. A section shows them. `instances`: of many bodies, or null; drawn
  // with `program`, which is in use.
  drawTriangles(gl, culled = true, instances = null, program = null) {
    if (this.cull && culled) {
      gl.enable(gl.CULL_FACE);
      gl.cullFace(this.cull > 0 ? gl.BACK : gl.FRONT);
    }
    this.drawIndexed(gl.TRIANGLES, this.triangles, instances, program);
    gl.disable(gl.CULL_FACE);
  }

  // Draws triangles or lines: once, or for all instances.
  drawIndexed(mode, indexed, instances, program) {
    const { gl } = this;
    if (instances) {
      instances.draw(mode, indexed, program);
      return;
    }
    gl.bindVertexArray(indexed.array);
    gl.drawElements(mode, indexed.count, gl.UNSIGNED_INT, 0);
  }

  edges() {
    return (this.edgeLists ??= this.surface.edges());
  }

  creases() {
    if (this.like) return this.like.creases();
    return (this.creaseLines ??= this.indexed(this.body.creased ? this.edges().creases : new Uint32Array(0)));
  }

  allEdges() {
    if (this.like) return this.like.allEdges();
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

  // The arrows of each region.
  drawArrows(renderer, view, common) {
    const { gl, programs, scene, canvas } = renderer;
    this.allArrows ??= scene.regions
      .flatMap((region) => regionArrows(region, scene.contacts))
      .filter((arrow) => length(arrow.normal) > 0);
    const arrows = this.allArrows;
    const long = arrowPixels(arrows.map((arrow) => renderer.project(arrow.place)).filter(Boolean));
    const reach = (2 * view.camera.halfTangent * long) / canvas.clientHeight;
    const seen = (arrow) => transformed(renderer.view, arrow.place).slice(0, 3);
    const tip = (arrow) => add(arrow.place, scaled(arrow.normal, -seen(arrow)[2] * reach));
    const ends = (arrow) => [renderer.project(arrow.place), renderer.project(tip(arrow))];
    const chosen = scene.regionOf(view.selected)?.index ?? null;
    const drawn = clearArrows(arrows, ends, chosen, long);
    this.arrowsDrawn = drawn.length;
    refill(gl, this.feet, new Float32Array(drawn.flatMap(seen)));
    const turned = (normal) =>
      [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + renderer.view[4 * k + row] * normal[k], 0));
    refill(gl, this.directions, new Float32Array(drawn.flatMap((arrow) => turned(arrow.normal))));
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

// The arrows that are drawn: those of the selected region first, and others as long as no two arrows come close. An
// arrow that points at the viewer shows no direction. `ends` gives the ends of an arrow in page pixels, null behind the
// camera.
function clearArrows(arrows, ends, selected, long) {
  const order = arrows.toSorted((a, b) => (b.region === selected) - (a.region === selected));
  const alone = (arrow) => arrows.filter((other) => other.region === arrow.region).length === 1;
  const taken = [];
  for (const arrow of order) {
    if (taken.length >= MOST_ARROWS) break;
    const [foot, tip] = ends(arrow);
    if (!foot || !tip) continue;
    const wanted = (arrow.region === selected && alone(arrow)) || arrows.length === 1;
    if (!wanted && Math.hypot(tip[0] - foot[0], tip[1] - foot[1]) < 0.3 * long) continue;
    const line = [0, 0.25, 0.5, 0.75, 1].map((fraction) => mixed(foot, tip, fraction));
    const close = (other) =>
      other.line.some((a) => line.some((b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < ARROW_GAP));
    if (!taken.some(close)) taken.push({ arrow, line });
  }
  return taken.map(({ arrow }) => arrow);
}

// An endless plane is drawn as two triangles.
function isPlane({ body }) {
  return body.fades && body.triangleCount <= 2;
}
