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

  // Takes the matrix of each item from the field `matrix`, which is "modelView" or "matrix".
  fill(items, matrix) {
    const { gl } = this;
    if (this.numbers.length < INSTANCE * items.length) this.numbers = new Float32Array(INSTANCE * items.length);
    items.forEach((item, index) => {
      this.numbers.set(item[matrix], INSTANCE * index);
      this.numbers.set(item.color, INSTANCE * index + 16);
      this.numbers[INSTANCE * index + 19] = item.bias;
    });
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.numbers.subarray(0, INSTANCE * items.length), gl.DYNAMIC_DRAW);
    this.count = items.length;
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

// The items in groups that one call can draw: the same mesh, style and opacity.
function groupsOf(items) {
  const groups = new Map();
  for (const item of items) {
    const { drawing, opacity, wire } = item;
    const key = `${drawing.body.mesh.index} ${opacity} ${wire}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return groups.values();
}
