// Two maps of the bodies seen from above: their blurred silhouettes, which are the shadow on the ground, and their
// heights, for the shadows that they cast on each other. They depend on the bodies alone, not on the camera.

const SHADOW_SIZE = 256;
const HEIGHTS_SIZE = 768;
const SHADOW_CROWD = 400; // bodies with one mesh
const LARGE_CROWD = 2000; // bodies
const NO_MAP = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

class ShadowMaps {
  constructor(renderer) {
    const { gl, scene } = renderer;
    Object.assign(this, { renderer, gl, scene, drawn: null });
    this.silhouettes = [new Target(gl), new Target(gl)];
    this.heights = new Target(gl);
  }

  // Half the width of the maps.
  get reach() {
    const { low, high } = this.scene;
    return 1.25 * Math.max(0.1, ...[0, 1].map((axis) => Math.max(-low[axis], high[axis])));
  }

  // Whether the maps show the items of the renderer at the time of the view. `part` is 1 for the whole maps, or less
  // for a picture that changes.
  current(view, part) {
    return this.key(view, part) === this.drawn;
  }

  key(view, part) {
    return [part, view.time, this.renderer.shown].join();
  }

  update(view, part) {
    const key = this.key(view, part);
    if (key === this.drawn) return;
    this.drawn = key;
    // WebGL forbids a bound texture that is also the render target, even if the program does not sample it.
    for (const unit of [0, 1, 2]) bindTexture(this.gl, unit, null);
    this.drawSilhouettes(Math.round(part * SHADOW_SIZE));
    // While a large crowd moves, its bodies cast no shadows on each other.
    this.flat = part < 1 && this.renderer.scene.bodies.length > LARGE_CROWD;
    if (this.flat) this.toMap ??= NO_MAP;
    else this.drawHeights(Math.round(part * HEIGHTS_SIZE));
  }

  // The silhouettes of the bodies from above, blurred.
  drawSilhouettes(size) {
    const { gl, scene, renderer, silhouettes } = this;
    for (const picture of silhouettes) picture.resize(size, size);
    silhouettes[0].begin([0, 0, 0, 0]);
    const height = Math.max(1e-6, scene.high[2] - scene.low[2]);
    const across = 1 / this.reach;
    const from = -1 - (2 * scene.low[2]) / height;
    const above = [across, 0, 0, 0, 0, across, 0, 0, 0, 0, 2 / height, 0, 0, 0, from, 1];
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendEquation(gl.MAX);
    for (const item of renderer.items.filter((item) => !item.wire && !item.body.fades)) {
      const look = { projection: above, lift: 0, opacity: 1, fading: 1, cut: NO_CUT };
      this.cast(item, renderer.usePlain(item, "matrix", look));
    }
    gl.blendEquation(gl.FUNC_ADD);
    gl.disable(gl.BLEND);
    for (const [from, to, stride] of [
      [0, 1, [1, 0]],
      [1, 0, [0, 1]],
    ]) {
      silhouettes[to].begin([0, 0, 0, 0]);
      renderer.cover(
        renderer.programs.blur.use({ picture: 0, stride: stride.map((step) => (1.7 * step) / SHADOW_SIZE) }),
        silhouettes[from].color,
      );
    }
  }

  // Draws the shadow of an item. The bodies of a crowd are small: stand-ins cast theirs.
  cast(item, instances) {
    const { gl, renderer } = this;
    const { plains } = renderer.programs;
    if (item.bodies.length > SHADOW_CROWD) item.drawing.drawIndexed(gl.TRIANGLES, item.drawing.standIn(), instances, plains);
    else item.drawing.drawTriangles(gl, true, instances, plains);
  }

  drawHeights(size) {
    const { gl, scene, renderer, heights } = this;
    heights.resize(size, size);
    heights.begin([0, 0, 0, 0]);
    const height = Math.max(1e-6, scene.high[2] - scene.low[2]) * 1.02;
    const middle = (scene.high[2] + scene.low[2]) / 2;
    const across = 1 / this.reach;
    const below = [across, 0, 0, 0, 0, across, 0, 0, 0, 0, -2 / height, 0, 0, 0, (2 * middle) / height, 1];
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.disable(gl.BLEND);
    // A faded body casts no shadow, nor does an endless one.
    const casts = ({ wire, opacity, body }) => !wire && opacity >= 0.3 && !body.fades;
    for (const item of renderer.items.filter(casts)) {
      const look = { lift: 0, darker: 1, opacity: 1, fading: 0, cut: NO_CUT };
      this.cast(item, renderer.usePlain(item, "matrix", { projection: below, ...look }));
    }
    this.toMap = below;
  }

  // What a body needs of the map of heights, which is bound to unit 2.
  shading(view) {
    const { gl, renderer } = this;
    // In a close-up the map of heights is too coarse. Compare one of its cells with a pixel of the page.
    const pixels = (2 * this.reach) / HEIGHTS_SIZE / view.camera.pixelSize(renderer.canvas.clientHeight);
    bindTexture(gl, 2, this.heights.depth);
    gl.activeTexture(gl.TEXTURE0);
    return {
      toShadow: multiplied(this.toMap, renderer.toWorld),
      shadowing: this.flat ? 0 : 0.5 * (1 - smoothstep(2, 6, pixels)),
      spread: 0.035,
      heights: 2,
    };
  }
}
