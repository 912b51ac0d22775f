/** Thresholds of the frame time, milliseconds: below 20 frames per second lowers the quality, above 45 raises it. */
const slowFrameMilliseconds = 50
const fastFrameMilliseconds = 22
/** Frames to observe before a change. */
const framesBeforeStep = 4

/** Quality steps: resolution per side relative to the canvas, and whether edges and small objects are omitted. */
const steps = [
  { resolution: 1, isReduced: false },
  { resolution: 0.75, isReduced: false },
  { resolution: 0.5, isReduced: true },
] as const

/** Observes the frame rate during movement and selects the rendering quality. */
export class FrameRateGovernor {
  #step = 0
  #last = -Infinity
  #slow = 0
  #fast = 0

  /** Resolution of moving frames per side, relative to the canvas. */
  get resolution(): number {
    return (steps[this.#step] ?? steps[0]).resolution
  }
  /** Whether moving frames omit edges and small objects. */
  get isReduced(): boolean {
    return (steps[this.#step] ?? steps[0]).isReduced
  }

  /** Records a frame with its time, milliseconds. */
  observe(now: number, moving: boolean): void {
    const interval = now - this.#last
    this.#last = moving ? now : -Infinity
    if (!moving || !Number.isFinite(interval) || interval > 1000) return
    this.#slow = interval > slowFrameMilliseconds ? this.#slow + 1 : 0
    this.#fast = interval < fastFrameMilliseconds ? this.#fast + 1 : 0
    if (this.#slow >= framesBeforeStep) this.#change(1)
    if (this.#fast >= framesBeforeStep * 8) this.#change(-1)
  }

  #change(by: number): void {
    this.#step = Math.min(steps.length - 1, Math.max(0, this.#step + by))
    this.#slow = 0
    this.#fast = 0
  }
}
