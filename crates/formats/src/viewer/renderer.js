// Draws the scene: opaque objects first; then translucent bodies layer by layer, nearest first (depth peeling: Everitt,
// "Interactive Order-Independent Transparency", NVIDIA 2001), which is correct for any order of the bodies; then
// contacts and normals on top. Supersampling by up to 2 × 2 smooths all edges, including those of translucent layers.

const LAYERS = 4; // bodies are two thirds opaque, so four layers hide everything behind them
const MOST_PIXELS = 9e6; // of the supersampled picture
const SHADOW_SIZE = 384;

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
    const surface = ["position", "normal"];
    this.programs = {
      body: new Program(gl, BODY_VERTEX, BODY_FRAGMENT, surface),
      plain: new Program(gl, PLAIN_VERTEX, PLAIN_FRAGMENT, surface),
      ribbon: new Program(gl, RIBBON_VERTEX, RIBBON_FRAGMENT, ["from", "to", "along"]),
      dot: new Program(gl, DOT_VERTEX, DOT_FRAGMENT, ["dotPlace"]),
      arrow: new Program(gl, ARROW_VERTEX, ARROW_FRAGMENT, ["position", "normal", "foot", "direction"]),
      ground: new Program(gl, GROUND_VERTEX, GROUND_FRAGMENT),
      copy: new Program(gl, COPY_VERTEX, COPY_FRAGMENT),
      blur: new Program(gl, COPY_VERTEX, BLUR_FRAGMENT),
    };
    this.bodies = scene.bodies.map((body) => new Drawing(gl, body));
    this.target = new Target(gl);
    this.peels = [new Target(gl), new Target(gl)];
    this.stack = new Target(gl);
    this.shadows = [new Target(gl), new Target(gl)];
    this.contacts = new ContactDrawing(gl);
    this.trails = scene.history ? new TrailDrawing(gl, scene.history) : null;
    this.segments = scene.measures ? new SegmentDrawing(gl) : null;
  }

  // Fits the resolution of the canvas to its size on the screen. `fine` requests supersampling.
  resize(fine) {
    const ratio = window.devicePixelRatio || 1;
    const most = this.gl.getParameter(this.gl.MAX_TEXTURE_SIZE);
    const width = clamp(Math.round(this.canvas.clientWidth * ratio), 1, most);
    const height = clamp(Math.round(this.canvas.clientHeight * ratio), 1, most);
    if (this.canvas.width !== width || this.canvas.height !== height)
      [this.canvas.width, this.canvas.height] = [width, height];
    const wanted = ratio < 1.75 ? 2 : 1.5;
    const affordable = Math.min(Math.sqrt(MOST_PIXELS / (width * height)), most / Math.max(width, height));
    const scale = fine ? clamp(wanted, 1, Math.max(1, affordable)) : 1;
    this.target.resize(Math.round(width * scale), Math.round(height * scale));
    this.pixel = this.target.width / Math.max(1, this.canvas.clientWidth); // target pixels per page pixel
  }

  // Draws one picture, which depends on `view` only.
  draw(view) {
    this.resize(view.fine);
    const { gl } = this;
    view.camera.aspect = this.canvas.width / this.canvas.height;
    this.prepare(view);
    // WebGL forbids a bound texture that is also the render target, even if the program does not sample it.
    for (const unit of [0, 1]) bindTexture(gl, unit, null);
    if (view.show.ground) this.drawShadow();
    this.target.begin([...view.theme.background, 1]);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.disable(gl.BLEND);
    for (const item of this.items) if (item.opacity === 1) this.drawBody(item);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    for (const item of this.items) if (item.wire || item.opacity === 1) this.drawEdges(item);
    if (view.show.ground) this.drawGround(view);
    if (view.show.paths) this.drawPaths(view);
    if (view.show.trails) this.trails?.drawTrails(this, view);
    if (view.show.ghosts) this.drawGhosts(view);
    gl.depthMask(true);
    const translucent = this.items.filter((item) => item.opacity > 0 && item.opacity < 1);
    if (translucent.length > 0) this.drawTranslucent(translucent);
    this.contacts.draw(this, view);
    this.trails?.drawDots(this, view);
    if (view.show.segments) this.segments?.draw(this, view);
    this.present();
  }

  // The matrices and lights in camera space.
  prepare(view) {
    this.view = view.camera.view();
    this.projection = view.camera.projection();
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
      this.items.push({ index, drawing, matrix, modelView: multiplied(this.view, matrix), wire, opacity, color });
    });
  }

  drawBody(item, extra = {}) {
    const { gl } = this;
    this.programs.body.use({
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
      ...extra,
    });
    item.drawing.drawTriangles(gl);
  }

  // Creases and boundary edges of an opaque body as fine lines, or all edges of a wireframe body. An endless body has
  // no border.
  drawEdges(item, strength = 1) {
    const { gl } = this;
    if (item.drawing.body.fades && !item.wire) return;
    const edges = item.wire ? item.drawing.allEdges(gl) : item.drawing.creases(gl);
    const color = item.wire ? [...item.color, 0.95] : [...scaled(item.color, 0.42), 0.6 * strength];
    this.programs.plain.use({ modelView: item.modelView, projection: this.projection, lift: 2e-5, color, fading: 0 });
    gl.bindVertexArray(edges.array);
    gl.drawElements(gl.LINES, edges.count, gl.UNSIGNED_INT, 0);
  }

  drawTranslucent(items) {
    const { gl, target, peels, stack, programs } = this;
    for (const picture of [...peels, stack]) picture.resize(target.width, target.height);
    stack.begin([0, 0, 0, 0]);
    for (let layer = 1; layer <= LAYERS; layer++) {
      const [now, before] = layer % 2 ? peels : [peels[1], peels[0]];
      now.begin([0, 0, 0, 0]);
      gl.disable(gl.BLEND);
      gl.enable(gl.DEPTH_TEST);
      bindTexture(gl, 0, before.depth);
      bindTexture(gl, 1, target.depth);
      for (const item of items) this.drawBody(item, { layer });
      // Blend the layer under the previous layers.
      gl.bindFramebuffer(gl.FRAMEBUFFER, stack.frame);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE_MINUS_DST_ALPHA, gl.ONE);
      this.cover(programs.copy.use({ picture: 0, weigh: 1 }), now.color);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.frame);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.cover(programs.copy.use({ picture: 0, weigh: 0 }), stack.color);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    for (const item of items) this.drawEdges(item, 0.45);
    gl.enable(gl.DEPTH_TEST);
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
    for (const item of this.items) {
      if (item.wire || item.drawing.body.fades) continue;
      programs.plain.use({ modelView: item.matrix, projection: above, lift: 0, color: [1, 1, 1, 1], fading: 1 });
      item.drawing.drawTriangles(gl);
    }
    gl.blendEquation(gl.FUNC_ADD);
    gl.disable(gl.BLEND);
    for (const [from, to, stride] of [
      [0, 1, [1, 0]],
      [1, 0, [0, 1]],
    ]) {
      shadows[to].begin([0, 0, 0, 0]);
      this.cover(
        programs.blur.use({ picture: 0, stride: stride.map((step) => (1.3 * step) / SHADOW_SIZE) }),
        shadows[from].color,
      );
    }
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
      const color = [...item.color, this.scene.history ? 0.5 : 0.85];
      this.programs.ribbon.use({ viewProjection, size, width: 1.6 * this.pixel, color, stride: 1, lift: 0, dashed: 1 });
      gl.bindVertexArray(path.array);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, path.count);
    }
  }

  // The initial placements of moving bodies, as a glowing rim, once the bodies have left.
  drawGhosts(view) {
    for (const item of this.items) {
      const { body } = item.drawing;
      if (!body.moves || view.time <= this.scene.start) continue;
      const drawing = item.drawing.ghost(this.gl);
      const modelView = multiplied(this.view, body.matrix(this.scene.start));
      this.drawBody({ ...item, drawing, modelView }, { ghost: 0.42 });
    }
  }

  present() {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.disable(gl.BLEND);
    this.cover(this.programs.copy.use({ picture: 0, weigh: 0 }), this.target.color);
  }

  // Draws one picture and reads it back as RGBA.
  picture(view) {
    this.draw(view);
    const { gl, canvas } = this;
    const pixels = new Uint8Array(4 * canvas.width * canvas.height);
    gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  }

  // Projects a world point to page pixels; null behind the camera.
  project(point) {
    const [x, y, , w] = transformed(this.projection, transformed(this.view, point));
    if (w <= 0) return null;
    return [((x / w + 1) / 2) * this.canvas.clientWidth, ((1 - y / w) / 2) * this.canvas.clientHeight];
  }
}

class NoWebGl extends Error {}

// The width of the grid cells: 1, 2 or 5 times a power of ten, about a sixth of the scene's radius.
function gridCell(unit) {
  const rough = unit / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (rough / power >= 5 ? 5 : rough / power >= 2 ? 2 : 1);
}
