import { Camera, Coord3D, EmbeddedViewer, InputFilesFromUrls, RGBAColor } from 'online-3d-viewer'
import { Plane, Vector3 } from 'three'
import { toBounds } from './bounds.js'

let embedded
let viewer

const at = ([x, y, z]) => new Coord3D(x, y, z)

window.peer = {
  async init(container) {
    embedded = new EmbeddedViewer(container, { backgroundColor: new RGBAColor(255, 255, 255, 255) })
    viewer = embedded.GetViewer()
  },
  load(url) {
    return new Promise((resolve, reject) => {
      const onModelLoadFailed = () => reject(new Error('not loaded'))
      Object.assign(embedded.parameters, { onModelLoaded: resolve, onModelLoadFailed })
      embedded.LoadModelFromInputFiles(InputFilesFromUrls([url]))
    })
  },
  unload: () => viewer.Clear(),
  cut(point, normal) {
    const plane = new Plane().setFromNormalAndCoplanarPoint(new Vector3(...normal).negate(), new Vector3(...point))
    viewer.renderer.clippingPlanes = [plane]
    viewer.Render()
  },
  getBounds: () => toBounds(viewer.GetBoundingBox(() => true)),
  setCamera(eye, target, up) {
    const camera = new Camera(at(eye), at(target), at(up), 60)
    // Otherwise the viewer fits the loaded model into the frame.
    embedded.parameters.camera = camera
    viewer.SetCamera(camera)
  },
  pick: (x, y) => viewer.GetMeshUserDataUnderMouse(1, { x, y })?.originalMeshInstance.id ?? null,
}
