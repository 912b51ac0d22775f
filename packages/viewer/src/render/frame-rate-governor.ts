/** Slower than 20 pictures a second asks for less, faster than 45 allows more, milliseconds. */
const tooSlow = 50
const fastEnough = 22
/** Pictures to see before anything is changed. */
const framesBeforeStep = 4

/** By step: share of the canvas's pixels per side, and whether edges and small things are left out. */
const steps = [
  { resolution: 1, hurried: false },
  { resolution: 0.75, hurried: false },
  { resolution: 0.5, hurried: true },
] as const

/** Watches how fast moving pictures follow each other and chooses how much they may cost. */
export class FrameRateGovernor {
  #step = 0
  #last = -Infinity
  #slow = 0
  #fast = 0

  /** Share of the canvas's pixels per side for moving pictures. */
  get resolution(): number {
    return (steps[this.#step] ?? steps[0]).resolution
  }
  /** Whether moving pictures leave edges and small things out. */
  get hurried(): boolean {
    return (steps[this.#step] ?? steps[0]).hurried
  }

  /** Called once per picture with its time, milliseconds. */
  observe(now: number, moving: boolean): void {
    const interval = now - this.#last
    this.#last = moving ? now : -Infinity
    if (!moving || !Number.isFinite(interval) || interval > 1000) return
    this.#slow = interval > tooSlow ? this.#slow + 1 : 0
    this.#fast = interval < fastEnough ? this.#fast + 1 : 0
    if (this.#slow >= framesBeforeStep) this.#change(1)
    if (this.#fast >= framesBeforeStep * 8) this.#change(-1)
  }

  #change(by: number): void {
    this.#step = Math.min(steps.length - 1, Math.max(0, this.#step + by))
    this.#slow = 0
    this.#fast = 0
  }
}
