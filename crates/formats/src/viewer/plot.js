// Lines over the time of the scene, as SVG paths in the panel.

class TimePlot {
  // `plot` is the SVG element. Pressing or dragging on it calls `seek` with the time there.
  constructor(plot, scene, seek) {
    const [, , width, height] = plot.getAttribute("viewBox").split(" ").map(Number);
    Object.assign(this, { scene, width, height });
    const follow = (event) => {
      const box = plot.getBoundingClientRect();
      seek(scene.start + clamp((event.clientX - box.left) / box.width, 0, 1) * scene.duration);
    };
    plot.addEventListener("pointerdown", (event) => {
      plot.setPointerCapture(event.pointerId);
      follow(event);
    });
    plot.addEventListener("pointermove", (event) => {
      if (plot.hasPointerCapture(event.pointerId)) follow(event);
    });
  }

  x(time) {
    return ((this.width * (time - this.scene.start)) / (this.scene.duration || 1)).toFixed(2);
  }

  // Values from 0 to `most`, with a margin for the width of the line.
  y(value, most) {
    return (this.height - ((this.height - 3) * value) / (most || 1)).toFixed(2);
  }

  // A line through the values at these times.
  line(times, values, most) {
    const point = (time, key) => `${key ? "L" : "M"}${this.x(time)} ${this.y(values[key], most)}`;
    return Array.from(times, point).join("");
  }

  // The area under steps: one value from each time to the next.
  area(times, values, most) {
    const step = (value, key) => `V${this.y(value, most)}H${this.x(times[key + 1])}`;
    return `M${this.x(times[0])} ${this.height}${Array.from(values, step).join("")}V${this.height}Z`;
  }

  // A vertical line.
  upright(time) {
    return `M${this.x(time)} 0V${this.height}`;
  }
}
