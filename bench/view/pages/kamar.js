import { createViewer } from '@kamar/viewer'

const fieldOfViewDegrees = 60
let viewer

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

window.peer = {
  async init(container) {
    // As it is by default, but white as all others, at the resolution of all others, and without its own controls.
    viewer = createViewer(container, { background: '#ffffff', pixelRatio: 1, viewCube: false, keyboard: false })
  },
  load: (url) => viewer.load({ manifestUrl: `${url}manifest.json` }),
  bounds: () => viewer.model.manifest.bounds,
  setCamera(eye, target) {
    const height = 2 * distance(eye, target) * Math.tan((fieldOfViewDegrees * Math.PI) / 360)
    viewer.camera.setView({ eye, target, projection: 'perspective', fieldOfViewDegrees, height }, { animate: false })
  },
  pick: (x, y) => viewer.pick(x, y)?.element ?? null,
}
