// How much of a picture one frame draws, so that the page answers at once on a machine without a fast GPU.
//
// A picture that changes is drawn with fewer pixels where it would take long. At rest the whole picture follows, in
// horizontal bands, one in each frame. Both depend on the times of the frames before.

const FRAME_TIME = 60; // milliseconds that a frame should take
const LEVELS = [1, 0.7, 0.5, 0.4, 0.3]; // pixels of a changing picture, as a part of the width and of the height
const MOST_BANDS = 12; // every band draws all vertices again
const FIRST_RATE = 100; // until a frame is measured

class Pace {
  constructor() {
    this.rate = FIRST_RATE; // milliseconds for a million pixels, each drawn once
    this.base = 0; // milliseconds of a frame without pixels: vertices, and the page itself
  }

  // The time for this many pixels, in milliseconds. `effort` is the number of times that a pixel is drawn.
  expected(pixels, effort) {
    return (this.rate * pixels * effort) / 1e6;
  }

  // What a frame has left for its pixels, in milliseconds.
  get left() {
    return FRAME_TIME - Math.min(this.base, FRAME_TIME / 2);
  }

  // The level of a changing picture: the finest that is quick enough, or the coarsest.
  level(pixels, effort) {
    const quick = (level) => this.expected(pixels * level * level, effort) <= this.left;
    return LEVELS.find(quick) ?? LEVELS[LEVELS.length - 1];
  }

  // The number of bands of a whole picture.
  bands(pixels, effort) {
    return clamp(Math.ceil(this.expected(pixels, effort) / this.left), 1, MOST_BANDS);
  }

  // Learns from a frame. A slow one counts at once, because the next would be slow as well. A quick one may be an
  // exception. The quickest frames tell what does not depend on the pixels.
  learn(milliseconds, pixels, effort) {
    this.base = Math.min(milliseconds, 1.05 * this.base + 1);
    const rate = (1e6 * (milliseconds - this.base)) / Math.max(1, pixels * effort);
    this.rate = Math.max(rate, (this.rate + rate) / 2);
  }
}

// Tells when the GPU has finished a frame. The page does not draw the next one before: frames that queue up would let
// it answer later and later.
const MOST_LOOKS = 60; // browsers put at least four milliseconds between two

class FrameWatch {
  constructor() {
    this.fence = null;
  }

  get waiting() {
    return this.fence !== null;
  }

  // Watches the frame that was begun at `begin`, and calls `done` with its time in milliseconds.
  watch(gl, begin, done) {
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    this.fence = fence;
    let looks = 0;
    const look = () => {
      if (this.fence !== fence) return;
      const unsignaled = fence && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED;
      // A lost context never signals, and a test with a virtual clock does not wait for the GPU.
      if (unsignaled && looks++ < MOST_LOOKS) {
        setTimeout(look, 2);
        return;
      }
      this.fence = null;
      gl.deleteSync(fence);
      done(performance.now() - begin);
    };
    setTimeout(look, 0);
  }
}

