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

const MOST_PATHS = 256; // bodies

function drawPaths(renderer, view) {
  const { gl } = renderer;
  const viewProjection = multiplied(renderer.projection, renderer.view);
  // In the order of the bodies, because lines blend.
  const shown = renderer.items.flatMap((item) => item.bodies).sort((one, other) => one - other);
  for (const index of shown.slice(0, MOST_PATHS)) {
    const path = renderer.bodies[index].path(gl);
    if (!path) continue;
    const size = [renderer.target.width, renderer.target.height];
    // In a close-up the paths would cross the contact.
    const color = [...view.theme.bodies[index], (renderer.scene.history ? 0.5 : 0.85) * (view.near ? 0.3 : 1)];
    const width = 1.6 * renderer.pixel;
    renderer.programs.ribbon.use({ viewProjection, size, width, color, stride: 1, lift: 0, dashed: 1 });
    gl.bindVertexArray(path.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, path.count);
  }
}

// The initial placements of moving bodies, as a glowing rim, once the bodies have left.
function drawGhosts(renderer, view) {
  if (view.time <= renderer.scene.start) return;
  const { scene, gl } = renderer;
  for (const item of renderer.items.map((item) => item.among((index) => scene.bodies[index].moves))) {
    if (item.many) renderer.drawBodies([item], { ghost: 0.42 }, "ghost");
    else if (item.bodies.length === 1) {
      const { body, opacity, color, bias } = item;
      const drawing = item.drawing.ghost(gl);
      const modelView = multiplied(renderer.view, body.matrix(scene.start));
      renderer.drawBody({ body, opacity, color, bias, drawing, modelView }, { ghost: 0.42 }, null);
    }
  }
}

// The width of the grid cells: 1, 2 or 5 times a power of ten, about a sixth of the scene's radius.
function gridCell(unit) {
  return roundBelow(unit / 6);
}
