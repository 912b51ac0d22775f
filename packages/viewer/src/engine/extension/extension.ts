import type { Viewer } from '../viewer/viewer.js'

/** A screenshot onto which annotations are drawn; it shows the current view. */
export interface AnnotationTarget {
  readonly context: CanvasRenderingContext2D
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** Options passed to an extension. */
export type ExtensionOptions = Readonly<Record<string, unknown>>

/**
 * A tool of the viewer: all features beyond viewing, picking and hiding are extensions. Override what is needed; the
 * viewer calls `load` once, `activate` and `deactivate` as often as the tool is switched, `unload` at the end.
 */
export class Extension {
  protected readonly viewer: Viewer
  protected readonly options: ExtensionOptions
  #mode: string | null = null

  constructor(viewer: Viewer, options: ExtensionOptions = {}) {
    this.viewer = viewer
    this.options = options
  }

  /** Sets the extension up; false, or a rejection, means that it cannot work here. */
  load(): boolean | Promise<boolean> {
    return true
  }
  /** Reverses everything that `load` did. */
  unload(): void {
    this.deactivate()
  }

  /** Returns the modes it can be activated in; the first is the default. */
  getModes(): readonly string[] {
    return ['default']
  }
  /** Activates the extension; returns false for an unknown mode. */
  activate(mode: string = this.getModes()[0] ?? 'default'): boolean {
    if (!this.getModes().includes(mode)) return false
    this.#mode = mode
    return true
  }
  /** Deactivates the extension; returns false if it was inactive. */
  deactivate(): boolean {
    const was = this.#mode !== null
    this.#mode = null
    return was
  }
  /** Returns whether it is active, in this mode or in any. */
  isActive(mode?: string): boolean {
    return mode === undefined ? this.#mode !== null : this.#mode === mode
  }

  /** Returns its state for a saved view; undefined for nothing. Plain data. */
  getState(): unknown {
    return undefined
  }
  /** Restores a state from `getState`; undefined or invalid data resets it. */
  restoreState(_state: unknown): void {
    // Stores nothing by default.
  }
  /**
   * Returns how far a saved state extends sideways from the centre, in half view heights: a narrow canvas then shows
   * more.
   */
  neededHalfWidth(_state: unknown): number {
    return 0
  }

  /** Draws its overlay onto a screenshot with annotations. */
  paintOver(_target: AnnotationTarget): void {
    // Draws nothing by default.
  }
}

/** The class of an extension. */
export type ExtensionClass = new (viewer: Viewer, options?: ExtensionOptions) => Extension
