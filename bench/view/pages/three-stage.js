import { Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three'

/** What the three.js peers share: a white scene with two lights that is drawn when something has changed. */
export class ThreeStage {
  constructor(container) {
    this.renderer = new WebGLRenderer({ antialias: true })
    this.renderer.setSize(1280, 720)
    container.append(this.renderer.domElement)
    this.scene = new Scene()
    this.scene.background = new Color(0xffffff)
    this.camera = new PerspectiveCamera(60, 1280 / 720, 0.1, 5000)
    const sun = new DirectionalLight(0xffffff, 1.5)
    sun.position.set(1, 2, 1.5)
    this.scene.add(new HemisphereLight(0xffffff, 0x888888, 2.2), sun)
    this.changed = true
    this.beforeFrame = () => {}
    const frame = () => {
      requestAnimationFrame(frame)
      this.beforeFrame()
      if (!this.changed) return
      this.changed = false
      this.renderer.render(this.scene, this.camera)
    }
    frame()
  }

  setCamera(eye, target, up) {
    this.camera.position.set(...eye)
    this.camera.up.set(...up)
    this.camera.lookAt(...target)
    this.camera.updateMatrixWorld()
    this.changed = true
  }
}
