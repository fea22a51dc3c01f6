// Bodies with the same mesh are drawn in one call, each with its own matrix, color and bias ("instanced drawing").

const INSTANCE = 20; // numbers per instance: a matrix, a color, a bias
// Attribute, number of components, place among the numbers of an instance. The first two attributes are the mesh.
const INSTANCE_PARTS = [
  [2, 4, 0],
  [3, 4, 4],
  [4, 4, 8],
  [5, 4, 12],
  [6, 3, 16],
  [7, 1, 19],
];

// The buffer of the instances of a mesh, and its vertex arrays: one for each list of indices.
class Instances {
  constructor(gl) {
    this.gl = gl;
    this.buffer = gl.createBuffer();
    this.arrays = new Map();
    this.numbers = new Float32Array(0);
  }

  // Fills in the bodies of an item at `time`, unless they are there already: `stamp` tells one content from another.
  fill(item, time, view, stamp) {
    const { gl } = this;
    if (stamp === this.stamp) return;
    this.stamp = stamp;
    const { bodies, scene, theme } = item;
    const size = INSTANCE * bodies.length;
    if (this.numbers.length < size) this.numbers = new Float32Array(size);
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
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers.subarray(0, size), gl.DYNAMIC_DRAW);
    this.count = bodies.length;
  }

  // Draws triangles or lines of the mesh, as often as there are instances.
  draw(mode, { indices, mesh, count }) {
    const { gl } = this;
    if (!this.arrays.has(indices)) this.arrays.set(indices, this.arrayOf(mesh, indices));
    gl.bindVertexArray(this.arrays.get(indices));
    gl.drawElementsInstanced(mode, count, gl.UNSIGNED_INT, 0, this.count);
  }

  arrayOf(mesh, indices) {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    mesh.forEach((buffer, place) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
    });
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    for (const [place, size, offset] of INSTANCE_PARTS) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, 4 * INSTANCE, 4 * offset);
      gl.vertexAttribDivisor(place, 1);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.bindVertexArray(null);
    return array;
  }
}

// What one call can draw: bodies with the same mesh, style and opacity. A single body has its own matrices; many have
// instances, which are filled when a pass first needs them.
class DrawnItem {
  constructor(renderer, view, { opacity, wire }) {
    Object.assign(this, { renderer, scene: renderer.scene, theme: view.theme, time: view.time, opacity, wire });
    this.bodies = [];
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
