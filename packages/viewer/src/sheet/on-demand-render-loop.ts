import { FrameLoop } from '../frame-loop.js'

/** After so long without a change a picture is at rest. */
const restMilliseconds = 200
/** A picture that takes longer makes movement jerk: two of a screen that shows sixty a second. */
const lateMilliseconds = 34

/** Draws pictures, with samples or without. */
export interface OnDemandFrame {
  draw(isSharp: boolean): void
  /** Whether the graphics card has finished the last sharp picture. */
  isFinished(): boolean
}

/**
 * Draws before the browser's next picture when somebody asked for it, and never otherwise. Samples that smooth lines are
 * most of what a picture costs where there is no graphics card: where they make pictures late they are left out, until
 * nothing has changed for a while.
 */
export class OnDemandRenderLoop {
  readonly #frame: OnDemandFrame
  readonly #loop = new FrameLoop(() => this.#step())
  /** Before anything is known the first picture shall come soon. */
  #isLate = true
  #isAtRest = false
  #frameHandle = 0
  #rest: ReturnType<typeof setTimeout> | undefined
  #check: ReturnType<typeof setTimeout> | undefined

  constructor(frame: OnDemandFrame) {
    this.#frame = frame
  }

  /** Asks for a picture. */
  request(): void {
    this.#isAtRest = false
    this.#cancelRest()
    this.#loop.request()
  }

  stop(): void {
    this.#loop.stop()
    this.#cancelRest()
    clearTimeout(this.#check)
  }

  #step(): void {
    const isSharp = this.#isAtRest || !this.#isLate
    this.#frame.draw(isSharp)
    if (isSharp) this.#watch()
    else this.#awaitRest()
  }

  /** Counted from when the browser goes on to its next picture: a card that is behind makes it wait. */
  #awaitRest(): void {
    this.#frameHandle = requestAnimationFrame(() => {
      this.#rest = setTimeout(() => {
        this.#isAtRest = true
        this.#loop.request()
      }, restMilliseconds)
    })
  }

  #cancelRest(): void {
    cancelAnimationFrame(this.#frameHandle)
    clearTimeout(this.#rest)
  }

  /** Learns whether sharp pictures are late. A page that was busy itself has seen nothing of the card. */
  #watch(): void {
    const begin = performance.now()
    clearTimeout(this.#check)
    this.#check = setTimeout(() => {
      if (!this.#frame.isFinished()) this.#isLate = true
      else if (performance.now() - begin < 2 * lateMilliseconds) this.#isLate = false
    }, lateMilliseconds)
  }
}
