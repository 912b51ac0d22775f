import type { AnnotationTarget, Viewer } from '@kamar/viewer'
import { OverlayLayer } from './overlay-layer.js'

/** Overlay layers, by the name their owner chose. */
export class OverlayManager {
  readonly #viewer: Viewer
  readonly #layers = new Map<string, OverlayLayer>()

  constructor(viewer: Viewer) {
    this.#viewer = viewer
  }

  /** Returns the layer of that name, and creates it if necessary. */
  addScene(name: string): OverlayLayer {
    const layer = this.#layers.get(name) ?? new OverlayLayer(this.#viewer, name)
    this.#layers.set(name, layer)
    return layer
  }
  /** Removes a layer; returns false when there is none of that name. */
  removeScene(name: string): boolean {
    this.#layers.get(name)?.dispose()
    return this.#layers.delete(name)
  }
  /** Updates all drawings to the current camera. */
  reposition(): void {
    for (const layer of this.#layers.values()) layer.reposition()
  }
  /** Draws lines and points onto a screenshot. */
  paintOver({ context, width }: AnnotationTarget): void {
    const scale = width / Math.max(1, this.#viewer.element.clientWidth)
    for (const layer of this.#layers.values()) layer.paintOver(context, scale)
  }
}
