import type { AnnotationTarget, Viewer } from '@kamar/viewer'
import { OverlayLayer } from './overlay-layer.js'

/** Layers of drawings over the model, by the name that their owner gave them. */
export class OverlayManager {
  readonly #viewer: Viewer
  readonly #layers = new Map<string, OverlayLayer>()

  constructor(viewer: Viewer) {
    this.#viewer = viewer
  }

  /** The layer of that name, made when there is none. */
  addScene(name: string): OverlayLayer {
    const layer = this.#layers.get(name) ?? new OverlayLayer(this.#viewer, name)
    this.#layers.set(name, layer)
    return layer
  }
  hasScene(name: string): boolean {
    return this.#layers.has(name)
  }
  /** False when there was none. */
  removeScene(name: string): boolean {
    this.#layers.get(name)?.dispose()
    return this.#layers.delete(name)
  }
  /** Puts every drawing where the camera sees it now. */
  reposition(): void {
    for (const layer of this.#layers.values()) layer.reposition()
  }
  /** Draws lines and points onto a screenshot. */
  paintOver({ context, width }: AnnotationTarget): void {
    const scale = width / Math.max(1, this.#viewer.element.clientWidth)
    for (const layer of this.#layers.values()) layer.paintOver(context, scale)
  }
  /** Takes every layer away. */
  dispose(): void {
    for (const name of this.#layers.keys()) this.removeScene(name)
  }
}
