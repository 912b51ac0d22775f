import { FragmentsModels } from '@thatopen/fragments'
import { Plane, Vector2, Vector3 } from 'three'
import { toBounds } from './bounds.js'
import { ThreeStage } from './three-stage.js'

const workerUrl = new URL('../../node_modules/@thatopen/fragments/dist/Worker/worker.min.mjs', import.meta.url).href
// The library needs periodic updates; its examples use every third frame.
const framesPerUpdate = 3
let stage
let fragments
let model

function watchTiles(loaded) {
  loaded.useCamera(stage.camera)
  stage.scene.add(loaded.object)
  for (const event of [loaded.tiles.onItemSet, loaded.tiles.onItemDeleted]) event.add(() => (stage.changed = true))
}

window.peer = {
  async init(container) {
    stage = new ThreeStage(container)
    fragments = new FragmentsModels(workerUrl)
    fragments.models.list.onItemSet.add(({ value }) => watchTiles(value))
    let frames = 0
    stage.beforeFrame = () => {
      if (frames++ % framesPerUpdate === 0) void fragments.update()
    }
  },
  async load(url) {
    const bytes = await (await fetch(url)).arrayBuffer()
    model = await fragments.load(bytes, { modelId: 'model' })
    await fragments.update(true)
  },
  async unload() {
    await fragments.disposeModel('model')
    stage.changed = true
  },
  cut(point, normal) {
    const plane = new Plane().setFromNormalAndCoplanarPoint(new Vector3(...normal).negate(), new Vector3(...point))
    stage.renderer.clippingPlanes = [plane]
    model.getClippingPlanesEvent = () => [plane]
    stage.changed = true
  },
  isBusy: () => model?.isBusy ?? false,
  getBounds: () => toBounds(model.box),
  setCamera: (eye, target, up) => stage.setCamera(eye, target, up),
  async pick(x, y) {
    const hit = await model.raycast({ camera: stage.camera, mouse: new Vector2(x, y), dom: stage.renderer.domElement })
    return hit ? hit.localId : null
  },
}
