import type { DragKind, Pinch, ScreenPoint } from './gestures.js'

/** Drags and wheels in place of turning, moving and zooming; what a taker leaves out stays as it is. */
export interface GestureTaker {
  drag?(kind: DragKind, from: ScreenPoint, to: ScreenPoint): void
  pinch?(from: Pinch, to: Pinch): void
  wheel?(factor: number, position: ScreenPoint): void
}

/** Ways of moving that take the gestures of the picture; the one that came last has them. */
export class GestureStack {
  #takers: readonly GestureTaker[] = []

  /** Gives `taker` the gestures from now on; the answer ends it. */
  add(taker: GestureTaker): () => void {
    this.#takers = [taker, ...this.#takers]
    return () => {
      this.#takers = this.#takers.filter((other) => other !== taker)
    }
  }

  /** Whoever has the gestures now. */
  get first(): GestureTaker | null {
    return this.#takers[0] ?? null
  }
}
