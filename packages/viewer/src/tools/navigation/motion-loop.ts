/** Limits the time step after a pause or in a hidden page; otherwise one step would cover metres. */
const maxStepSeconds = 0.05

/** Calls a step in every animation frame while something moves. */
export class MotionLoop {
  readonly #step: (seconds: number) => boolean
  #request = 0
  #last = 0

  /** `step` returns whether the motion continues. */
  constructor(step: (seconds: number) => boolean) {
    this.#step = step
  }

  /** Runs until a step returns false. */
  start(): void {
    if (this.#request !== 0) return
    this.#last = performance.now()
    this.#request = requestAnimationFrame((now) => this.#frame(now))
  }
  stop(): void {
    cancelAnimationFrame(this.#request)
    this.#request = 0
  }

  #frame(now: number): void {
    const seconds = Math.min(maxStepSeconds, Math.max(0.001, (now - this.#last) / 1000))
    this.#last = now
    this.#request = requestAnimationFrame((next) => this.#frame(next))
    if (!this.#step(seconds)) this.stop()
  }
}
