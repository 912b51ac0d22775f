import { createViewer } from '@kamar/viewer'

const fieldOfViewDegrees = 60
/** After this long without a picture nothing is shaded any more, milliseconds. */
const quietMilliseconds = 180
let viewer
let section
let look

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

window.peer = {
  async init(container) {
    // As it is by default, with edges, sky and ambient occlusion; at the resolution of all others, without its own controls.
    viewer = createViewer(container, { background: '#ffffff', pixelRatio: 1, viewCube: false, keyboard: false })
  },
  /** The look is a chunk of its own, and no part of the engine. */
  async dress() {
    look = await viewer.loadExtension('kamar.look')
  },
  load: (url) => viewer.load({ manifestUrl: `${url}manifest.json` }),
  unload: () => viewer.unload(),
  bounds: () => viewer.model.manifest.bounds,
  busy: () => section?.busy ?? false,
  setCamera(eye, target) {
    const height = 2 * distance(eye, target) * Math.tan((fieldOfViewDegrees * Math.PI) / 360)
    viewer.camera.setView({ eye, target, projection: 'perspective', fieldOfViewDegrees, height }, { animate: false })
  },
  /** As a finger or the mouse moves it. */
  move(eye, target) {
    window.peer.setCamera(eye, target)
    viewer.camera.apply(viewer.camera.pose, true)
  },
  /** Until the picture is shaded. */
  async rested() {
    const { benchProbe } = window
    for (let draws = -1; draws !== benchProbe.drawCalls;) {
      draws = benchProbe.drawCalls
      await new Promise((resolve) => setTimeout(resolve, quietMilliseconds))
    }
  },
  async cut(point, normal) {
    section ??= await viewer.loadExtension('kamar.section')
    section.addFace({ point, normal })
  },
  /** White behind the model, as all others have it. */
  plain: () => look.set({ sky: false, ambientOcclusion: false }),
  adorned: () => look.set({ sky: true, ambientOcclusion: true }),
  pick: (x, y) => viewer.pick(x, y)?.element ?? null,
}
