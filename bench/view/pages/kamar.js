import { createViewer } from '@kamar/viewer'

const fieldOfViewDegrees = 60
const renderEffectsExtensionId = 'kamar.look'
/** Time without a frame after which the shading of a still frame is complete, milliseconds. */
const stillMilliseconds = 180
let viewer
let section
let renderEffects

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

window.peer = {
  async init(container) {
    // The defaults with edges, sky and ambient occlusion, at the resolution of the other viewers, without its own controls.
    viewer = createViewer(container, { background: '#ffffff', pixelRatio: 1, viewCube: false, keyboard: false })
  },
  /** The render effects are a chunk of their own, outside the engine. */
  async loadEffects() {
    renderEffects = await viewer.loadExtension(renderEffectsExtensionId)
  },
  load: (url) => viewer.load({ manifestUrl: `${url}manifest.json` }),
  unload: () => viewer.unload(),
  getBounds: () => viewer.model.manifest.bounds,
  isBusy: () => section?.busy ?? false,
  setCamera(eye, target) {
    const height = 2 * distance(eye, target) * Math.tan((fieldOfViewDegrees * Math.PI) / 360)
    viewer.camera.setView({ eye, target, projection: 'perspective', fieldOfViewDegrees, height }, { animate: false })
  },
  /** Moves the camera as touch or mouse input does. */
  move(eye, target) {
    window.peer.setCamera(eye, target)
    viewer.camera.apply(viewer.camera.pose, true)
  },
  /** Waits until the still frame is shaded. */
  async waitUntilStill() {
    const { benchProbe } = window
    for (let draws = -1; draws !== benchProbe.drawCalls;) {
      draws = benchProbe.drawCalls
      await new Promise((resolve) => setTimeout(resolve, stillMilliseconds))
    }
  },
  async cut(point, normal) {
    section ??= await viewer.loadExtension('kamar.section')
    section.addFace({ point, normal })
  },
  /** Shows a white background as the other viewers do. */
  hideEffects: () => renderEffects.set({ sky: false, ambientOcclusion: false }),
  showEffects: () => renderEffects.set({ sky: true, ambientOcclusion: true }),
  pick: (x, y) => viewer.pick(x, y)?.element ?? null,
}
