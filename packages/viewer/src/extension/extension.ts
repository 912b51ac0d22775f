import type { Viewer } from '../viewer.js'

/** A screenshot that annotations are drawn onto; it shows what the viewer shows. */
export interface AnnotationTarget {
  readonly context: CanvasRenderingContext2D
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** What an extension was loaded with. */
export type ExtensionOptions = Readonly<Record<string, unknown>>

/**
 * A tool of the viewer: everything beyond looking, picking and hiding is one. Override what is needed; the viewer calls
 * `load` once, `activate` and `deactivate` as often as the tool is switched, `unload` at the end.
 */
export class Extension {
  protected readonly viewer: Viewer
  protected readonly options: ExtensionOptions
  #mode: string | null = null

  constructor(viewer: Viewer, options: ExtensionOptions = {}) {
    this.viewer = viewer
    this.options = options
  }

  /** Sets the extension up; false, or a rejection, says that it cannot work here. */
  load(): boolean | Promise<boolean> {
    return true
  }
  /** Takes back everything that `load` did. */
  unload(): void {
    this.deactivate()
  }

  /** Modes it can be activated in; the first is the default. */
  getModes(): readonly string[] {
    return ['default']
  }
  /** Switches it on; false when there is no such mode. */
  activate(mode: string = this.getModes()[0] ?? 'default'): boolean {
    if (!this.getModes().includes(mode)) return false
    this.#mode = mode
    return true
  }
  /** Switches it off; false when it was off. */
  deactivate(): boolean {
    const was = this.#mode !== null
    this.#mode = null
    return was
  }
  /** Whether it is on, in this mode or in any. */
  isActive(mode?: string): boolean {
    return mode === undefined ? this.#mode !== null : this.#mode === mode
  }

  /** What a saved view keeps of it; undefined for nothing. Plain data. */
  getState(): unknown {
    return undefined
  }
  /** Goes back to what `getState` answered; undefined, or anything unreadable: to nothing. */
  restoreState(_state: unknown): void {
    // Nothing is kept by default.
  }
  /** How far beside the middle a saved state reaches, in half picture heights: a narrow canvas shows more around it. */
  neededHalfWidth(_state: unknown): number {
    return 0
  }

  /** Draws what it shows over the model onto a screenshot with annotations. */
  paintOver(_target: AnnotationTarget): void {
    // Nothing is shown by default.
  }
}

/** The class of an extension. */
export type ExtensionClass = new (viewer: Viewer, options?: ExtensionOptions) => Extension
