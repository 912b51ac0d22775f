import { Color, Scene, type WebGLRenderer, type Camera } from 'three'
import { ViewerError } from '../errors.js'
import type { Point } from '../types.js'
import { computeFrame, type Frame, type Pose } from '../camera/pose.js'
import { add, normalize, scale } from '../math/vector.js'
import type { CullView } from '../cull/culler.js'
import { CameraProjection } from './camera-projection.js'
import { FrameTarget } from './frame-target.js'
import { fillLight, keyLight, type ViewerColors } from './viewer-colors.js'
import type { FrameRequest, PixelSize } from './frame-request.js'
import { ModelBatches } from './model-batches.js'
import type { FrameShading, SelectionMarks } from './frame-passes.js'
import { fillWithPoints } from './warm-up.js'
import { createGraphics, type Graphics } from './webgl-context.js'

/** Depth offset of an edge towards the camera, as a ratio of its distance: a sixteenth of a pixel's width. */
const edgeNearer = 1e-4
/** The same for an orthographic view, as a ratio of half the depth range. */
const orthographicEdgeNearer = 1e-5

/** Relative position error after a few operations in single precision. */
const singlePrecision = 3e-7
/**
 * Remaining depth difference after vertices were snapped to the subpixel grid, as a ratio of its step: normals are
 * rounded.
 */
const leftOfRounding = 0.05

/** Target of a frame. */
interface Rendering {
  readonly target: FrameTarget
  readonly size: PixelSize
  readonly onto: 'background' | 'picture'
}

/**
 * WebGL renderer: context, frame targets, and the scene that extensions add to. Independent of packages. It has no
 * context and draws nothing until `start`; everything else works.
 */
export class SceneRenderer {
  readonly canvas: HTMLCanvasElement
  /** Objects of extensions, drawn with the model in every full frame. */
  readonly overlay = new Scene()
  /** Objects drawn before the model in a full frame: section caps. */
  readonly backdrop = new Scene()
  /** Object that covers the whole frame behind everything opaque; drawn only where nothing is in front of it. */
  readonly sky = new Scene()
  /** Selected objects of extensions, drawn as 1 into the selection mask where visible. */
  readonly selectedOverlay = new Scene()
  /** Lines of selected objects of extensions, drawn over the highlight. */
  readonly selectedLines = new Scene()
  shading: FrameShading | null = null
  selectionMarks: SelectionMarks | null = null
  /** Whether every sectioned body is capped. */
  capped = false
  /** Opaque surfaces of the model. */
  readonly #surfaces = new Scene()
  /** Everything else of the model: it may be blended with what is behind it. */
  readonly #blended = new Scene()
  /** Selected parts of the model, drawn as 1. */
  readonly #selectedScene = new Scene()
  readonly #projection = new CameraProjection()
  #graphics: Graphics | null = null
  readonly #background = new Color()
  #colors: ViewerColors
  #size: PixelSize = { width: 1, height: 1 }
  #batches: ModelBatches | null = null
  #cuts: Float64Array = new Float64Array(0)
  #cullPlanes: Float64Array = new Float64Array(24)
  /** Retains the programs that all models share, between models. */
  #warm: ModelBatches | null = null

  constructor(canvas: HTMLCanvasElement, colors: ViewerColors) {
    this.canvas = canvas
    this.#colors = colors
    this.setColors(colors)
    // Positions are in the model's coordinates: there are no matrices to update.
    for (const scene of this.#modelScenes) scene.matrixWorldAutoUpdate = false
  }

  /** Creates the WebGL context. Throws `webgl-not-supported`. */
  start(): void {
    if (this.isStarted) return
    this.#graphics = createGraphics(this.canvas, () => this.resetState())
    this.setSize(this.#size)
    this.resetState()
  }
  /** Whether there is a context. */
  get isStarted(): boolean {
    return this.#graphics !== null
  }

  get size(): PixelSize {
    return this.#size
  }
  /** Section planes, as passed to `setCuts`. */
  get cuts(): Float64Array {
    return this.#cuts
  }
  /** three.js renderer, for code that draws without this class. */
  get three(): WebGLRenderer {
    return this.#renderer
  }

  /** Whether there is no WebGL context, or it is lost. */
  get isLost(): boolean {
    return this.#graphics?.gl.isContextLost() !== false
  }

  /** Throws `webgl-not-supported` before `start`. */
  get #started(): Graphics {
    if (this.#graphics === null) throw new ViewerError('webgl-not-supported')
    return this.#graphics
  }
  get #hasSky(): boolean {
    return this.sky.children.length > 0
  }
  get #modelScenes(): readonly Scene[] {
    return [this.#surfaces, this.#blended, this.#selectedScene]
  }
  get #gl(): WebGL2RenderingContext {
    return this.#started.gl
  }
  get #renderer(): WebGLRenderer {
    return this.#started.three
  }

  setColors(colors: ViewerColors): void {
    this.#colors = colors
    this.#background.set(colors.background)
  }

  /** Sets the canvas size in pixels. */
  setSize(size: PixelSize): void {
    this.#size = size
    this.#graphics?.three.setSize(size.width, size.height, false)
  }

  /** Creates the buffers of a model; `show` displays it. */
  createModel(): ModelBatches {
    return new ModelBatches(this.#gl, this.#started.multiDraw)
  }

  /** Replaces the model in the scene. */
  show(model: ModelBatches | null): void {
    this.#batches = model
    for (const scene of this.#modelScenes) scene.clear()
    if (model === null) return
    this.#surfaces.add(...model.surfaceObjects)
    this.#blended.add(...model.blendedObjects)
    this.#selectedScene.add(...model.maskObjects)
  }

  /** Sets the normal and distance of the section planes, four numbers each; their negative side is not drawn. */
  setCuts(planes: Float64Array): void {
    this.#cuts = planes
    this.capped = false
    this.#cullPlanes = new Float64Array(24 + planes.length)
    this.#cullPlanes.set(planes, 24)
  }

  /** Resets the state cache; call it after buffers were changed outside three.js. */
  resetState(): void {
    if (this.#graphics === null) return
    const { state } = this.#renderer
    this.#renderer.resetState()
    // three.js queries unknown upload parameters from WebGL, which waits until all drawing is complete: 300 ms per
    // frame on the software renderer. Setting them once makes them known.
    for (const name of [this.#gl.UNPACK_ROW_LENGTH, this.#gl.UNPACK_SKIP_PIXELS, this.#gl.UNPACK_SKIP_ROWS])
      state.pixelStorei(name, 0)
  }

  /** Prepares the camera; returns the culler's view of it. */
  aim({ pose, bounds, purpose, resolution, tile = null }: FrameRequest): CullView {
    const size = tile?.frame ?? this.#frameSize(purpose, resolution)
    this.#projection.update(pose, bounds, { size, tile })
    const view = this.#projection.cullView(pose, size.height)
    this.#cullPlanes.set(view.planes)
    return { ...view, planes: this.#cullPlanes }
  }

  /** Draws the model's lists: on an empty background, or onto the existing frame. `shade` presents a `kept` frame. */
  draw(request: FrameRequest, onto: 'background' | 'picture', displayed: 'presented' | 'kept' = 'presented'): void {
    const { purpose, resolution } = request
    const size = this.#frameSize(purpose, resolution)
    const target = this.#started[purpose]
    this.#render(request, { target, size, onto })
    if (displayed === 'presented') target.present(this.#size.width, this.#size.height)
  }

  /** Shades the last still frame; call `aim` for it first. */
  shade(request: FrameRequest): void {
    // The browser clears a presented canvas at the next draw, and a copy does not count as one: the clear must not
    // happen between the copy and the shading.
    this.#renderer.setRenderTarget(null)
    this.#renderer.clear(true, false, false)
    const { still } = this.#started
    still.present(this.#size.width, this.#size.height)
    this.#shade(request, still, null)
  }

  /** Draws the model and the overlay from another camera, into the current target of three.js. */
  drawFrom(camera: Camera): void {
    this.#batches?.prepare()
    this.#drawAll(camera)
  }

  /** Returns the pixels around a tile that its content depends on, in a frame of this height. */
  computeMargin(frameHeight: number, paintsSelection: boolean): number {
    const shaded = this.shading?.shades === true ? this.shading.computeMargin(frameHeight) : 0
    const marked = paintsSelection ? (this.selectionMarks?.marginPixels ?? 0) * this.#computePixelRatio(frameHeight) : 0
    return Math.max(shaded, Math.ceil(marked))
  }

  /**
   * Draws a tile and reads it back without its margin: red, green, blue, alpha from its top left. The canvas does not
   * change.
   */
  drawTile(request: FrameRequest, size: PixelSize, margin: number): Uint8ClampedArray<ArrayBuffer> {
    const target = new FrameTarget(this.#renderer, { purpose: 'still', resetState: () => this.resetState() })
    try {
      this.#render(request, { target, size, onto: 'background' })
      return target.read(margin, (into) => this.#shade(request, target, into))
    } finally {
      target.dispose()
      this.resetState()
    }
  }

  #render(request: FrameRequest, { target, size, onto }: Rendering): void {
    const { model, pose } = request
    if (model !== null) {
      this.#setUniforms(model, pose, size)
      model.setCuts(this.#cuts, this.capped)
    }
    model?.prepare()
    target.bind(size.width, size.height)
    if (onto === 'background') {
      this.#renderer.setClearColor(this.#background, 1)
      // The sky and what is in front of it leave no pixel out.
      this.#renderer.clear(!this.#hasSky, true, false)
      this.#drawAll(this.#projection.camera)
    } else for (const scene of [this.#surfaces, this.#blended]) this.#drawScene(scene, this.#projection.camera)
    if (request.paintsSelection) this.#paintSelection(request, target)
  }

  /** Does nothing without a selection. */
  #paintSelection({ model, tile }: FrameRequest, target: FrameTarget): void {
    const selected = model === null ? null : model.lists.selected
    const hasOverlay = this.selectedOverlay.children.some(({ visible }) => visible)
    if (selected?.isEmpty !== false && !hasOverlay) return
    const { camera } = this.#projection
    this.selectionMarks?.paint({
      target,
      camera,
      bounds: hasOverlay || selected === null ? null : selected.bounds,
      colors: this.#colors.selection,
      pixelRatio: this.#computePixelRatio(tile?.frame.height ?? target.height),
      indexCount: selected === null ? 0 : selected.indexCount,
      isThin:
        !selected?.surfaces.length && !this.selectedOverlay.children.some((one) => one.visible && 'isMesh' in one),
      drawMask: (part) => {
        model?.setMaskPart(part)
        this.#drawScene(this.#selectedScene, camera)
        if (hasOverlay) this.#renderer.render(this.selectedOverlay, camera)
      },
    })
    if (hasOverlay) this.#renderer.render(this.selectedLines, camera)
  }

  /** Returns the pixels per CSS pixel in a frame of this height. */
  #computePixelRatio(height: number): number {
    return ((this.#size.ratio ?? 1) * height) / this.#size.height
  }

  #drawAll(camera: Camera): void {
    if (this.backdrop.children.length > 0) this.#renderer.render(this.backdrop, camera)
    this.#drawScene(this.#surfaces, camera)
    if (this.#hasSky) this.#renderer.render(this.sky, camera)
    this.#drawScene(this.#blended, camera)
    if (this.overlay.children.length > 0) this.#renderer.render(this.overlay, camera)
  }

  #drawScene(scene: Scene, camera: Camera): void {
    const draw = (): void => this.#renderer.render(scene, camera)
    if (this.#batches === null) draw()
    else this.#batches.clipped(draw)
  }

  #shade(request: FrameRequest, source: FrameTarget, into: WebGLFramebuffer | null): void {
    if (this.shading?.shades !== true) return
    this.shading.shade({ request, source, into, camera: this.#projection.camera })
    this.#renderer.setRenderTarget(null)
  }

  /**
   * Draws nothing with every program of a model. Compiling them took half of the time from a small model's bytes to its
   * first frame, and can be done while those bytes load.
   */
  warmUp(request: FrameRequest): void {
    if (this.#warm !== null || this.isLost) return
    const displayed = this.#batches
    const model = this.createModel()
    this.#warm = model
    fillWithPoints(model, this.#colors)
    this.resetState()
    this.show(model)
    this.draw({ ...request, model, purpose: 'still' }, 'background')
    this.show(displayed)
  }

  /** Waits until the GPU has executed all commands. */
  finish(): void {
    this.#gl.finish()
  }

  dispose(): void {
    if (this.#graphics === null) return
    this.#disposeTargets()
    this.#renderer.dispose()
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext()
  }

  /** Releases the frame targets after the context was lost; the next frame creates them again. */
  releaseTargets(): void {
    this.shading?.release()
    this.selectionMarks?.release()
    this.#disposeTargets()
  }

  #disposeTargets(): void {
    this.#warm?.dispose()
    this.#warm = null
    this.#graphics?.still.dispose()
    this.#graphics?.moving.dispose()
  }

  #frameSize(purpose: 'still' | 'moving', resolution: number): PixelSize {
    if (purpose === 'still') return this.#size
    return {
      width: Math.max(1, Math.round(this.#size.width * resolution)),
      height: Math.max(1, Math.round(this.#size.height * resolution)),
    }
  }

  #setUniforms(model: ModelBatches, pose: Pose, { width, height }: PixelSize): void {
    const frame = computeFrame(pose)
    const key = lightDirection(frame, keyLight)
    const fill = lightDirection(frame, fillLight)
    model.uniforms.keyDirection.value.set(key[0], key[1], key[2])
    model.uniforms.fillDirection.value.set(fill[0], fill[1], fill[2])
    const [red, green, blue] = this.#colors.edges
    model.uniforms.edgeColor.value.set(red, green, blue)
    const { elements } = this.#projection.camera.projectionMatrix
    model.uniforms.pixelScale.value = (height / 2) * elements[5]
    model.uniforms.frameSize.value.set(width, height)
    model.uniforms.pixelRatio.value = this.#computePixelRatio(height)
    const extent = Math.hypot(...pose.eye) + pose.distance
    model.uniforms.planeStep.value.set(
      model.planeSeparation,
      extent * singlePrecision,
      leftOfRounding / this.#started.pixelParts,
    )
    model.uniforms.vertexGrid.value.set((width * this.#started.pixelParts) / 2, (height * this.#started.pixelParts) / 2)
    model.uniforms.towardsEye.value =
      pose.projection === 'perspective' ? -elements[14] * edgeNearer : orthographicEdgeNearer
  }
}

/** Lights follow the camera horizontally: from every side, the two visible walls are lit differently. */
function lightDirection({ right }: Frame, parts: Point): Point {
  const back: Point = [right[1], -right[0], 0]
  return normalize(add(add(scale(right, parts[0]), scale(back, parts[1])), [0, 0, parts[2]]))
}
