import type { Box } from '@kamar/package-format/read'
import { Matrix4, OrthographicCamera, WebGLRenderTarget } from 'three'
import type { Point } from '../../engine/types.js'
import { getBoxCorners } from '../../engine/camera/bounds.js'
import { computeBoxCenter, cross, dot, normalize, scale } from '@kamar/core/math'
import { Culler, type CullView } from '../../engine/cull/culler.js'
import { stillQuality } from '../../engine/cull/quality.js'
import type { RenderedContent } from '../../engine/render/rendered-content.js'
import type { RenderScheduler } from '../../engine/render/render-scheduler.js'
import type { SceneRenderer } from '../../engine/render/scene-renderer.js'
import { ShadeTarget } from './shade-target.js'

/**
 * Direction towards the sun: an afternoon in the northern hemisphere, from the south-west. Fixed relative to the model.
 */
export const sunDirection: Point = normalize([-0.5, -0.62, 0.72])
/** Side of the shadow map, texels. */
const mapSide = 2048
/** Padding, so that rounding puts no part of the model outside. */
const paddingFactor = 1.02

/** Frame of the sun's camera for a box: axes of its image plane, their centres and half lengths, metres. */
export interface SunFrame {
  readonly right: Point
  readonly up: Point
  readonly center: Point
  readonly halfWidth: number
  readonly halfHeight: number
  readonly halfDepth: number
}

/** Computes the smallest frame of the sun's camera that contains a box. */
export function computeSunFrame(box: Box): SunFrame {
  const right = normalize(cross([0, 0, 1], sunDirection))
  const up = cross(sunDirection, right)
  const half = [right, up, sunDirection].map((axis) => {
    const along = getBoxCorners(box).map((boxCorner) => dot(boxCorner, axis))
    return ((Math.max(...along) - Math.min(...along)) / 2) * paddingFactor
  })
  const [halfWidth = 0, halfHeight = 0, halfDepth = 0] = half.map((length) => Math.max(length, 1e-6))
  return { right, up, center: computeBoxCenter(box), halfWidth, halfHeight, halfDepth }
}

/** Computes the culler's view: planes of the sun's frustum and the section planes. */
function computeSunView(frame: SunFrame, cuts: Float64Array): CullView {
  const { right, up, center, halfWidth, halfHeight, halfDepth } = frame
  const sides = [
    [right, halfWidth],
    [up, halfHeight],
    [sunDirection, halfDepth],
  ] as const
  const planes = sides.flatMap(([axis, half]) => {
    const at = dot(axis, center)
    return [...axis, half - at, ...scale(axis, -1), half + at]
  })
  const pixelScale = mapSide / (2 * Math.max(halfWidth, halfHeight))
  return { eye: center, planes: Float64Array.from([...planes, ...cuts]), pixelScale, orthographic: true }
}

/** Shadow map of the model as displayed: sectioned, exploded, with caps. */
export class SunLight {
  /** Transform from model coordinates to the sun's clip space, −1 to 1. */
  readonly toSunClip = new Matrix4()
  readonly #renderer: SceneRenderer
  readonly #scheduler: RenderScheduler
  readonly #map: ShadeTarget
  readonly #camera = new OrthographicCamera()
  #target: WebGLRenderTarget | null = null
  #culler: { readonly of: RenderedContent; readonly culler: Culler } | null = null
  /** Size of a texel, metres. */
  texelMetres = 1

  constructor(parts: {
    readonly renderer: SceneRenderer
    readonly scheduler: RenderScheduler
    readonly gl: WebGL2RenderingContext
  }) {
    this.#renderer = parts.renderer
    this.#scheduler = parts.scheduler
    this.#map = new ShadeTarget(parts.gl, 'compared-depth')
  }

  get texture(): WebGLTexture | null {
    return this.#map.texture
  }

  /**
   * Renders the model from the sun; returns false if nothing is visible. The state cache of three.js is valid
   * afterwards.
   */
  render(): boolean {
    const { content } = this.#scheduler
    const bounds = content?.bounds ?? null
    if (content === null || bounds === null) return false
    const frame = computeSunFrame(bounds)
    this.#aim(frame)
    this.#cull(content, computeSunView(frame, this.#renderer.cuts))
    const { three } = this.#renderer
    three.setRenderTarget(this.#bound())
    three.clear(false, true, false)
    this.#renderer.drawFrom(this.#camera)
    three.setRenderTarget(null)
    return true
  }

  dispose(): void {
    this.#map.dispose()
    this.#target?.dispose()
    this.#target = null
  }

  #aim({ right, up, center, halfWidth, halfHeight, halfDepth }: SunFrame): void {
    const camera = this.#camera
    Object.assign(camera, { left: -halfWidth, right: halfWidth, top: halfHeight, bottom: -halfHeight })
    Object.assign(camera, { near: -halfDepth, far: halfDepth, matrixAutoUpdate: false })
    camera.updateProjectionMatrix()
    const columns = [right, up, sunDirection, center]
    camera.matrix.fromArray(columns.flatMap(([x, y, z], column) => [x, y, z, column === 3 ? 1 : 0]))
    camera.updateMatrixWorld(true)
    this.toSunClip.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
    this.texelMetres = (2 * Math.max(halfWidth, halfHeight)) / mapSide
  }

  /** Uses a separate culler: a culler caches the sizes of the objects in its last frame. */
  #cull(content: RenderedContent, view: CullView): void {
    if (this.#culler?.of !== content)
      this.#culler = { of: content, culler: new Culler(content.instances, content.instanceColors) }
    const exterior = this.#scheduler.exteriorApplies() ? (content.exterior?.bits ?? null) : null
    const quality = { ...stillQuality, edges: false, thinPixels: 0 }
    const all = { from: 0, to: content.instances.count, clear: false }
    this.#culler.culler.cull({ view, quality, exterior, ...all }, content.batches.lists)
  }

  #bound(): WebGLRenderTarget {
    if (this.#map.resize(mapSide, mapSide) || this.#target === null) {
      this.#renderer.resetState()
      this.#target?.dispose()
      this.#target = new WebGLRenderTarget(mapSide, mapSide, { depthBuffer: false })
      this.#renderer.three.setRenderTarget(null)
      const three = this.#renderer.three as unknown as ExternalTargets
      three.setRenderTargetFramebuffer(this.#target, this.#map.framebuffer)
    }
    return this.#target
  }
}

/** Method of `WebGLRenderer` missing from its types. */
interface ExternalTargets {
  setRenderTargetFramebuffer(target: WebGLRenderTarget, framebuffer: WebGLFramebuffer | null): void
}
