import { type AnnotationTarget, Extension, theExtensionManager, type Viewer } from '@kamar/viewer'

/** Id of the part of the API that saved views and screenshots pass through; nobody else loads it. */
export const apiStateId = 'kamar.extension-api'

/** What passes through. */
export interface ApiStateHandlers {
  readonly restored: () => void
  readonly paintOver: (target: AnnotationTarget) => void
}

/** An extension like any other, so that the engine's core need not know the API: it hears of restored views and screenshots. */
class ApiState extends Extension {
  #isNotified = false

  /** A view is restored in two steps: everything to nothing, then to what was saved. It is told once. */
  override restoreState(): void {
    if (this.#isNotified) return
    this.#isNotified = true
    queueMicrotask(() => {
      this.#isNotified = false
      this.#parts?.restored()
    })
  }
  override paintOver(target: AnnotationTarget): void {
    this.#parts?.paintOver(target)
  }
  get #parts(): ApiStateHandlers | undefined {
    return this.options['parts'] as ApiStateHandlers | undefined
  }
}

/** Begins to tell; ends with the viewer. */
export function watchState(viewer: Viewer, parts: ApiStateHandlers): void {
  theExtensionManager.registerExtension(apiStateId, ApiState)
  // It has nothing to load: what could fail does not.
  void viewer.loadExtension(apiStateId, { parts })
}
