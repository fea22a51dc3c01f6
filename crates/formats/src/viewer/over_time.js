// The clearance of a robot over time: the smallest distance of all pairs and its bound, in the plot of distances.

class ClearancePlot {
  constructor(scene, seek) {
    const json = scene.report.clearanceCurve;
    if (!json) return;
    this.curve = { ...json };
    for (const name of ["times", "atMost", "atLeast"]) this.curve[name] = new Float64Array(bytesOf(json[name]));
    const { times, atMost, atLeast, evidence, far, toWorld } = this.curve;
    byId("distance-section").hidden = false;
    byId("distance-other-name").hidden = true;
    const plot = new TimePlot(byId("distance-plot"), scene, seek);
    const most = atMost.reduce((high, value) => Math.max(high, value), 0);
    byId("distance-most").setAttribute("d", plot.line(times, atMost, most));
    byId("distance-least").setAttribute("d", plot.area(times, atLeast, most));
    byId("distance-top").textContent = most < far ? quantity(most, "m") : `${quantity(far, "m")} or more`;
    const whose = toWorld ? "to the world, never closer" : "never closer";
    byId("distance-bound-name").textContent = `${whose}, ${evidence}`;
    byId("distance-start").textContent = `${figure(scene.start)} s`;
    byId("distance-end").textContent = `${figure(scene.end)} s`;
    const least = toWorld ? scene.report.worldClearance : scene.report.clearance;
    const nearest = least?.nearest?.time ?? scene.report.time?.[0];
    if (nearest !== undefined) byId("distance-at").setAttribute("d", plot.upright(nearest));
    this.plot = plot;
  }

  show(time) {
    if (!this.plot) return;
    const { times, atMost, atLeast, far, pairs, nearest } = this.curve;
    byId("distance-now").setAttribute("d", this.plot.upright(time));
    const last = times.length - 1;
    const known = time <= times[last];
    const [before, after, fraction] = keysAround(times, Math.min(time, times[last]));
    const value = mix(atMost[before], atMost[after], fraction);
    const pair = pairs[nearest[fraction < 0.5 ? before : after]];
    byId("distance-pair").textContent = known && pair ? pair.join(" · ") : "";
    const near = value < far ? quantity(value, "m") : `${quantity(far, "m")} or more`;
    byId("distance-value").textContent = known ? near : "not known";
    const bound = atLeast[Math.min(before, atLeast.length - 1)];
    const least = bound > 0 ? `at least ${lengthBelow(bound)}` : "no bound proved";
    byId("distance-bound").textContent = known ? least : "after the first contact";
  }
}
