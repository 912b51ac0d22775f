import {
  createViewer,
  createReferenceOverlay,
  createSelectedVolumes,
  createSheetComparison,
  createSheetView,
  Extension,
  restoreView,
  revealElements,
  captureViewState,
  theExtensionManager,
  type ReferenceOverlay,
  type FrameStatistics,
  type PackageLoader,
  type SheetComparisonView,
  type SheetView,
  type Viewer,
  type ViewerOptions,
} from '../../index.js'
import { createPackageLoader } from '../../engine/stream/package-loader.js'

/** Red, green, blue, alpha. */
type Pixel = [number, number, number, number]

const box = document.getElementById('view') as HTMLDivElement
const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()))

let isCoarse = false
const { getParameter } = WebGL2RenderingContext.prototype
WebGL2RenderingContext.prototype.getParameter = function getCoarseParameter(name: GLenum): unknown {
  return isCoarse && name === this.MAX_SAMPLES ? 0 : (getParameter.call(this, name) as unknown)
}

type CanvasPoint = readonly [number, number]

/** Views that draw sheets. */
interface DrawnSheets extends Pick<SheetView, 'canvas' | 'camera' | 'invalidate'> {
  on(name: 'frame', listener: (frame: { readonly isSharp: boolean }) => void): () => void
}

function readPixels(view: DrawnSheets, points: readonly CanvasPoint[]): Promise<number[][]> {
  const gl = view.canvas.getContext('webgl2') as WebGL2RenderingContext
  return new Promise((resolve) => {
    const stop = view.on('frame', ({ isSharp }) => {
      if (!isSharp) return
      stop()
      const colors = points.map((point) => {
        const { x, y } = view.camera.toScreen(point)
        const pixel = new Uint8Array(4)
        gl.readPixels(Math.round(x), Math.round(view.canvas.height - 1 - y), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
        return [...pixel.subarray(0, 3)]
      })
      resolve(colors)
    })
    view.invalidate()
  })
}

/** Functions of the test page for tests, which run in Node. */
const testPage = {
  createViewer,
  createPackageLoader,
  Extension,
  theExtensionManager,
  captureViewState,
  restoreView,
  revealElements,
  createSelectedVolumes,
  viewer: null as Viewer | null,
  referenceOverlay: null as ReferenceOverlay | null,
  sheets: null as SheetView | null,
  compared: null as SheetComparisonView | null,
  frames: [] as FrameStatistics[],
  errors: [] as string[],

  /**
   * Opens a viewer that records its frames and errors. Its low quality costs a software renderer least: half the
   * resolution and one sample per pixel. Tests of single pixels and edges set `pixelRatio: 1`.
   */
  open(options: ViewerOptions = {}): Viewer {
    isCoarse = options.pixelRatio === undefined
    testPage.viewer?.dispose()
    testPage.frames = []
    testPage.errors = []
    const viewer = createViewer(box, { pixelRatio: 0.5, flightMilliseconds: 0, background: '#ffffff', ...options })
    viewer.on('frame', (frame) => testPage.frames.push(frame))
    viewer.on('error', (error) => testPage.errors.push(error.code))
    testPage.viewer = viewer
    return viewer
  },

  /** Opens a view of the sheets of a package. */
  async openSheets(folder: string): Promise<SheetView> {
    const fetchManifest = async () => (await fetch(`${folder}manifest.json`)).json() as Promise<never>
    testPage.sheets = await createSheetView(box, {
      manifest: await fetchManifest(),
      loader: {
        fetchManifest,
        fetchFile: async (path) => (await fetch(`${folder}${path}`)).arrayBuffer(),
      },
      paper: 'light',
      label: 'sheet',
      labelOfMeasurement: ({ value }) => String(Math.round(value)),
    })
    return testPage.sheets
  },

  /** Opens a comparison of the sheets of two packages. */
  async openComparison(older: string, newer: string): Promise<SheetComparisonView> {
    const loadVersion = async (folder: string) => {
      const fetchManifest = async () => (await fetch(`${folder}manifest.json`)).json() as Promise<never>
      const fetchFile = async (path: string) => (await fetch(`${folder}${path}`)).arrayBuffer()
      return { manifest: await fetchManifest(), loader: { fetchManifest, fetchFile } }
    }
    const [before, after] = await Promise.all([loadVersion(older), loadVersion(newer)])
    const options = { older: before, newer: after, paper: 'light', label: 'sheets' } as const
    testPage.compared = await createSheetComparison(box, options)
    return testPage.compared
  },

  /** Returns colours of the sheet's next sharp frame at sheet positions: red, green, blue. */
  sheetPixels: (points: readonly CanvasPoint[]): Promise<number[][]> =>
    readPixels(testPage.sheets as SheetView, points),
  /** Returns the same of two versions; side by side, in the first. */
  comparedPixels: (points: readonly CanvasPoint[]): Promise<number[][]> =>
    readPixels(testPage.compared as SheetComparisonView, points),

  /** Draws elements of another package with the model, in red. */
  async showReference(folder: string, elements: readonly number[]): Promise<void> {
    testPage.referenceOverlay = await createReferenceOverlay(testPage.viewer as Viewer)
    await testPage.referenceOverlay.show({
      loader: {
        fetchManifest: async () => (await fetch(`${folder}manifest.json`)).json() as Promise<unknown>,
        fetchFile: async (path) => (await fetch(`${folder}${path}`)).arrayBuffer(),
      },
      elements: new Set(elements),
      color: { rgb: [220, 40, 20], opacity: 0.7 },
      signal: new AbortController().signal,
    })
  },

  /** Sets the camera to look from `eye` at `target`, without animation. */
  setView(eye: [number, number, number], target: [number, number, number]): void {
    const view = { eye, target, projection: 'perspective', fieldOfViewDegrees: 50, height: 1 } as const
    testPage.viewer?.camera.setView(view, { animate: false })
  },

  /** Waits until nothing is drawn any more. */
  async rest(): Promise<void> {
    for (let stillFrames = 0, before = -1; stillFrames < 18; stillFrames++) {
      if (testPage.frames.length !== before) stillFrames = 0
      before = testPage.frames.length
      await nextFrame()
    }
  },

  /** Waits until the shapes for the current view are resident. */
  async settled(): Promise<void> {
    for (let before = '', stillFrames = 0; stillFrames < 15; stillFrames++) {
      const status = testPage.viewer?.residency ?? null
      // A model within the memory budget evicts and fetches nothing.
      if (status === null) break
      const now = JSON.stringify(status)
      if (now !== before) stillFrames = 0
      before = now
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await testPage.rest()
  },

  /** Returns the redrawn frame as bytes from the top left. */
  async capture(): Promise<{ width: number; height: number; data: Uint8ClampedArray }> {
    const blob = await (testPage.viewer as Viewer).screenshot()
    const bitmap = await createImageBitmap(blob)
    const copy = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = copy.getContext('2d') as OffscreenCanvasRenderingContext2D
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, bitmap.width, bitmap.height)
  },

  /** Returns the frame's pixels at these positions, in CSS pixels. */
  async pixels(points: readonly (readonly [number, number])[]): Promise<Pixel[]> {
    const { width, data } = await testPage.capture()
    const ratio = width / box.clientWidth
    return points.map((point) => {
      const [x, y] = point.map((coordinate) => Math.floor(coordinate * ratio))
      return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)] as Pixel
    })
  },

  /** Returns the ratio of pixels in the current frame that differ from `before` in any channel by more than 12. */
  difference(before: Uint8ClampedArray, after: Uint8ClampedArray): number {
    let differing = 0
    for (let at = 0; at < before.length; at += 4)
      if ([0, 1, 2].some((channel) => Math.abs(before[at + channel] - after[at + channel]) > 12)) differing++
    return differing / (before.length / 4)
  },

  /** Returns a loader that provides its manifests in turn, each after another call of `release`. */
  steppedLoader(folder: string, manifests: readonly unknown[]): PackageLoader & { release(): void } {
    let step = 0
    let changed = (): void => undefined
    return {
      fetchManifest: async () => manifests[Math.min(step, manifests.length - 1)],
      fetchFile: async (path) => (await fetch(`${folder}${path}`)).arrayBuffer(),
      subscribe: (listener) => {
        changed = listener
        return () => undefined
      },
      release: () => {
        step++
        changed()
      },
    }
  },
}

/** Type of the page, for tests. */
export type TestPage = typeof testPage

Object.assign(window, { testPage })
