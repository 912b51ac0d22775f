import { createObservable, type Observable } from '../../../platform/observable.js'

/** A camera, as its history needs it. */
export interface HistoryCamera<View> {
  /** Returns the view that the camera is in, or is flying to; null before it has one. */
  readonly getView: () => View | null
  /** Moves there; returns whether it could. */
  readonly show: (view: View) => boolean
  /** Returns whether a user sees no difference between two views. */
  readonly isSame: (one: View, other: View) => boolean
}

/** Whether there are views to return to. */
export interface CameraHistoryState {
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

/** Gestures with a shorter pause between them are one movement, milliseconds. */
const pauseMilliseconds = 800
const maxViews = 50

/**
 * Views that the camera has left, apart from the undo history: returning to a view changes nothing of the model. A
 * flight is one step, and so is an uninterrupted series of gestures.
 */
export class CameraHistory<View> {
  readonly state: Observable<CameraHistoryState> = createObservable<CameraHistoryState>({
    hasPrevious: false,
    hasNext: false,
  })
  readonly #camera: HistoryCamera<View>
  readonly #now: () => number
  #previous: View[] = []
  #next: View[] = []
  #lastGesture = -Infinity
  #isStepping = false

  constructor(camera: HistoryCamera<View>, now: () => number = () => performance.now()) {
    this.#camera = camera
    this.#now = now
  }

  /** Records the view that the camera is about to leave. */
  leave(isGesture: boolean): void {
    if (this.#isStepping) return
    const now = this.#now()
    const isContinued = isGesture && now - this.#lastGesture < pauseMilliseconds
    this.#lastGesture = isGesture ? now : -Infinity
    const view = isContinued ? null : this.#camera.getView()
    if (view === null) return
    const last = this.#previous.at(-1)
    if (last === undefined || !this.#camera.isSame(last, view)) this.#previous.push(view)
    if (this.#previous.length > maxViews) this.#previous.shift()
    this.#next = []
    this.#publish()
  }

  /** Returns to the view before the last movement. */
  showPrevious(): void {
    this.#step(this.#previous, this.#next)
  }
  /** Goes forward again. */
  showNext(): void {
    this.#step(this.#next, this.#previous)
  }

  /** Drops all views: another document is displayed. */
  clear(): void {
    this.#previous = []
    this.#next = []
    this.#lastGesture = -Infinity
    this.#publish()
  }

  #step(from: View[], to: View[]): void {
    const current = this.#camera.getView()
    if (current === null) return
    while (from.length > 0 && this.#camera.isSame(from.at(-1) as View, current)) from.pop()
    const view = from.at(-1)
    if (view !== undefined && this.#move(view)) {
      from.pop()
      to.push(current)
    }
    this.#lastGesture = -Infinity
    this.#publish()
  }

  #move(view: View): boolean {
    this.#isStepping = true
    const hasMoved = this.#camera.show(view)
    this.#isStepping = false
    return hasMoved
  }

  #publish(): void {
    const [hasPrevious, hasNext] = [this.#previous.length > 0, this.#next.length > 0]
    const state = this.state.get()
    if (state.hasPrevious !== hasPrevious || state.hasNext !== hasNext) this.state.set(() => ({ hasPrevious, hasNext }))
  }
}
