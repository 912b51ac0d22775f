import { Box3, Raycaster, Vector2 } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { ThreeStage, boundsOf } from './three-stage.js'

let stage
let root

window.peer = {
  async init(container) {
    stage = new ThreeStage(container)
  },
  async load(url) {
    const { scene } = await new GLTFLoader().loadAsync(url)
    root = scene
    stage.scene.add(root)
    stage.changed = true
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  },
  bounds: () => boundsOf(new Box3().setFromObject(root)),
  setCamera: (eye, target, up) => stage.setCamera(eye, target, up),
  pick(x, y) {
    const raycaster = new Raycaster()
    raycaster.setFromCamera(new Vector2(x / 640 - 1, 1 - y / 360), stage.camera)
    return raycaster.intersectObject(root, true)[0]?.object.uuid ?? null
  },
}
