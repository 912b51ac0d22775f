import { Scene, type WebGLRenderer } from 'three'
import type { CullView } from '../cull/culler.js'
import { ViewerError } from '../errors.js'
import type { FrameShading, SelectionMarks } from '../render/frame-passes.js'
import type { PixelSize, SceneRenderer } from '../render/scene-renderer.js'

/** What a picture would be seen by, were there one. */
const nowhere: CullView = { eye: [0, 0, 0], planes: new Float64Array(24), pixelScale: 1, orthographic: false }

const none = (): never => {
  throw new ViewerError('webgl-not-supported')
}

/** Stands where the graphics card would, in browsers without WebGL: there are no pictures, and everything else goes on. */
export class NullRenderer implements Pick<SceneRenderer, keyof SceneRenderer> {
  readonly canvas: HTMLCanvasElement
  readonly overlay = new Scene()
  readonly backdrop = new Scene()
  readonly selectedOverlay = new Scene()
  readonly multiDraw = false
  /** As after a card was taken away: nobody draws. */
  readonly isLost = true
  shading: FrameShading | null = null
  selectionMarks: SelectionMarks | null = null
  capped = false
  size: PixelSize = { width: 1, height: 1 }
  cuts: Float64Array = new Float64Array(0)

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas
  }

  get three(): WebGLRenderer {
    return none()
  }
  readonly createModel = none
  /** Asked for by screenshots alone, while `isLost`. */
  readonly draw = none
  readonly drawFrom = none
  readonly drawTile = none

  setSize(size: PixelSize): void {
    this.size = size
  }
  setCuts(planes: Float64Array): void {
    this.cuts = planes
  }
  computeMargin(): number {
    return 0
  }
  aim(): CullView {
    return nowhere
  }

  setColors = nothing
  show = nothing
  resetState = nothing
  shade = nothing
  warmUp = nothing
  finish = nothing
  dispose = nothing
  releaseTargets = nothing
}

function nothing(): void {
  // There is no picture that it could be done to.
}
