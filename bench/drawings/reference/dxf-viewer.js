import { DxfViewer } from 'dxf-viewer'
import { Color } from 'three'

const fonts = ['/fonts/DejaVuSans.ttf']

/** @type {DxfViewer} */
let viewer

// Reads DXF only, in a worker as its own example does, and draws the model space.
window.peer = {
  init(container) {
    viewer = new DxfViewer(container, { canvasWidth: 1280, canvasHeight: 720, clearColor: new Color('#fff') })
  },
  async open(name, address) {
    await viewer.Load({
      url: address,
      fonts,
      workerFactory: () => new Worker(new URL('dxf-viewer-worker.js', import.meta.url), { type: 'module' }),
    })
  },
  /** Draws the same frame again. */
  redraw() {
    viewer.Render()
  },
}
