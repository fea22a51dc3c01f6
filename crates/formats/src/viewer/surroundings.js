// What is drawn besides the bodies and their contacts: the ground, the paths, the initial placements, the contacts that
// were set aside, and the measuring tape. Each function draws into the target of the renderer.

// The contacts of pairs that were set aside: they do not count in the answer.
function drawAsides(renderer, view) {
  if (view.asides.length === 0) return;
  const { gl } = renderer;
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  gl.disable(gl.DEPTH_TEST);
  const places = view.asides.map((place) => transformed(renderer.view, place).slice(0, 3));
  renderer.segments.drawEnds(renderer, view, places, { strength: view.asideStrength, fill: view.theme.muted });
}

// The measuring tape.
function drawTape(renderer, view) {
  const places = view.tape.map((place) => transformed(renderer.view, place).slice(0, 3));
  if (places.length === 0) return;
  const { gl } = renderer;
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  gl.disable(gl.DEPTH_TEST);
  const ends = [places[0], places[places.length - 1]];
  const plain = { ...view, theme: { ...view.theme, accent: view.theme.tape } };
  if (places.length === 2) renderer.tape.drawLine(renderer, plain, ends, true);
  renderer.tape.drawEnds(renderer, plain, ends);
}

function drawGround(renderer, view) {
  const { gl, scene } = renderer;
  const height = scene.low[2] - 0.004;
  const above = view.camera.eye[2] - height;
  const cell = gridCell(scene.unit) / scene.unit;
  const origin = scene.inside([0, 0, 0]);
  const { ground } = renderer.programs;
  ground.use({
    viewProjection: multiplied(renderer.projection, renderer.view),
    height,
    extent: 4,
    cell,
    phase: [origin[0] % (5 * cell), origin[1] % (5 * cell)],
    strength: smoothstep(-0.02, 0.12, above),
    reach: renderer.maps.reach,
    line: view.theme.line,
    shade: view.theme.shade,
    darkness: view.theme.darkness,
    shadow: 0,
  });
  bindTexture(gl, 0, renderer.maps.silhouettes[0].color);
  gl.bindVertexArray(null);
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
}

function drawPaths(renderer, view) {
  const { gl } = renderer;
  const viewProjection = multiplied(renderer.projection, renderer.view);
  for (const item of renderer.items) {
    const path = item.drawing.path(gl);
    if (!path) continue;
    const size = [renderer.target.width, renderer.target.height];
    // In a close-up the paths would cross the contact.
    const color = [...item.color, (renderer.scene.history ? 0.5 : 0.85) * (view.near ? 0.3 : 1)];
    const width = 1.6 * renderer.pixel;
    renderer.programs.ribbon.use({ viewProjection, size, width, color, stride: 1, lift: 0, dashed: 1 });
    gl.bindVertexArray(path.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, path.count);
  }
}

// The initial placements of moving bodies, as a glowing rim, once the bodies have left.
function drawGhosts(renderer, view) {
  if (view.time <= renderer.scene.start) return;
  const moving = renderer.items.filter((item) => item.drawing.body.moves);
  const ghosts = moving.map((item) => {
    const drawing = item.drawing.ghost(renderer.gl);
    return { ...item, drawing, modelView: multiplied(renderer.view, drawing.body.matrix(renderer.scene.start)) };
  });
  renderer.drawBodies(ghosts, { ghost: 0.42 });
}

// The width of the grid cells: 1, 2 or 5 times a power of ten, about a sixth of the scene's radius.
function gridCell(unit) {
  return roundBelow(unit / 6);
}
