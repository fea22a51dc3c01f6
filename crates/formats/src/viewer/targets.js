// Programs, buffers and render targets of WebGL2.

// A linked program; its uniforms are set by name.
class Program {
  constructor(gl, vertex, fragment, attributes = []) {
    this.gl = gl;
    this.program = gl.createProgram();
    for (const [kind, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
        throw new Error(gl.getShaderInfoLog(shader));
    }
    // The same location for the same name in all programs, so that programs share vertex arrays.
    attributes.forEach((name, place) => name && gl.bindAttribLocation(this.program, place, name));
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new Error(gl.getProgramInfoLog(this.program));
    this.uniforms = new Map();
    const count = gl.getProgramParameter(this.program, gl.ACTIVE_UNIFORMS) ?? 0;
    for (let index = 0; index < count; index++) {
      const { name, type } = gl.getActiveUniform(this.program, index);
      this.uniforms.set(name, { type, place: gl.getUniformLocation(this.program, name) });
    }
  }

  use(values = {}) {
    this.gl.useProgram(this.program);
    this.set(values);
    return this;
  }

  set(values) {
    const { gl } = this;
    for (const [name, value] of Object.entries(values)) {
      const uniform = this.uniforms.get(name);
      if (!uniform) continue; // optimised away by the compiler
      const { type, place } = uniform;
      if (type === gl.FLOAT) gl.uniform1f(place, value);
      else if (type === gl.FLOAT_VEC2) gl.uniform2fv(place, value);
      else if (type === gl.FLOAT_VEC3) gl.uniform3fv(place, value);
      else if (type === gl.FLOAT_VEC4) gl.uniform4fv(place, value);
      else if (type === gl.FLOAT_MAT4) gl.uniformMatrix4fv(place, false, value);
      else gl.uniform1i(place, value);
    }
  }
}

// A render target with color and depth textures.
class Target {
  constructor(gl) {
    this.gl = gl;
    this.width = 0;
    this.height = 0;
    this.color = gl.createTexture();
    this.depth = gl.createTexture();
    this.frame = gl.createFramebuffer();
  }

  resize(width, height) {
    if (width === this.width && height === this.height) return;
    const { gl } = this;
    [this.width, this.height] = [width, height];
    this.store(this.color, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, gl.LINEAR);
    this.store(this.depth, gl.DEPTH_COMPONENT32F, gl.DEPTH_COMPONENT, gl.FLOAT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.color, 0);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.depth, 0);
  }

  store(texture, kind, format, type, filter) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, kind, this.width, this.height, 0, format, type, null);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }

  // Binds and clears the target.
  begin(color) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.viewport(0, 0, this.width, this.height);
    gl.clearColor(...color);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  }

  // Frees the memory until the next resize.
  release() {
    this.resize(1, 1);
  }
}

// The pictures of one resolution: the scene, and what translucent bodies need.
class Layers {
  constructor(gl) {
    this.target = new Target(gl);
    this.peels = [new Target(gl), new Target(gl)];
    this.stack = new Target(gl);
  }
}

function bindTexture(gl, unit, texture) {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, texture);
}

// A buffer of numbers.
function bufferOf(gl, values) {
  const buffer = gl.createBuffer();
  refill(gl, buffer, values);
  return buffer;
}

// A vertex array from a list of [location, size, buffer, instanced], and indices that are stored in `indexBuffer`.
function vertexArray(gl, attributes, indices, indexBuffer = gl.createBuffer()) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  for (const [place, size, buffer, instanced] of attributes) {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, 0, 0);
    if (instanced) gl.vertexAttribDivisor(place, 1);
  }
  if (indices) {
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indexBuffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  }
  gl.bindVertexArray(null);
  return array;
}

function refill(gl, buffer, values) {
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
}

// An arrow of length 1 along +z: positions and normals of its triangles.
function arrowMesh() {
  const [positions, normals] = [[], []];
  const sides = 20;
  // Radius and height of the rings from the foot to the tip, and the slope of the side.
  const parts = [
    [[0.022, 0], [0.022, 0.74], 0],
    [[0, 0.72], [0.075, 0.72], -1],
    [[0.075, 0.72], [0, 1], 0.27],
  ];
  for (const [[innerRadius, innerHeight], [outerRadius, outerHeight], lean] of parts) {
    for (let side = 0; side < sides; side++) {
      const point = (step, radius, height) => {
        const angle = ((side + step) * 2 * Math.PI) / sides;
        return [
          [radius * Math.cos(angle), radius * Math.sin(angle), height],
          normalized([Math.cos(angle), Math.sin(angle), lean]),
        ];
      };
      const [a, b] = [point(0, innerRadius, innerHeight), point(1, innerRadius, innerHeight)];
      const [c, d] = [point(0, outerRadius, outerHeight), point(1, outerRadius, outerHeight)];
      for (const [place, normal] of [a, b, c, b, d, c]) {
        positions.push(...place);
        normals.push(...normal);
      }
    }
  }
  return { positions: new Float32Array(positions), normals: new Float32Array(normals) };
}

// The common part of two rectangles: left, bottom, width, height. Width or height is 0 if there is none.
function common(one, other) {
  const [left, bottom] = [0, 1].map((axis) => Math.max(one[axis], other[axis]));
  const [right, top] = [0, 1].map((axis) => Math.min(one[axis] + one[axis + 2], other[axis] + other[axis + 2]));
  return [left, bottom, Math.max(0, right - left), Math.max(0, top - bottom)];
}
