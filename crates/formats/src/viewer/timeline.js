// The clock and its bar: the interval proved free of contact, the contact, the interval not examined.

class Timeline {
  // `changed` is called after every change of the time.
  constructor(scene, changed) {
    Object.assign(this, { scene, changed, time: scene.start, playing: false, loop: false, held: 0 });
    this.contact = scene.contactTime;
    this.stopAtContact = this.contact !== null && this.contact > scene.start;
    this.naturalRate = playbackRate(scene, this.stopAtContact ? this.contact : null);
    this.speed = 1;
    this.slider = byId("slider");
    this.flash = scene.history?.flash ?? 0;
    this.mark();
    this.slider.addEventListener("input", () => this.seek(this.at(Number(this.slider.value) / 1000)));
    byId("play").addEventListener("click", () => this.toggle());
    byId("speed").addEventListener("change", (event) => {
      this.speed = Number(event.target.value);
      this.show();
    });
    byId("loop").addEventListener("click", () => {
      this.loop = !this.loop;
      this.show();
    });
    byId("stop").hidden = !this.stopAtContact;
    byId("stop").addEventListener("click", () => {
      this.stopAtContact = !this.stopAtContact;
      this.show();
    });
    this.show();
  }

  at(fraction) {
    return fraction >= 1 ? this.scene.end : this.scene.start + fraction * this.scene.duration;
  }

  fraction(time) {
    return this.scene.duration > 0 ? clamp((time - this.scene.start) / this.scene.duration, 0, 1) : 0;
  }

  // The end of playback.
  get last() {
    return this.stopAtContact ? this.contact : this.scene.end;
  }

  get rate() {
    return this.naturalRate * this.speed;
  }

  // Positions the colored parts of the bar.
  mark() {
    const { report } = this.scene;
    const percent = (time) => `${100 * this.fraction(time)}%`;
    byId("clear-part").style.width = percent(report.clearUntil);
    byId("clear-part").dataset.evidence = report.evidence;
    byId("rest-part").style.left = percent(report.clearUntil);
    byId("rest-part").hidden = report.verdict === "clear";
    const [marker, part] = [byId("contact-mark"), byId("contact-bracket")];
    marker.hidden = part.hidden = this.contact === null;
    if (this.contact !== null) {
      marker.style.left = part.style.left = percent(report.time[0]);
      part.style.width = `${100 * (this.fraction(report.time[1]) - this.fraction(report.time[0]))}%`;
      marker.addEventListener("click", () => this.seek(this.contact));
    }
    if (this.scene.story) this.fillToNow();
    const events = this.scene.history?.marks ?? (this.scene.story ?? this.scene.answers).events;
    byId("event-marks").append(...events.flatMap((event) => this.eventMarks(event, percent)));
    byId("start-label").textContent = `${figure(this.scene.start)} s`;
    byId("end-label").textContent = `${figure(this.scene.end)} s`;
  }

  // Simulations and measurements have no interval proved clear: the bar is filled up to now.
  fillToNow() {
    byId("clear-part").dataset.evidence = "history";
    byId("rest-part").hidden = true;
  }

  // The mark of an event, and the interval in which its instant is known to lie.
  eventMarks({ kind, instant, during, share }, percent) {
    const mark = element("span", { class: `event ${kind}` });
    if (share) mark.style.height = `${(1 + 7 * share).toFixed(1)}px`;
    mark.style.left = percent(instant);
    const width = during ? this.fraction(during[1]) - this.fraction(during[0]) : 1;
    if (width > 0.99) return [mark]; // the whole span says nothing
    const bracket = element("span", { class: "during" });
    bracket.style.left = percent(during[0]);
    bracket.style.width = `${100 * width}%`;
    return [bracket, mark];
  }

  seek(time) {
    this.playing = false;
    this.set(time);
  }

  set(time) {
    this.time = clamp(time, this.scene.start, this.scene.end);
    this.show();
    this.changed();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    // At the end of the span or of playback, restart. Between the two, play to the end of the span.
    if (this.time >= this.scene.end || this.time === this.last) this.time = this.scene.start;
    this.playing = this.scene.duration > 0;
    this.show();
    this.changed();
  }

  pause() {
    this.playing = false;
    this.show();
    this.changed();
  }

  // Advances by seconds of real time.
  advance(seconds) {
    const last = this.time > this.last ? this.scene.end : this.last;
    if (this.time < last) {
      this.time = Math.min(last, this.time + seconds * this.rate);
      this.held = 0;
    } else if (this.loop) {
      // Hold the last picture for a moment.
      this.held += seconds;
      if (this.held > 1) this.time = this.scene.start;
    } else {
      this.playing = false;
    }
    this.show();
  }

  // What is known about the current instant.
  phase() {
    return phaseWords(this.scene, this.time);
  }

  show() {
    this.slider.value = String(1000 * this.fraction(this.time));
    const phase = this.phase();
    this.slider.setAttribute("aria-valuetext", `${figure(this.time)} seconds${phase && `, ${phase}`}`);
    byId("time").textContent = figureFixed(this.time, this.scene.duration);
    byId("head").style.left = `${100 * this.fraction(this.time)}%`;
    byId("phase").textContent = phase;
    if (this.scene.story) byId("clear-part").style.width = `${100 * this.fraction(this.time)}%`;
    const play = byId("play");
    play.dataset.playing = String(this.playing);
    play.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    byId("loop").setAttribute("aria-pressed", String(this.loop));
    byId("stop").setAttribute("aria-pressed", String(this.stopAtContact));
    byId("rate").textContent = rateWords(this.rate);
  }
}

// Seconds of the scene per second of playback up to `last`, or to the end if null. Motions of some seconds play in real
// time. Others are slowed down or sped up to a few seconds.
function playbackRate({ start, end, duration }, last) {
  const played = (last ?? end) - start;
  return played >= 0.8 && played <= 12 ? 1 : (duration || 1) / 4;
}

// The current time, to a ten-thousandth of the span. The number of decimals is fixed, so that its width is constant.
function figureFixed(time, duration) {
  const decimals = clamp(4 - Math.floor(Math.log10(duration || 1)), 0, 12);
  return `${time.toFixed(decimals).replace("-", "−")} s`;
}
