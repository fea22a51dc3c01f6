// Vectors, quaternions and matrices, as plain arrays of doubles. Matrices are 4 × 4, column-major, as in WebGL.
// Differences with cancellation (a camera a micrometre from a contact, a body kilometres from the origin) are
// computed here in double precision; the graphics card gets coordinates relative to the camera.

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scaled = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = (a) => Math.hypot(a[0], a[1], a[2]);
const normalized = (a) => scaled(a, 1 / (length(a) || 1));
const mix = (a, b, fraction) => a + (b - a) * fraction;
const mixed = (a, b, fraction) => a.map((value, index) => mix(value, b[index], fraction));
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const smoothstep = (low, high, value) => {
  const x = clamp((value - low) / (high - low), 0, 1);
  return x * x * (3 - 2 * x);
};

// Interpolates unit quaternions on the shorter arc.
function slerp(a, b, fraction) {
  let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  let [from, to] = [1 - fraction, fraction];
  if (cosine < 0.9995) {
    const angle = Math.acos(cosine);
    [from, to] = [Math.sin(from * angle) / Math.sin(angle), Math.sin(to * angle) / Math.sin(angle)];
  }
  const turn = a.map((value, index) => from * value + sign * to * b[index]);
  const size = Math.hypot(...turn);
  return turn.map((value) => value / size);
}

// The vector rotated by the unit quaternion.
function rotated([x, y, z, w], vector) {
  const axis = [x, y, z];
  const twice = scaled(cross(axis, vector), 2);
  return add(add(vector, scaled(twice, w)), cross(axis, twice));
}

// The matrix that scales, then rotates, then translates.
function placing(turn, move, scale) {
  const [x, y, z] = [rotated(turn, [scale, 0, 0]), rotated(turn, [0, scale, 0]), rotated(turn, [0, 0, scale])];
  return [...x, 0, ...y, 0, ...z, 0, ...move, 1];
}

function multiplied(a, b) {
  const product = new Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      product[4 * column + row] = sum;
    }
  }
  return product;
}

// The matrix times the point with last coordinate 1, as four coordinates.
function transformed(matrix, [x, y, z]) {
  const row = (r) => matrix[r] * x + matrix[4 + r] * y + matrix[8 + r] * z + matrix[12 + r];
  return [row(0), row(1), row(2), row(3)];
}

// Perspective projection; `halfTangent` is the tangent of half the vertical field of view.
function perspective(halfTangent, aspect, near, far) {
  const depth = 1 / (near - far);
  return [
    1 / (halfTangent * aspect),
    0,
    0,
    0,
    0,
    1 / halfTangent,
    0,
    0,
    0,
    0,
    (far + near) * depth,
    -1,
    0,
    0,
    2 * far * near * depth,
    0,
  ];
}
