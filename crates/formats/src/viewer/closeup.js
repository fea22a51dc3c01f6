// The close-up of a contact: a view in which no third body stands before it, and what to fade where there is none.

const FREE_AZIMUTHS = 16;
const FREE_ELEVATIONS = [0.12, 0.42, 0.8, -0.25];

// The camera position that shows `contact` at its time. `now` is the present camera; `home` the one that shows all.
function closeUp(scene, contact, now, home) {
  const sizes = [contact.bodyA, contact.bodyB].map((index) => scene.bodies[index]?.radius ?? 1);
  const gap = contact.places ? 3 * length(subtract(...contact.places)) : 0;
  const wide = 2.5 * (contact.size ?? 0);
  const distance = clamp(Math.max(5 * Math.min(...sizes), gap, wide), 1e-4, 0.6 * home.distance);
  const direction = freeDirection(scene, contact, distance, now);
  return { target: contact.place, distance, ...direction };
}

// The direction with the fewest bodies before the contact: across the normal, and near the present one among equals.
function freeDirection(scene, contact, distance, now) {
  const time = contact.at ?? contact.time[0];
  const directions = [];
  for (let step = 0; step < FREE_AZIMUTHS; step++) {
    for (const elevation of FREE_ELEVATIONS) {
      const azimuth = now.azimuth + (2 * Math.PI * step) / FREE_AZIMUTHS;
      const { back } = now.axes(azimuth, elevation);
      const along = Math.abs(dot(back, contact.normal));
      const turn = Math.min(step, FREE_AZIMUTHS - step) / FREE_AZIMUTHS + 0.4 * Math.abs(elevation - now.elevation);
      directions.push({ azimuth, elevation, back, cost: 1.6 * Math.max(0, along - 0.35) + turn });
    }
  }
  directions.sort((one, other) => one.cost - other.cost);
  // Rays cost most: stop where no direction can be better than the best.
  let best = null;
  for (const { azimuth, elevation, back, cost } of directions) {
    if (best && cost >= best.cost) break;
    const total = cost + hiddenCost(scene, contact, time, scaled(back, distance));
    if (!best || total < best.cost) best = { azimuth, elevation, cost: total };
  }
  return { azimuth: best.azimuth, elevation: best.elevation };
}

// 4 for every other body between the contact and the eye, 0.5 for a touching one, which is translucent.
function hiddenCost(scene, contact, time, toEye) {
  const ray = { from: contact.place, direction: toEye, least: 0.02 };
  let cost = 0;
  scene.bodies.forEach((body, index) => {
    if (body.fades) return;
    const touches = index === contact.bodyA || index === contact.bodyB;
    const hit = rayHit(body, time, ray);
    if (hit && hit.along < 1) cost += touches ? 0.5 : 4;
  });
  return cost;
}

// The bodies before the contact, seen from `eye`: those that rays to it and to a ring around it meet first. The ring
// has a seventh of the height of the picture as its radius.
function hidingBodies(scene, contact, time, camera) {
  const { right, up } = camera.axes();
  const radius = camera.distance * camera.halfTangent * 0.28;
  const goals = [contact.place];
  for (let step = 0; step < 8; step++) {
    const angle = (step * Math.PI) / 4;
    const off = add(scaled(right, Math.cos(angle) * radius), scaled(up, Math.sin(angle) * radius));
    goals.push(add(contact.place, off));
  }
  const { eye } = camera;
  const hiding = new Set();
  for (const goal of goals) {
    const ray = { from: eye, direction: subtract(goal, eye) };
    scene.bodies.forEach((body, index) => {
      if (index === contact.bodyA || index === contact.bodyB || hiding.has(index)) return;
      const hit = rayHit(body, time, ray);
      if (hit && hit.along < 0.995) hiding.add(index);
    });
  }
  return hiding;
}
