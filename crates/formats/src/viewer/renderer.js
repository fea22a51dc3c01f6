// Draws the scene: opaque objects first; then translucent bodies layer by layer, nearest first (depth peeling: Everitt,
// "Interactive Order-Independent Transparency", NVIDIA 2001), which is correct for any order of the bodies; then
// contacts and normals on top. A picture is the mean of several samples, each drawn with the pixels shifted by a
// fraction, which smooths all edges, including those of translucent layers. While the picture changes it has one
// sample, with fewer pixels on a slow machine. At rest the page draws the samples one by one, in bands (see `pace.js`).

const LAYERS = 4; // bodies are two thirds opaque, so four layers hide everything behind them
// Shifts of the samples in pixels: a rotated grid.
const SAMPLES = [
  [-0.125, -0.375],
  [0.375, -0.125],
  [-0.375, 0.125],
  [0.125, 0.375],
];
const WARM_SIZE = 16; // pixels
const NO_CUT = [0, 0, 0, 1];
const CROWD = 64; // bodies
// In a large crowd: bodies with a smaller radius than this are drawn as stand-ins, or without lines.
const STAND_IN_PIXELS = 3;
const LINE_PIXELS = 8;
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
    const surface = ["position", "normal"];
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
    this.mean = new Target(gl);
    this.fine = new Layers(gl);
    this.coarse = new Layers(gl);
    this.maps = new ShadowMaps(this);
    this.instances = new Map();
    this.prepared = 0;
    this.tape = new SegmentDrawing(gl);
    this.contacts = new ContactDrawing(gl);
    this.trails = scene.history ? new TrailDrawing(gl, scene.history) : null;
    this.forces = scene.history ? new ForceDrawing(gl, scene.history.forces) : null;
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
    this.mean.resize(width, height);
  }

  // Draws the whole picture, which depends on `view` only.
  draw(view) {
    for (let sample = 0; sample < SAMPLES.length; sample++) this.drawBand(view, sample, 0, 1);
  }

  // Draws and shows a picture that changes: one sample, with a part of the pixels. 1 is the first sample of the whole
  // picture.
  drawQuick(view, level) {
    if (level === 1) {
      this.drawBand(view, 0, 0, 1);
      return;
    }
    this.resize();
    const [width, height] = [this.canvas.width, this.canvas.height].map((size) => Math.ceil(size * level));
    this.coarse.target.resize(width, height);
    this.use(this.coarse, this.coarse.target);
    this.prepare(view, SAMPLES[0]);
    this.maps.update(view, 0.5);
    this.drawScene(view, [0, 0, width, height]);
    this.show(this.target);
  }

  // Draws a few pixels in all ways that the page draws. A program is compiled where it is first used,
  // which would otherwise stop the first frame at the contact.
  warmUp(view) {
    const { scene, coarse } = this;
    this.resize();
    coarse.target.resize(WARM_SIZE, WARM_SIZE);
    this.use(coarse, coarse.target);
    for (const opacity of [1, 0.5]) {
      const strong = { contactStrength: 1, dotStrength: 1, emphasis: 1, opacity: scene.bodies.map(() => opacity) };
      this.prepare({ ...view, ...strong }, SAMPLES[0]);
      this.maps.update(view, 0.5);
      this.drawScene({ ...view, ...strong, time: scene.end }, [0, 0, WARM_SIZE, WARM_SIZE]);
    }
    this.blend(coarse.target, 1, [0, 0, 1, 1]);
    // The page shows the first picture before the browser shows this one.
    this.show(coarse.target);
    this.finish();
  }

  // Draws the maps of shadows for the whole picture. Returns false if there was nothing to do.
  drawMaps(view) {
    this.resize();
    this.use(this.fine, this.mean);
    this.prepare(view, SAMPLES[0]);
    if (this.maps.current(view, 1)) return false;
    this.maps.update(view, 1);
    return true;
  }

  // Draws a band of a sample: one of `bands` that lie above each other. The last one shows the mean of this sample and
  // those before. Bands and samples of one view are drawn in order from 0.
  drawBand(view, sample, band, bands) {
    const { mean, fine } = this;
    this.resize();
    const { width, height } = mean;
    // The first sample is the mean.
    if (sample > 0) fine.target.resize(width, height);
    this.use(fine, sample > 0 ? fine.target : mean);
    this.prepare(view, SAMPLES[sample]);
    this.maps.update(view, 1);
    const [bottom, top] = [band, band + 1].map((end) => Math.round((height * end) / bands));
    this.drawScene(view, [0, bottom, width, top - bottom]);
    if (sample > 0) this.blend(fine.target, sample, [0, bottom, width, top - bottom]);
    if (band + 1 === bands) this.show(mean);
  }

  // The mean of n samples: 1/n of the new one and the rest of the mean before.
  blend(picture, sample, part) {
    const { gl, mean, programs } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, mean.frame);
    gl.viewport(0, 0, mean.width, mean.height);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(...part);
    gl.enable(gl.BLEND);
    gl.blendColor(0, 0, 0, 1 / (sample + 1));
    gl.blendFunc(gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA);
    this.cover(programs.copy.use({ picture: 0, weigh: 0 }), picture.color);
    gl.disable(gl.SCISSOR_TEST);
  }

  // Draws into `target`, with the other pictures of `layers` for translucent bodies.
  use(layers, target) {
    Object.assign(this, { layers, target });
    this.pixel = target.width / Math.max(1, this.canvas.clientWidth); // pixels of the picture per page pixel
  }

  // Draws the pixels of the target within `part`: left, bottom, width, height.
  drawScene(view, part) {
    const { gl } = this;
    // WebGL forbids a bound texture that is also the render target, even if the program does not sample it.
    for (const unit of [0, 1]) bindTexture(gl, unit, null);
    this.shading = this.maps.shading(view);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(...part);
    this.target.begin([...view.theme.background, 1]);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.disable(gl.BLEND);
    this.drawBodies(this.items.filter((item) => item.opacity === 1));
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    this.drawEdges(this.items.filter((item) => item.wire || item.opacity === 1));
    if (view.show.ground) drawGround(this, view);
    if (view.show.paths) drawPaths(this, view);
    if (view.show.trails) this.trails?.drawTrails(this, view);
    if (view.show.ghosts && !view.near) drawGhosts(this, view);
    const translucent = this.items.filter((item) => item.opacity > 0 && item.opacity < 1);
    // A plane by itself has one layer.
    const alone = translucent.length === 1 && isPlane(translucent[0]);
    if (alone) this.drawBodies(translucent);
    gl.depthMask(true);
    if (translucent.length > 0 && !alone) this.drawTranslucent(translucent, view, part);
    this.contacts.draw(this, view);
    if (view.show.forces) this.forces?.draw(this, view);
    this.trails?.drawDots(this, view);
    drawAsides(this, view);
    if (view.show.segments) this.segments.draw(this, view);
    drawTape(this, view);
    gl.disable(gl.SCISSOR_TEST);
  }

  // The number of pixels of the whole picture.
  get pixels() {
    this.resize();
    return this.mean.width * this.mean.height;
  }

  // About how many times the pixels of this view are drawn.
  effort(view) {
    const layered = this.scene.bodies.some((body, index) => {
      const { styles, opacity } = view;
      const faded = styles[index] === "translucent" || opacity[index] < 1;
      return styles[index] !== "hidden" && styles[index] !== "wire" && faded;
    });
    return layered ? 2 + 2 * LAYERS : 2;
  }

  // The matrices and lights in camera space.
  prepare(view, [shiftX, shiftY]) {
    view.camera.aspect = this.canvas.width / this.canvas.height;
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
    this.prepared++;
    this.pagePixel = view.camera.pixelSize(this.canvas.clientHeight);
    const { items, sum } = itemsOf(this, view);
    Object.assign(this, { items, shown: sum });
    for (const item of items) if (!item.many) item.drawing.moveTo(view.time);
  }

  drawBodies(items, extra = {}, pass = "modelView") {
    for (const item of items) this.drawBody(item, extra, item.many ? item.instances(pass) : null);
  }

  // Draws a body, or all instances of its mesh.
  drawBody(item, extra, instances) {
    const { gl } = this;
    const program = instances ? this.programs.bodies : this.programs.body;
    program.use({
      modelView: item.modelView,
      projection: this.projection,
      color: item.color,
      sky: this.sky,
      key: this.key,
      ghost: 0,
      opacity: item.opacity,
      fades: item.body.fades ? item.body.fades / this.scene.unit : 0,
      middle: transformed(item.modelView, [0, 0, 0]).slice(0, 3),
      layer: 0,
      nearer: 0,
      opaque: 1,
      bias: item.bias,
      cut: this.cut,
      inside: this.cut === NO_CUT ? 0 : item.drawing.cull,
      ...this.shading,
      ...(extra.layer > 1 ? { shadowing: 0 } : {}),
      ...extra,
    });
    if (this.cut === NO_CUT && this.sizeOf(item) < STAND_IN_PIXELS)
      item.drawing.drawIndexed(gl.TRIANGLES, item.drawing.standIn(), instances, program);
    else item.drawing.drawTriangles(gl, this.cut === NO_CUT, instances, program);
  }

  // The radius of the bodies of a large crowd in pixels of the target, at the middle of the picture; infinite for others.
  sizeOf({ bodies = [], body }) {
    return bodies.length > LARGE_CROWD ? (this.pixel * body.radius) / this.pagePixel : Infinity;
  }

  // Creases and boundary edges of an opaque body as fine lines, or all edges of a wireframe body. An endless body has
  // no border.
  drawEdges(items, strength = 1) {
    const { gl, projection, cut } = this;
    for (const item of items.filter((item) => item.wire || !item.body.fades)) {
      const { drawing, wire, opacity } = item;
      // On small bodies lines would be all that is seen.
      if (!wire && this.sizeOf(item) < LINE_PIXELS) continue;
      const edges = wire ? drawing.allEdges() : drawing.creases();
      if (edges.count === 0) continue;
      const look = wire ? { darker: 1, opacity: 0.95 } : { darker: 0.42, opacity: 0.5 * strength * opacity };
      const instances = this.usePlain(item, "modelView", { projection, lift: 2e-5, ...look, fading: 0, cut });
      drawing.drawIndexed(gl.LINES, edges, instances, this.programs.plains);
    }
  }

  // Prepares to draw an item in plain color. `matrix` is "modelView" or "matrix". Returns the instances of many bodies.
  usePlain(item, matrix, values) {
    const { plain, plains } = this.programs;
    if (item.many) {
      plains.use(values);
      return item.instances(matrix);
    }
    plain.use({ modelView: item[matrix], color: item.color, bias: item.bias, ...values });
    return null;
  }

  // `part`: the pixels that are drawn.
  drawTranslucent(items, view, part) {
    const { gl, target, layers: pictures, programs } = this;
    const { peels, stack } = pictures;
    // Only the pixels of these bodies: the passes below cost most of the picture.
    const all = common(this.coveredBy(items, view.time), part);
    if (all[2] === 0 || all[3] === 0) return;
    for (const picture of [...peels, stack]) picture.resize(target.width, target.height);
    gl.scissor(...all);
    stack.begin([0, 0, 0, 0]);
    // An endless plane has one layer. Where there is nothing else, the first layer is all.
    const deep = items.filter((item) => !isPlane(item));
    const planes = items.length - deep.length;
    const layers = Math.min(LAYERS, planes + LAYERS * deep.length);
    for (let layer = 1; layer <= layers; layer++) {
      if (layer === 2 && planes === 1) gl.scissor(...common(this.coveredBy(deep, view.time), part));
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
    gl.scissor(...part);
    // Opaque bodies hide the lines of translucent ones.
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(false);
    this.drawEdges(items, 0.72);
    gl.depthMask(true);
  }

  // The rectangle of the target that contains these bodies, in pixels: left, bottom, width, height.
  coveredBy(items, time) {
    const { width, height } = this.target;
    // A crowd is everywhere.
    if (items.some((item) => item.bodies.length > CROWD)) return [0, 0, width, height];
    const corners = items
      .flatMap((item) => item.bodies.flatMap((index) => this.scene.bodies[index].outline(time)))
      .map((point) => this.project(point));
    if (corners.some((corner) => !corner)) return [0, 0, width, height];
    const [low, high] = boxOf(corners.flatMap(([x, y]) => [x * this.pixel, height - y * this.pixel, 0]));
    const [left, right] = [low[0] - 2, high[0] + 2].map((x) => clamp(Math.floor(x), 0, width));
    const [bottom, top] = [low[1] - 2, high[1] + 2].map((y) => clamp(Math.floor(y), 0, height));
    return [left, bottom, right - left, top - bottom];
  }

  // Runs a program on every pixel.
  cover(program, texture) {
    const { gl } = this;
    bindTexture(gl, 0, texture);
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(null);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  // Shows a picture on the canvas.
  show(picture) {
    const { gl, canvas } = this;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, picture.frame);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    const to = [0, 0, canvas.width, canvas.height];
    gl.blitFramebuffer(0, 0, picture.width, picture.height, ...to, gl.COLOR_BUFFER_BIT, gl.LINEAR);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
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
