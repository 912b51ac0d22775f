import type { ViewerOptions } from '../api.js'
import type { SceneRenderer } from '../render/scene-renderer.js'
import { Viewer } from '../viewer.js'

/**
 * A viewer that draws nothing, where `createViewer` throws `webgl-not-supported`: tree, search, lists and properties of a
 * model, selection and visibility are as ever. Its code is fetched with the first call.
 */
export async function createHeadlessViewer(container: HTMLElement, options?: ViewerOptions): Promise<Viewer> {
  const { NullRenderer } = await import('./null-renderer.js')
  // A class with private fields is no other class's, however alike: that nothing is missing is held by what it implements.
  const createRenderer = (canvas: HTMLCanvasElement): SceneRenderer =>
    new NullRenderer(canvas) as unknown as SceneRenderer
  return new Viewer(container, { ...options, viewCube: false }, createRenderer)
}
