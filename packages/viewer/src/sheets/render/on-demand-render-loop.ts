import { FrameLoop } from '../../engine/frame-loop.js'

/** Delay without a change until a frame counts as idle. */
const restMilliseconds = 200
/** Frame time above which movement stutters: two frames at 60 Hz. */
const stutterMilliseconds = 34

/** Draws frames, with or without multisampling. */
export interface OnDemandFrame {
  draw(isSharp: boolean): void
  renderer(): SharpFrameRenderer
}

interface SharpFrameRenderer {
  /** Whether the GPU has completed the last sharp frame. */
  readonly isFinished: boolean
  /** Frees what the next sharp frame will need again. */
  releaseSharpFrame(): void
}

/**
 * Draws before the browser's next frame if requested, and never otherwise. Multisampling is most of the cost of a frame
 * without a GPU: where it makes frames late it is disabled until nothing has changed for a while.
 */
export class OnDemandRenderLoop {
  readonly #frame: OnDemandFrame
  readonly #loop = new FrameLoop(() => this.#step())
  /** The first frame should be fast until timings are available. */
  #isStuttering = true
  #isAtRest = false
  #frameHandle = 0
  #rest: ReturnType<typeof setTimeout> | undefined
  #check: ReturnType<typeof setTimeout> | undefined

  constructor(frame: OnDemandFrame) {
    this.#frame = frame
  }

  /** Requests a frame. */
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
    const isSharp = this.#isAtRest || !this.#isStuttering
    this.#frame.draw(isSharp)
    if (isSharp) this.#watch()
    else this.#awaitRest()
  }

  /** Counted from the start of the browser's next frame, which a busy GPU delays. */
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

  /**
   * Measures whether sharp frames are late; their memory is then freed, as the next frames are not sharp. Times of a busy
   * page are ignored, as they reveal nothing about the GPU.
   */
  #watch(): void {
    const begin = performance.now()
    clearTimeout(this.#check)
    this.#check = setTimeout(() => {
      const renderer = this.#frame.renderer()
      if (!renderer.isFinished) this.#isStuttering = true
      else if (performance.now() - begin < 2 * stutterMilliseconds) this.#isStuttering = false
      if (this.#isStuttering) renderer.releaseSharpFrame()
    }, stutterMilliseconds)
  }
}
