import type { ViewerOptions } from '../types.js'
import type { SceneRenderer } from '../render/scene-renderer.js'
import type { Viewer } from '../api.js'
import { ModelViewer } from '../viewer/viewer.js'

/**
 * Creates a viewer without rendering, for browsers where `createViewer` throws `webgl-not-supported`: tree, search,
 * lists and properties of a model, selection and visibility work as usual. The first call loads its code.
 */
export async function createHeadlessViewer(container: HTMLElement, options?: ViewerOptions): Promise<Viewer> {
  const { NullRenderer } = await import('./null-renderer.js')
  // Private fields make a class nominal; the `implements` clause ensures that no member is missing.
  const createRenderer = (canvas: HTMLCanvasElement): SceneRenderer =>
    new NullRenderer(canvas) as unknown as SceneRenderer
  return new ModelViewer(container, { ...options, viewCube: false }, createRenderer)
}
