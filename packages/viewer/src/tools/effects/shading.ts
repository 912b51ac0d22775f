import {
  AddEquation,
  Color,
  CustomBlending,
  DstColorFactor,
  Matrix4,
  NoBlending,
  OneFactor,
  Vector3,
  Vector4,
  ZeroFactor,
  type WebGLRenderer,
} from 'three'
import type { Box } from '@kamar/package-format/read'
import { CoverProgram, type Uniforms } from '../../engine/render/selection/cover-program.js'
import { computeCoveredRegion, limitTo, fullRegion, type Share } from '../../engine/render/selection/covered-region.js'
import type { RenderScheduler } from '../../engine/render/render-scheduler.js'
import type { RenderedFrame, FrameShading } from '../../engine/render/frame-passes.js'
import type { PixelSize } from '../../engine/render/frame-request.js'
import type { SceneRenderer } from '../../engine/render/scene-renderer.js'
import { ShadeTarget } from './shade-target.js'
import { blurFragmentShader, obscuranceFragmentShader, shadeFragmentShader } from './shade-shaders.js'
import { sunDirection, SunLight } from './sun-light.js'

/** Radius within which nearby surfaces occlude light, as a ratio of the frame's height. */
const radiusRatio = 0.03
/** Pixels around another within which its normal is determined, and its half-resolution pixel lies. */
const normalPixels = 6
/** Light remaining in the sun's shadow. */
const darkestShadow = 0.68
/** Distances that differ by more than this ratio belong to different surfaces. */
const sameSurface = 0.03

/** Selection of the shading passes. */
export interface ShadeChoice {
  readonly ambientOcclusion: boolean
  readonly shadows: boolean
  /** Whether the sun's shadow falls on a ground plane below the model. */
  readonly ground: boolean
}

/** GPU resources for shading; created with the first shaded frame, and again after a lost context. */
interface Equipment {
  readonly depths: ShadeTarget
  readonly obscurance: ShadeTarget
  readonly blurred: ShadeTarget
  readonly measure: CoverProgram
  readonly blur: CoverProgram
  /** By their defines; compiled when first needed. */
  readonly shade: Map<string, CoverProgram>
  readonly sun: SunLight
}

/**
 * Shades a frame by its depths alone, so the model is not drawn again: ambient occlusion at half resolution, and the
 * sun's shadow by one additional depth pass from the sun.
 */
export class Shading implements FrameShading {
  choice: ShadeChoice = { ambientOcclusion: false, shadows: false, ground: false }
  readonly #renderer: SceneRenderer
  readonly #scheduler: RenderScheduler
  #equipment: Equipment | null = null
  #sunOf: PixelSize | null = null

  constructor(renderer: SceneRenderer, scheduler: RenderScheduler) {
    this.#renderer = renderer
    this.#scheduler = scheduler
  }

  get #gl(): WebGL2RenderingContext {
    return this.#renderer.three.getContext() as WebGL2RenderingContext
  }
  /** State cache of three.js: it stays valid, as resetting it takes fifty calls of WebGL. */
  get #state(): WebGLRenderer['state'] {
    return this.#renderer.three.state
  }
  get shades(): boolean {
    return this.choice.ambientOcclusion || this.choice.shadows
  }

  get isReady(): boolean {
    return this.#equipment !== null
  }

  computeMargin(frameHeight: number): number {
    // Aligned to the blur pattern, so that every tile has the same samples as the whole frame.
    return this.choice.ambientOcclusion ? Math.ceil((frameHeight * radiusRatio + 8) / 8) * 8 : 0
  }

  shade(frame: RenderedFrame): void {
    const equipment = (this.#equipment ??= this.#equip())
    const { ambientOcclusion, shadows } = this.choice
    const isSunny = shadows && this.#sunIsUp(equipment.sun, frame)
    // There is no ambient occlusion beside the model; the sun's shadow falls there too.
    const share = isSunny ? fullRegion : computeCoveredRegion(frame.camera, this.#computeBounds(), marginRatio)
    this.#resize(equipment, frame.source)
    this.#copyDepths(equipment.depths, frame, share)
    const uniforms = this.#computeLens(frame)
    this.#state.setScissorTest(true)
    if (ambientOcclusion) this.#measure(equipment, { frame, lens: uniforms, share })
    const defines = [ambientOcclusion ? 'OBSCURED' : '', isSunny ? 'SUNLIT' : ''].join(' ').trim()
    if (defines !== '') this.#apply(equipment, { frame, uniforms, defines, share })
    this.#state.setScissorTest(false)
    this.#state.setBlending(NoBlending)
  }

  release(): void {
    const equipment = this.#equipment
    this.#equipment = null
    this.#sunOf = null
    if (equipment === null) return
    for (const part of [equipment.depths, equipment.obscurance, equipment.blurred, equipment.sun]) part.dispose()
    for (const program of [equipment.measure, equipment.blur, ...equipment.shade.values()]) program.dispose()
  }

  /** One shadow map serves all tiles of a frame. */
  #sunIsUp(sun: SunLight, { request, source }: RenderedFrame): boolean {
    const fullSize = request.tile?.frame ?? null
    if (fullSize !== null && fullSize === this.#sunOf && sun.texture !== null) return true
    this.#sunOf = fullSize
    this.#gl.bindFramebuffer(this.#gl.READ_FRAMEBUFFER, null)
    const isUp = source.width > 0 && sun.render()
    if (!isUp) this.#sunOf = null
    return isUp
  }

  /** Returns the bounds of what is drawn of the model. */
  #computeBounds(): Box | null {
    const bounds = this.#scheduler.content?.bounds ?? null
    return bounds === null ? null : cutBounds(bounds, this.#renderer.cuts)
  }

  #resize({ depths, obscurance, blurred }: Equipment, { width, height }: PixelSize): void {
    const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)]
    const isNew = [depths.resize(width, height)]
    if (this.choice.ambientOcclusion)
      for (const target of [obscurance, blurred]) isNew.push(target.resize(halfWidth, halfHeight))
    if (isNew.includes(true)) this.#renderer.resetState()
  }

  /** Copies the depths of a region, and as far around it as occluders are searched. */
  #copyDepths(depths: ShadeTarget, { request, source }: RenderedFrame, [left, bottom, right, top]: Share): void {
    const gl = this.#gl
    const state = this.#state
    const { width, height } = source
    const around = Math.ceil((request.tile?.frame.height ?? height) * radiusRatio) + normalPixels
    const [x, y] = [Math.max(0, Math.floor(left * width) - around), Math.max(0, Math.floor(bottom * height) - around)]
    const [endX, endY] = [
      Math.min(width, Math.ceil(right * width) + around),
      Math.min(height, Math.ceil(top * height) + around),
    ]
    state.setScissorTest(false)
    // three.js does not track the read framebuffer.
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, source.framebuffer)
    state.bindFramebuffer(gl.DRAW_FRAMEBUFFER, depths.framebuffer)
    gl.blitFramebuffer(x, y, endX, endY, x, y, endX, endY, gl.DEPTH_BUFFER_BIT, gl.NEAREST)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null)
    for (const test of [gl.DEPTH_TEST, gl.CULL_FACE, gl.STENCIL_TEST, gl.POLYGON_OFFSET_FILL]) state.disable(test)
    state.setBlending(NoBlending)
    state.buffers.color.setMask(true)
  }

  /** Computes the uniforms that reconstruct view positions from depths. */
  #computeLens({ request, camera, source }: RenderedFrame): Uniforms {
    const e = camera.projectionMatrix.elements
    const isPerspective = request.pose.projection === 'perspective'
    const shift = isPerspective ? [e[8], e[9]] : [-e[12], -e[13]]
    const fullSize = request.tile?.frame.height ?? source.height
    const perspectiveDepths = { near: e[14] / (e[10] - 1), far: e[14] / (e[10] + 1) }
    return {
      lens: [
        2 / (e[0] * source.width),
        2 / (e[5] * source.height),
        ((shift[0] ?? 0) - 1) / e[0],
        ((shift[1] ?? 0) - 1) / e[5],
      ],
      range: [e[10], e[14], isPerspective ? 1 : 0],
      lastPixel: Int32Array.of(source.width - 1, source.height - 1),
      radiusPixels: Math.max(2, fullSize * radiusRatio),
      metresPerPixel: 2 / (e[5] * source.height),
      tolerance: isPerspective
        ? [sameSurface, (sameSurface * perspectiveDepths.near) / (perspectiveDepths.far - perspectiveDepths.near)]
        : [0, (fullSize * radiusRatio * 2 * Math.abs(e[10])) / (e[5] * source.height) / 2],
    }
  }

  #measure(
    { depths, obscurance, blurred, measure, blur }: Equipment,
    { frame, lens, share }: { frame: RenderedFrame; lens: Uniforms; share: Share },
  ): void {
    const gl = this.#gl
    const state = this.#state
    const { width, height } = obscurance
    state.viewport(new Vector4(0, 0, width, height))
    limitTo(state, share, { width, height })
    state.bindFramebuffer(gl.FRAMEBUFFER, obscurance.framebuffer)
    measure.draw({ depths: depths.texture }, { ...lens, corner: computePatternOffset(frame) })
    state.bindFramebuffer(gl.FRAMEBUFFER, blurred.framebuffer)
    blur.draw({ obscurance: obscurance.texture }, { tolerance: lens['tolerance'] ?? [0, 0] })
  }

  #apply(
    equipment: Equipment,
    pass: { frame: RenderedFrame; uniforms: Uniforms; defines: string; share: Share },
  ): void {
    const state = this.#state
    const { frame, uniforms, defines } = pass
    const { depths, blurred, sun } = equipment
    const isSunny = defines.includes('SUNLIT')
    const isOnCanvas = frame.into === null
    state.bindFramebuffer(this.#gl.FRAMEBUFFER, frame.into)
    const { width, height } = isOnCanvas ? this.#renderer.size : depths
    state.viewport(new Vector4(0, 0, width, height))
    limitTo(state, within(pass.share), { width, height })
    multiplyColors(state)
    const textures = {
      depths: depths.texture,
      ...(defines.includes('OBSCURED') ? { obscurance: blurred.texture } : {}),
      ...(isSunny ? { sunDepths: sun.texture } : {}),
    }
    const program =
      equipment.shade.get(defines) ?? new CoverProgram(this.#renderer.three, shadeFragmentShader, defines.split(' '))
    equipment.shade.set(defines, program)
    program.draw(textures, { ...uniforms, ...(isSunny ? this.#sunUniforms(sun, frame) : {}) })
  }

  #sunUniforms(sun: SunLight, { camera }: RenderedFrame): Uniforms {
    const [x, y, z] = sunDirection
    const inView = new Vector3(x, y, z).transformDirection(camera.matrixWorldInverse)
    const bounds = this.#scheduler.content?.bounds ?? null
    return {
      viewToSun: new Matrix4().multiplyMatrices(sun.toSunClip, camera.matrixWorld).toArray(),
      viewToWorld: camera.matrixWorld.toArray(),
      sunInView: inView.toArray(),
      sunTexel: sun.texelMetres,
      ground: [bounds?.min[2] ?? 0, this.choice.ground ? 1 : -1],
      darkest: darkestShadow,
    }
  }

  #equip(): Equipment {
    const gl = this.#gl
    return {
      depths: new ShadeTarget(gl, 'depth'),
      obscurance: new ShadeTarget(gl, 'bytes'),
      blurred: new ShadeTarget(gl, 'bytes'),
      measure: new CoverProgram(this.#renderer.three, obscuranceFragmentShader),
      blur: new CoverProgram(this.#renderer.three, blurFragmentShader),
      shade: new Map(),
      sun: new SunLight({ renderer: this.#renderer, scheduler: this.#scheduler, gl }),
    }
  }
}

/** Reduces a box by the section planes that are parallel to its sides. */
function cutBounds({ min, max }: Box, planes: Float64Array): Box {
  const [low, high] = [[...min], [...max]] as [[number, number, number], [number, number, number]]
  for (let at = 0; at < planes.length; at += 4)
    for (let axis = 0; axis < 3; axis++) {
      const direction = planes[at + axis]
      if (Math.abs(direction) < 1) continue
      const plane = Math.min(max[axis], Math.max(min[axis], -planes[at + 3] / direction))
      if (direction > 0) low[axis] = Math.max(low[axis], plane)
      else high[axis] = Math.min(high[axis], plane)
    }
  return { min: low, max: high }
}

/** Blending of the state cache of three.js, whose types lack the constant colour and its opacity. */
interface BlendState {
  setBlending(...parameters: unknown[]): void
}
const black = new Color(0, 0, 0)

/** Multiplies what is drawn next with the existing colours and keeps their opacity. */
function multiplyColors(state: WebGLRenderer['state']): void {
  const factors = [DstColorFactor, ZeroFactor, AddEquation, ZeroFactor, OneFactor]
  ;(state as BlendState).setBlending(CustomBlending, AddEquation, ...factors, black, 0, false)
}

/** Margin of the shading around its occluders, as a ratio of the frame. */
const marginRatio = 0.01

/**
 * Shrinks the region slightly: shading samples measured neighbours, and those further out belong to an earlier frame.
 */
function within([left, bottom, right, top]: Share): Share {
  const inset = (low: number): number => (low > 0 ? low + marginRatio / 2 : 0)
  return [inset(left), inset(bottom), 1 - inset(1 - right), 1 - inset(1 - top)]
}

/**
 * Position of a tile in its frame, in half-resolution pixels from the bottom left: the sample pattern continues across
 * tiles.
 */
function computePatternOffset({ request }: RenderedFrame): Int32Array {
  const { tile } = request
  if (tile == null) return Int32Array.of(0, 0)
  const bottom = tile.frame.height - tile.y - tile.height
  // Negative in the margin: the pattern repeats every two pixels.
  return Int32Array.of(Math.floor(tile.x / 2) & 1, Math.floor(bottom / 2) & 1)
}
