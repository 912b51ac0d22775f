import { type AnnotationTarget, Extension, theExtensionManager, type Viewer } from '@kamar/viewer'

/** Id of the internal extension that connects the API to saved views and screenshots; not for other use. */
export const apiStateId = 'kamar.extension-api'

/** Handlers of the connected events. */
export interface ApiStateHandlers {
  readonly restored: () => void
  readonly paintOver: (target: AnnotationTarget) => void
}

/** Regular extension, so that the engine's core does not depend on the API: receives restored views and screenshots. */
class ApiState extends Extension {
  #isNotified = false

  /** A view is restored in two steps: reset everything, then apply the saved state. Notifies once. */
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

/** Starts watching; ends with the viewer. */
export function watchState(viewer: Viewer, parts: ApiStateHandlers): void {
  theExtensionManager.registerExtension(apiStateId, ApiState)
  // Loading cannot fail, because there is nothing to load.
  void viewer.loadExtension(apiStateId, { parts })
}
