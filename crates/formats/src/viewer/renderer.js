// Draws the scene: opaque objects first; then translucent bodies layer by layer, nearest first (depth peeling: Everitt,
// "Interactive Order-Independent Transparency", NVIDIA 2001), which is correct for any order of the bodies; then
// contacts and normals on top. A picture is the mean of several samples, each drawn with the pixels shifted by a
// fraction, which smooths all edges, including those of translucent layers. One sample is quick; at rest the page draws
// the others one by one.

const LAYERS = 4; // bodies are two thirds opaque, so four layers hide everything behind them
// Shifts of the samples in pixels: a rotated grid.
const SAMPLES = [
  [-0.125, -0.375],
  [0.375, -0.125],
  [-0.375, 0.125],
  [0.125, 0.375],
];
const SHADOW_SIZE = 256;
const HEIGHTS_SIZE = 768;
const NO_CUT = [0, 0, 0, 1];
// Bodies that touch have faces in one place. Each of this many bodies in turn is drawn a little farther away (a part of
// the depth of the picture), so that the nearer one is the same at all pixels. Their sum is below the lift of lines.
const BIASES = 16;
const BIAS = 1.2e-6;

class Renderer {
  constructor(canvas, scene) {
    const gl = canvas.getContext("webgl2", {
      antialias: false,
      alpha: false,
      depth: false,
      powerPreference: "high-performance",
    });
    if (!gl) throw new NoWebGl();
    Object.assign(this, { gl, canvas, scene });
    const surface = ["position", "normal", "modelView", null, null, null, "color", "bias"];
    this.programs = {
      body: new Program(gl, forOne(BODY_VERTEX), BODY_FRAGMENT, surface),
      plain: new Program(gl, forOne(PLAIN_VERTEX), PLAIN_FRAGMENT, surface),
      ribbon: new Program(gl, RIBBON_VERTEX, RIBBON_FRAGMENT, ["from", "to", "along"]),
      dot: new Program(gl, DOT_VERTEX, DOT_FRAGMENT, ["dotPlace"]),
      arrow: new Program(gl, ARROW_VERTEX, ARROW_FRAGMENT, ["position", "normal", "foot", "direction"]),
      ground: new Program(gl, GROUND_VERTEX, GROUND_FRAGMENT),
      copy: new Program(gl, COPY_VERTEX, COPY_FRAGMENT),
      blur: new Program(gl, COPY_VERTEX, BLUR_FRAGMENT),
    };
    // Most scenes have no two bodies with one mesh.
    if (scene.bodies.some((body) => body.mesh !== body)) {
      this.programs.bodies = new Program(gl, forMany(BODY_VERTEX), BODY_FRAGMENT, surface);
      this.programs.plains = new Program(gl, forMany(PLAIN_VERTEX), PLAIN_FRAGMENT, surface);
    }
    this.bodies = [];
    for (const body of scene.bodies) this.bodies.push(new Drawing(gl, body, this.bodies[body.mesh.index]));
    this.target = new Target(gl);
    this.mean = new Target(gl);
    this.peels = [new Target(gl), new Target(gl)];
    this.stack = new Target(gl);
    this.shadows = [new Target(gl), new Target(gl)];
    this.heights = new Target(gl);
    this.tape = new SegmentDrawing(gl);
    this.contacts = new ContactDrawing(gl);
    this.trails = scene.history ? new TrailDrawing(gl, scene.history) : null;
    this.segments = new SegmentDrawing(gl);
  }

  // Fits the resolution of the canvas to its size on the screen.
  resize() {
    const ratio = window.devicePixelRatio || 1;
    const most = this.gl.getParameter(this.gl.MAX_TEXTURE_SIZE);
    const width = clamp(Math.round(this.canvas.clientWidth * ratio), 1, most);
    const height = clamp(Math.round(this.canvas.clientHeight * ratio), 1, most);
    if (this.canvas.width !== width || this.canvas.height !== height)
      [this.canvas.width, this.canvas.height] = [width, height];
    this.target.resize(width, height);
    this.mean.resize(width, height);
    this.pixel = width / Math.max(1, this.canvas.clientWidth); // pixels of the picture per page pixel
  }

  // Draws the whole picture, which depends on `view` only.
  draw(view) {
    for (let sample = 0; sample < SAMPLES.length; sample++) this.drawSample(view, sample);
  }

  // Draws one sample and shows the mean of it and those before. Samples of one view are drawn in order from 0.
  drawSample(view, sample) {
    const { gl } = this;
    this.resize();
    view.camera.aspect = this.canvas.width / this.canvas.height;
    this.prepare(view, SAMPLES[sample]);
    // WebGL forbids a bound texture that is also the render target, even if the program does not sample it.
    for (const unit of [0, 1, 2]) bindTexture(gl, unit, null);
    // Shadows depend on the bodies alone, not on the camera.
    const above = [view.time, ...view.styles, ...this.items.map((item) => item.opacity > 0.3)].join();
    if (above !== this.above) {
      this.above = above;
      this.drawShadow();
      this.drawHeights();
    }
    this.shadeByHeights(view);
    this.drawScene(view);
    // The mean of n samples: 1/n of the new one and the rest of the mean before.
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.mean.frame);
    gl.viewport(0, 0, this.mean.width, this.mean.height);
    gl.enable(gl.BLEND);
    gl.blendColor(0, 0, 0, 1 / (sample + 1));
    gl.blendFunc(gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA);
    this.cover(this.programs.copy.use({ picture: 0, weigh: 0 }), this.target.color);
    this.present();
  }

  drawScene(view) {
    const { gl } = this;
    this.target.begin([...view.theme.background, 1]);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.disable(gl.BLEND);
    this.drawBodies(this.items.filter((item) => item.opacity === 1));
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    this.drawEdges(this.items.filter((item) => item.wire || item.opacity === 1));
    if (view.show.ground) this.drawGround(view);
    if (view.show.paths) this.drawPaths(view);
    if (view.show.trails) this.trails?.drawTrails(this, view);
    if (view.show.ghosts && !view.near) this.drawGhosts(view);
    gl.depthMask(true);
    const translucent = this.items.filter((item) => item.opacity > 0 && item.opacity < 1);
    if (translucent.length > 0) this.drawTranslucent(translucent, view);
    this.contacts.draw(this, view);
    this.trails?.drawDots(this, view);
    this.drawAsides(view);
    if (view.show.segments) this.segments.draw(this, view);
    this.drawTape(view);
  }

  // The matrices and lights in camera space.
  prepare(view, [shiftX, shiftY]) {
    this.view = view.camera.view();
    this.unshifted = view.camera.projection();
    this.projection = this.unshifted.slice();
    this.projection[8] += (2 * shiftX) / this.target.width;
    this.projection[9] += (2 * shiftY) / this.target.height;
    this.cut = cutInCamera(view.cut, this.view, view.camera.eye);
    const { eye } = view.camera;
    const { right, up, back } = view.camera.axes();
    this.toWorld = [...right, 0, ...up, 0, ...back, 0, ...eye, 1];
    this.sky = this.view.slice(8, 11); // the world's z axis in camera space
    // The key light is above the viewer, slightly to the left.
    this.key = normalized(add(scaled(this.sky, 0.95), [-0.45, 0.25, 0.55]));
    this.items = [];
    this.scene.bodies.forEach((body, index) => {
      const style = view.styles[index];
      if (style === "hidden") return;
      const drawing = this.bodies[index];
      drawing.moveTo(view.time);
      const matrix = body.matrix(view.time);
      const wire = style === "wire";
      // The picture of an endless body fades out, so it is never opaque.
      const most = style === "translucent" ? 0.38 : body.fades ? 0.8 : 1;
      const opacity = wire ? 0 : Math.min(most, view.opacity[index]);
      const color = view.theme.bodies[index];
      const bias = BIAS * (index % BIASES);
      const modelView = multiplied(this.view, matrix);
      this.items.push({ index, drawing, matrix, modelView, wire, opacity, color, bias });
    });
  }

  drawBodies(items, extra = {}) {
    for (const group of groupsOf(items)) {
      if (group.length > 1) group[0].drawing.instances.fill(group, "modelView");
      this.drawBody(group[0], extra, group.length > 1);
    }
  }

  // Draws a body, or all instances of its mesh.
  drawBody(item, extra, many) {
    const { gl } = this;
    const program = many ? this.programs.bodies : this.programs.body;
    program.use({
      modelView: item.modelView,
      projection: this.projection,
      color: item.color,
      sky: this.sky,
      key: this.key,
      ghost: 0,
      opacity: item.opacity,
      fades: item.drawing.body.fades ? item.drawing.body.fades / this.scene.unit : 0,
      middle: transformed(item.modelView, [0, 0, 0]).slice(0, 3),
      layer: 0,
      nearer: 0,
      opaque: 1,
      bias: item.bias,
      cut: this.cut,
      inside: this.cut === NO_CUT ? 0 : item.drawing.cull,
      toShadow: this.toHeights,
      shadowing: extra.layer > 1 ? 0 : this.shadowing,
      spread: 0.035,
      heights: 2,
      ...extra,
    });
    item.drawing.drawTriangles(gl, this.cut === NO_CUT, many);
  }

  // Creases and boundary edges of an opaque body as fine lines, or all edges of a wireframe body. An endless body has
  // no border.
  drawEdges(items, strength = 1) {
    const { gl, projection, cut } = this;
    for (const group of groupsOf(items.filter((item) => item.wire || !item.drawing.body.fades))) {
      const [{ drawing, wire, opacity }] = group;
      const edges = wire ? drawing.allEdges() : drawing.creases();
      if (edges.count === 0) continue;
      const look = wire ? { darker: 1, opacity: 0.95 } : { darker: 0.42, opacity: 0.5 * strength * opacity };
      this.usePlain(group, "modelView", { projection, lift: 2e-5, ...look, fading: 0, cut });
      drawing.drawIndexed(gl.LINES, edges, group.length > 1);
    }
  }

  // Prepares to draw a group in plain color. `matrix` is "modelView" or "matrix".
  usePlain(group, matrix, values) {
    const [item] = group;
    const { plain, plains } = this.programs;
    if (group.length > 1) {
      item.drawing.instances.fill(group, matrix);
      plains.use(values);
    } else plain.use({ modelView: item[matrix], color: item.color, bias: item.bias, ...values });
  }

  drawTranslucent(items, view) {
    const { gl, target, peels, stack, programs } = this;
    for (const picture of [...peels, stack]) picture.resize(target.width, target.height);
    // Only the pixels of these bodies: the passes below cost most of the picture.
    gl.enable(gl.SCISSOR_TEST);
    const all = this.coveredBy(items, view.time);
    gl.scissor(...all);
    stack.begin([0, 0, 0, 0]);
    // An endless plane has one layer. Where there is nothing else, the first layer is all.
    const deep = items.filter(({ drawing }) => drawing.body.triangleCount > 2);
    const planes = items.length - deep.length;
    const layers = Math.min(LAYERS, planes + LAYERS * deep.length);
    for (let layer = 1; layer <= layers; layer++) {
      if (layer === 2 && planes === 1) gl.scissor(...this.coveredBy(deep, view.time));
      const [now, before] = layer % 2 ? peels : [peels[1], peels[0]];
      now.begin([0, 0, 0, 0]);
      gl.disable(gl.BLEND);
      gl.enable(gl.DEPTH_TEST);
      bindTexture(gl, 0, before.depth);
      bindTexture(gl, 1, target.depth);
      this.drawBodies(items, { layer });
      // Blend the layer under the previous layers.
      gl.bindFramebuffer(gl.FRAMEBUFFER, stack.frame);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE_MINUS_DST_ALPHA, gl.ONE);
      this.cover(programs.copy.use({ picture: 0, weigh: 1 }), now.color);
    }
    gl.scissor(...all);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.frame);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.cover(programs.copy.use({ picture: 0, weigh: 0 }), stack.color);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.SCISSOR_TEST);
    // Opaque bodies hide the lines of translucent ones.
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(false);
    this.drawEdges(items, 0.72);
    gl.depthMask(true);
  }

  // The rectangle of the target that contains these bodies, in pixels: left, bottom, width, height.
  coveredBy(items, time) {
    const { width, height } = this.target;
    const corners = items.flatMap((item) => item.drawing.body.outline(time)).map((point) => this.project(point));
    if (corners.some((corner) => !corner)) return [0, 0, width, height];
    const [low, high] = boxOf(corners.flatMap(([x, y]) => [x * this.pixel, height - y * this.pixel, 0]));
    const [left, right] = [low[0] - 2, high[0] + 2].map((x) => clamp(Math.floor(x), 0, width));
    const [bottom, top] = [low[1] - 2, high[1] + 2].map((y) => clamp(Math.floor(y), 0, height));
    return [left, bottom, Math.max(1, right - left), Math.max(1, top - bottom)];
  }

  // Runs a program on every pixel.
  cover(program, texture) {
    const { gl } = this;
    bindTexture(gl, 0, texture);
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(null);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  // The silhouettes of the bodies from above, blurred.
  drawShadow() {
    const { gl, scene, shadows, programs } = this;
    for (const picture of shadows) picture.resize(SHADOW_SIZE, SHADOW_SIZE);
    shadows[0].begin([0, 0, 0, 0]);
    const height = Math.max(1e-6, scene.high[2] - scene.low[2]);
    const across = 1 / this.shadowReach;
    const from = -1 - (2 * scene.low[2]) / height;
    const above = [across, 0, 0, 0, 0, across, 0, 0, 0, 0, 2 / height, 0, 0, 0, from, 1];
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendEquation(gl.MAX);
    for (const group of groupsOf(this.items.filter((item) => !item.wire && !item.drawing.body.fades))) {
      this.usePlain(group, "matrix", { projection: above, lift: 0, opacity: 1, fading: 1, cut: NO_CUT });
      group[0].drawing.drawTriangles(gl, true, group.length > 1);
    }
    gl.blendEquation(gl.FUNC_ADD);
    gl.disable(gl.BLEND);
    for (const [from, to, stride] of [
      [0, 1, [1, 0]],
      [1, 0, [0, 1]],
    ]) {
      shadows[to].begin([0, 0, 0, 0]);
      this.cover(
        programs.blur.use({ picture: 0, stride: stride.map((step) => (1.7 * step) / SHADOW_SIZE) }),
        shadows[from].color,
      );
    }
  }

  // The heights of the bodies from above, for the shadows that they cast on each other.
  drawHeights() {
    const { gl, scene, heights } = this;
    heights.resize(HEIGHTS_SIZE, HEIGHTS_SIZE);
    heights.begin([0, 0, 0, 0]);
    const height = Math.max(1e-6, scene.high[2] - scene.low[2]) * 1.02;
    const middle = (scene.high[2] + scene.low[2]) / 2;
    const across = 1 / this.shadowReach;
    const below = [across, 0, 0, 0, 0, across, 0, 0, 0, 0, -2 / height, 0, 0, 0, (2 * middle) / height, 1];
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.disable(gl.BLEND);
    // A faded body casts no shadow, nor does an endless one.
    const casts = ({ wire, opacity, drawing }) => !wire && opacity >= 0.3 && !drawing.body.fades;
    for (const group of groupsOf(this.items.filter(casts))) {
      this.usePlain(group, "matrix", { projection: below, lift: 0, darker: 1, opacity: 1, fading: 0, cut: NO_CUT });
      group[0].drawing.drawTriangles(gl, true, group.length > 1);
    }
    this.toMap = below;
  }

  // Gives the map of heights to the bodies.
  shadeByHeights(view) {
    const { gl } = this;
    this.toHeights = multiplied(this.toMap, this.toWorld);
    // In a close-up the map of heights is too coarse. Compare one of its cells with a pixel of the page.
    const pixels = (2 * this.shadowReach) / HEIGHTS_SIZE / view.camera.pixelSize(this.canvas.clientHeight);
    this.shadowing = 0.5 * (1 - smoothstep(2, 6, pixels));
    bindTexture(gl, 2, this.heights.depth);
    gl.activeTexture(gl.TEXTURE0);
  }

  // The contacts of pairs that were set aside: they do not count in the answer.
  drawAsides(view) {
    if (view.asides.length === 0) return;
    const { gl } = this;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.DEPTH_TEST);
    const places = view.asides.map((place) => transformed(this.view, place).slice(0, 3));
    this.segments.drawEnds(this, view, places, { strength: view.asideStrength, fill: view.theme.muted });
  }

  // The measuring tape.
  drawTape(view) {
    const places = view.tape.map((place) => transformed(this.view, place).slice(0, 3));
    if (places.length === 0) return;
    const { gl } = this;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.DEPTH_TEST);
    const ends = [places[0], places[places.length - 1]];
    const plain = { ...view, theme: { ...view.theme, accent: view.theme.tape } };
    if (places.length === 2) this.tape.drawLine(this, plain, ends, true);
    this.tape.drawEnds(this, plain, ends);
  }

  get shadowReach() {
    const { low, high } = this.scene;
    return 1.25 * Math.max(0.1, ...[0, 1].map((axis) => Math.max(-low[axis], high[axis])));
  }

  drawGround(view) {
    const { gl, scene } = this;
    const height = scene.low[2] - 0.004;
    const above = view.camera.eye[2] - height;
    const cell = gridCell(scene.unit) / scene.unit;
    const origin = scene.inside([0, 0, 0]);
    const { ground } = this.programs;
    ground.use({
      viewProjection: multiplied(this.projection, this.view),
      height,
      extent: 4,
      cell,
      phase: [origin[0] % (5 * cell), origin[1] % (5 * cell)],
      strength: smoothstep(-0.02, 0.12, above),
      reach: this.shadowReach,
      line: view.theme.line,
      shade: view.theme.shade,
      darkness: view.theme.darkness,
      shadow: 0,
    });
    bindTexture(gl, 0, this.shadows[0].color);
    gl.bindVertexArray(null);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  drawPaths(view) {
    const { gl } = this;
    const viewProjection = multiplied(this.projection, this.view);
    for (const item of this.items) {
      const path = item.drawing.path(gl);
      if (!path) continue;
      const size = [this.target.width, this.target.height];
      // In a close-up the paths would cross the contact.
      const color = [...item.color, (this.scene.history ? 0.5 : 0.85) * (view.near ? 0.3 : 1)];
      this.programs.ribbon.use({ viewProjection, size, width: 1.6 * this.pixel, color, stride: 1, lift: 0, dashed: 1 });
      gl.bindVertexArray(path.array);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, path.count);
    }
  }

  // The initial placements of moving bodies, as a glowing rim, once the bodies have left.
  drawGhosts(view) {
    if (view.time <= this.scene.start) return;
    const moving = this.items.filter((item) => item.drawing.body.moves);
    const ghosts = moving.map((item) => {
      const drawing = item.drawing.ghost(this.gl);
      return { ...item, drawing, modelView: multiplied(this.view, drawing.body.matrix(this.scene.start)) };
    });
    this.drawBodies(ghosts, { ghost: 0.42 });
  }

  present() {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.disable(gl.BLEND);
    this.cover(this.programs.copy.use({ picture: 0, weigh: 0 }), this.mean.color);
  }

  // Draws one picture and reads it back as RGBA.
  picture(view) {
    this.draw(view);
    const { gl, canvas } = this;
    const pixels = new Uint8Array(4 * canvas.width * canvas.height);
    gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  }

  // Waits until everything is drawn: reading a pixel cannot be put off.
  finish() {
    const { gl } = this;
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  // Projects a world point to page pixels; null behind the camera.
  project(point) {
    const [x, y, , w] = transformed(this.unshifted, transformed(this.view, point));
    if (w <= 0) return null;
    return [((x / w + 1) / 2) * this.canvas.clientWidth, ((1 - y / w) / 2) * this.canvas.clientHeight];
  }
}

class NoWebGl extends Error {}

// The width of the grid cells: 1, 2 or 5 times a power of ten, about a sixth of the scene's radius.
function gridCell(unit) {
  return roundBelow(unit / 6);
}
