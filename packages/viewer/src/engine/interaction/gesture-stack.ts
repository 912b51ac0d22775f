import type { DragKind, Pinch, ScreenPoint } from './gestures.js'

/** Handlers of drag and wheel that replace orbit, pan and zoom; those omitted keep the default. */
export interface GestureTaker {
  drag?(kind: DragKind, from: ScreenPoint, to: ScreenPoint): void
  pinch?(from: Pinch, to: Pinch): void
  wheel?(factor: number, position: ScreenPoint): void
}

/** Navigation modes that take over the gestures; the last one added is active. */
export class GestureStack {
  #takers: readonly GestureTaker[] = []

  /** Passes the gestures to `taker` from now on; returns a function that removes it. */
  add(taker: GestureTaker): () => void {
    this.#takers = [taker, ...this.#takers]
    return () => {
      this.#takers = this.#takers.filter((other) => other !== taker)
    }
  }

  /** Returns the active taker. */
  get first(): GestureTaker | null {
    return this.#takers[0] ?? null
  }
}
