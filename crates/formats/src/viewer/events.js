// The list of events in the panel. A short list has all its rows. Of a long one only those in view exist, between two
// spaces as high as the rows that are left out.

const ROW_HEIGHT = 34; // pixels; the style gives long lists this height
const ROWS_AROUND = 12; // rows beyond the border of the view

class EventList {
  // `row(event)` makes the button of an event.
  constructor(list, history, row) {
    Object.assign(this, { list, history, row, rows: new Map(), current: null });
    this.long = history.count > LISTED;
    list.classList.toggle("long", this.long);
    if (!this.long) {
      this.show(0, history.count);
      return;
    }
    [this.above, this.below] = [element("li", { class: "space" }), element("li", { class: "space" })];
    list.addEventListener("scroll", () => this.fill());
    this.fill();
  }

  // Puts the rows in view into the list.
  fill() {
    const { list, history } = this;
    const height = list.clientHeight || 320;
    const first = Math.floor(list.scrollTop / ROW_HEIGHT) - ROWS_AROUND;
    const from = clamp(first, 0, Math.max(0, history.count - 1));
    const to = Math.min(history.count, from + Math.ceil(height / ROW_HEIGHT) + 2 * ROWS_AROUND);
    if (from === this.from && to === this.to) return;
    Object.assign(this, { from, to });
    this.above.style.height = `${ROW_HEIGHT * from}px`;
    this.below.style.height = `${ROW_HEIGHT * (history.count - to)}px`;
    this.show(from, to);
  }

  show(from, to) {
    const { list, history } = this;
    this.rows.clear();
    for (let index = from; index < to; index++) this.rows.set(index, this.row(history.event(index)));
    const items = Array.from(this.rows.values(), (button) => element("li", {}, button));
    if (this.long) items.unshift(this.above), items.push(this.below);
    list.replaceChildren(...items);
    this.rows.get(this.current)?.setAttribute("aria-current", "true");
  }

  // Marks the current event; a long list follows it.
  mark(index) {
    if (index === this.current) return;
    this.rows.get(this.current)?.removeAttribute("aria-current");
    this.current = index;
    if (this.long && index !== null && !this.list.matches(":hover, :focus-within")) {
      this.list.scrollTop = ROW_HEIGHT * index - this.list.clientHeight / 2;
      this.fill();
    }
    this.rows.get(index)?.setAttribute("aria-current", "true");
  }
}
