import type { Point } from '../engine/types.js'
import type { Viewer } from '../engine/api.js'
import { ModelBatches } from '../engine/render/model-batches.js'
import { SceneRenderer } from '../engine/render/scene-renderer.js'
import { ModelViewer } from '../engine/viewer/viewer.js'
// Registers the tools, as in the page.
import '../tools/index.js'
import { openNodePage, type NodePage } from './node-page.js'
import { recordGl } from './recorded-gl.js'
import type { TestPackage } from './test-package.js'

/** A viewer in Node that loads, picks and cuts models like any other, and draws no frames. */
export interface NodeViewer {
  readonly page: NodePage
  readonly viewer: Viewer
  /** Notifies the tools of a frame, as after the browser has drawn one. */
  drawFrame(): void
  close(): Promise<void>
}

/** Renderer without frames whose models are loaded to the page's memory. */
class LoadingRenderer extends SceneRenderer {
  override get isStarted(): boolean {
    return true
  }
  override start(): void {
    // There is no context.
  }
  override createModel(): ModelBatches {
    return new ModelBatches(recordGl().gl, true)
  }
}

/** Opens a viewer with a model. */
export async function openNodeViewer(model: TestPackage): Promise<NodeViewer> {
  const page = openNodePage()
  const viewer = new ModelViewer(
    page.container,
    { viewCube: false, flightMilliseconds: 0, pixelRatio: 1, createDecodeWorker: null, createSearchWorker: null },
    (canvas, colors) => new LoadingRenderer(canvas, colors),
  )
  await viewer.load({ loader: createLoader(model) })
  return {
    page,
    viewer,
    drawFrame: () => viewer.replacement.events.emit('frame', noCost),
    close: async () => {
      viewer.dispose()
      await page.close()
    },
  }
}

const noCost = {
  kind: 'full',
  quality: 'still',
  draws: 0,
  ranges: 0,
  triangles: 0,
  lines: 0,
  points: 0,
  instances: 0,
  exterior: false,
  milliseconds: 0,
} as const

/** Returns the loader of a test package. */
export const createLoader = ({ files, manifest }: TestPackage) => ({
  fetchManifest: () => Promise.resolve(structuredClone(manifest)),
  fetchFile: (path: string) => {
    const bytes = files.get(path)
    return bytes === undefined ? Promise.reject(new RangeError(path)) : Promise.resolve(bytes.slice())
  },
})

/**
 * Looks at a point from another: in perspective, or orthographically with a view of this height in metres. North is up
 * in views straight down.
 */
export function lookAt(viewer: Viewer, eye: Point, target: Point, height?: number): void {
  const projection = height === undefined ? 'perspective' : 'orthographic'
  const isVertical = eye[0] === target[0] && eye[1] === target[1]
  viewer.camera.setView(
    { eye, target, projection, fieldOfViewDegrees: 60, height: height ?? 10, ...(isVertical && { up: [0, 1, 0] }) },
    { animate: false },
  )
}
