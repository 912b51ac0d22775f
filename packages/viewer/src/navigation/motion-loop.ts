/** After a pause, or in a hidden page, time does not jump: metres would be gone in one step. */
const maxStepSeconds = 0.05

/** Calls a step for every picture of the browser while something moves. */
export class MotionLoop {
  readonly #step: (seconds: number) => boolean
  #request = 0
  #last = 0

  /** `step` answers whether it wants to go on. */
  constructor(step: (seconds: number) => boolean) {
    this.#step = step
  }

  /** Goes on until a step wants no more. */
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
