// Bodies with the same mesh are drawn in one call. A batch holds many copies of the mesh, and the call draws as many
// batches as there are bodies to fill ("instanced drawing"). Each vertex looks up the matrix, the color and the bias of its
// body in a texture. Without batches every body would be an instance, which software rendering draws one by one, and
// graphics cards not much better where meshes are small.

const INSTANCE = 20; // numbers per body: a matrix, a color, a bias
const TEXELS = INSTANCE / 4; // of the texture, per body
const ROW = 256; // bodies in a row of the texture
const BATCH_VERTICES = 32768; // of the copies in a batch
const BATCH_BODIES = 256;

// The bodies of an item, as a texture.
class Instances {
  constructor(gl) {
    this.gl = gl;
    this.texture = gl.createTexture();
    this.numbers = new Float32Array(0);
  }

  // Fills in the bodies of an item at `time`, unless they are there already: `stamp` tells one content from another.
  fill(item, time, view, stamp) {
    if (stamp === this.stamp) return;
    this.stamp = stamp;
    const { bodies, scene, theme } = item;
    this.rows = Math.ceil(bodies.length / ROW);
    if (this.numbers.length < INSTANCE * ROW * this.rows) this.numbers = new Float32Array(INSTANCE * ROW * this.rows);
    const { numbers } = this;
    if (scene.bodies[bodies[0]].follows) {
      scene.paths.moveTo(time);
      scene.paths.write(bodies, view, numbers, INSTANCE);
    } else {
      bodies.forEach((body, place) => {
        const matrix = scene.bodies[body].matrix(time);
        numbers.set(view ? multiplied(view, matrix) : matrix, INSTANCE * place);
      });
    }
    for (let place = 0, at = 16; place < bodies.length; place++, at += INSTANCE) {
      const color = theme.bodies[bodies[place]];
      numbers[at] = color[0];
      numbers[at + 1] = color[1];
      numbers[at + 2] = color[2];
      numbers[at + 3] = biasOf(bodies[place]);
    }
    this.count = bodies.length;
    this.store();
  }

  store() {
    const { gl, rows } = this;
    const part = this.numbers.subarray(0, INSTANCE * ROW * rows);
    bindTexture(gl, CROWD_UNIT, this.texture);
    if (rows === this.stored) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, TEXELS * ROW, rows, gl.RGBA, gl.FLOAT, part);
    else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, TEXELS * ROW, rows, 0, gl.RGBA, gl.FLOAT, part);
    this.stored = rows;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.activeTexture(gl.TEXTURE0);
  }

  // Draws triangles or lines of the mesh for every body, with the program in use.
  draw(mode, { batch }, program) {
    const { gl } = this;
    const { array, count, bodies, vertices } = batch();
    bindTexture(gl, CROWD_UNIT, this.texture);
    gl.activeTexture(gl.TEXTURE0);
    program.set({ crowd: CROWD_UNIT, meshSize: vertices, batchSize: bodies, bodyCount: this.count });
    gl.bindVertexArray(array);
    gl.drawElementsInstanced(mode, count, gl.UNSIGNED_INT, 0, Math.ceil(this.count / bodies));
  }
}

const CROWD_UNIT = 3;

// Copies of a mesh in common buffers. `values` are the coordinates of each attribute, three for each vertex.
class Batches {
  constructor(gl, values) {
    this.gl = gl;
    this.vertices = values[0].length / 3;
    this.bodies = clamp(Math.floor(BATCH_VERTICES / this.vertices), 1, BATCH_BODIES);
    this.buffers = values.map((list) => {
      const copies = new Float32Array(list.length * this.bodies);
      for (let copy = 0; copy < this.bodies; copy++) copies.set(list, list.length * copy);
      return bufferOf(gl, copies);
    });
  }

  // A batch of triangles or lines with these indices.
  of(indices) {
    const { gl, bodies, vertices, buffers } = this;
    const copies = new Uint32Array(indices.length * bodies);
    for (let copy = 0, at = 0; copy < bodies; copy++)
      for (let i = 0; i < indices.length; i++, at++) copies[at] = indices[i] + copy * vertices;
    const array = vertexArray(
      gl,
      buffers.map((buffer, place) => [place, 3, buffer]),
      copies,
    );
    return { array, count: copies.length, bodies, vertices };
  }
}

// What one call can draw: bodies with the same mesh, style and opacity. A single body has its own matrices; many have
// instances, which are filled when a pass first needs them.
class DrawnItem {
  constructor(renderer, view, { opacity, wire }) {
    Object.assign(this, { renderer, scene: renderer.scene, theme: view.theme, time: view.time, opacity, wire });
    this.bodies = [];
  }

  // The same with some of its bodies.
  among(wanted) {
    const item = new DrawnItem(this.renderer, this, this);
    item.bodies = this.bodies.filter(wanted);
    return item;
  }

  get many() {
    return this.bodies.length > 1;
  }

  // The body, the first one of many.
  get index() {
    return this.bodies[0];
  }

  get drawing() {
    return this.renderer.bodies[this.index];
  }

  get body() {
    return this.scene.bodies[this.index];
  }

  get color() {
    return this.theme.bodies[this.index];
  }

  get bias() {
    return biasOf(this.index);
  }

  // From the stored vertices to the page's world.
  get matrix() {
    return this.body.matrix(this.time);
  }

  // From the stored vertices to the camera.
  get modelView() {
    return (this.seen ??= multiplied(this.renderer.view, this.matrix));
  }

  // The instances for a pass: as the camera sees them ("modelView"), in the world ("matrix"), or at the start, as the
  // camera sees them ("ghost").
  instances(pass) {
    const { renderer } = this;
    const key = `${this.body.mesh.index} ${this.opacity} ${this.wire} ${pass}`;
    if (!renderer.instances.has(key)) renderer.instances.set(key, new Instances(renderer.gl));
    const found = renderer.instances.get(key);
    const time = pass === "ghost" ? this.scene.start : this.time;
    found.fill(this, time, pass === "matrix" ? null : renderer.view, renderer.prepared);
    return found;
  }
}

const biasOf = (body) => BIAS * (body % BIASES);

// The items of a view, and a number that tells their bodies from those of another view.
function itemsOf(renderer, view) {
  const { scene } = renderer;
  const found = new Map();
  const items = [];
  let sum = 0x811c9dc5;
  for (let index = 0; index < scene.bodies.length; index++) {
    const style = view.styles[index];
    if (style === "hidden") continue;
    const body = scene.bodies[index];
    const wire = style === "wire";
    // The picture of an endless body fades out, so it is never opaque.
    const most = style === "translucent" ? 0.38 : body.fades ? 0.8 : 1;
    const opacity = wire ? 0 : Math.min(most, view.opacity[index]);
    const { index: mesh } = body.mesh;
    if (!found.has(mesh)) found.set(mesh, new Map());
    const alike = found.get(mesh);
    const key = opacity + (wire ? 2 : 0);
    if (!alike.has(key)) {
      alike.set(key, new DrawnItem(renderer, view, { opacity, wire }));
      items.push(alike.get(key));
    }
    alike.get(key).bodies.push(index);
    sum = Math.imul(sum ^ (2 * index + (opacity > 0.3 ? 1 : 0)), 0x01000193);
  }
  return { items, sum };
}
