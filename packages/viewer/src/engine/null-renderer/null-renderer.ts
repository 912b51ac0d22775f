import { Scene, type WebGLRenderer } from 'three'
import type { CullView } from '../cull/culler.js'
import { ViewerError } from '../errors.js'
import type { FrameShading, SelectionMarks } from '../render/frame-passes.js'
import type { PixelSize } from '../render/frame-request.js'
import type { SceneRenderer } from '../render/scene-renderer.js'

/** Placeholder view of a renderer without frames. */
const zeroPoint: CullView = { eye: [0, 0, 0], planes: new Float64Array(24), pixelScale: 1, orthographic: false }

const none = (): never => {
  throw new ViewerError('webgl-not-supported')
}

/** Replaces the WebGL renderer in browsers without WebGL: it draws no frames, and everything else works. */
export class NullRenderer implements Pick<SceneRenderer, keyof SceneRenderer> {
  readonly canvas: HTMLCanvasElement
  readonly overlay = new Scene()
  readonly backdrop = new Scene()
  readonly selectedOverlay = new Scene()
  readonly selectedLines = new Scene()
  readonly multiDraw = false
  /** Reported as after a lost context, so that no frame is drawn. */
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
  /** Called by screenshots alone, while `isLost`. */
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
    return zeroPoint
  }

  setColors = noop
  show = noop
  resetState = noop
  shade = noop
  warmUp = noop
  finish = noop
  dispose = noop
  releaseTargets = noop
}

function noop(): void {
  // Without frames there is nothing to do.
}
