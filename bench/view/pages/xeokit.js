import { SectionPlane, Viewer, XKTLoaderPlugin } from '@xeokit/xeokit-sdk'

let viewer
let loader
let model
let sectionPlane

window.peer = {
  async init(container) {
    const canvas = document.createElement('canvas')
    canvas.style.cssText = 'width:1280px;height:720px'
    container.append(canvas)
    viewer = new Viewer({ canvasElement: canvas, transparent: false, backgroundColor: [1, 1, 1] })
    viewer.camera.perspective.fov = 60
    viewer.camera.perspective.fovAxis = 'y'
    viewer.camera.perspective.far = 5000
    viewer.cameraControl.active = false
  },
  load(url) {
    loader ??= new XKTLoaderPlugin(viewer)
    model = loader.load({ id: 'model', src: url, edges: true })
    return new Promise((resolve, reject) => {
      model.on('loaded', resolve)
      model.on('error', (message) => reject(new TypeError(String(message))))
    })
  },
  unload: () => model.destroy(),
  /** The plane keeps the side that its direction points to. */
  cut(point, normal) {
    sectionPlane = new SectionPlane(viewer.scene, { pos: point, dir: normal.map((value) => -value) })
    sectionPlane.active = true
  },
  getBounds() {
    const [minX, minY, minZ, maxX, maxY, maxZ] = viewer.scene.aabb
    return { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }
  },
  setCamera(eye, target, up) {
    viewer.camera.eye = eye
    viewer.camera.look = target
    viewer.camera.up = up
  },
  pick: (x, y) => viewer.scene.pick({ canvasPos: [x, y] })?.entity?.id ?? null,
}
