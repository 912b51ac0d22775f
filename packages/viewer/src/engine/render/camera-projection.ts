import type { Box } from '@kamar/package-format/read'
import { Matrix4, OrthographicCamera, PerspectiveCamera, type Camera } from 'three'
import { depthRange } from '../camera/bounds.js'
import { computeFrame, halfHeightTangent, computeViewHeight, type Pose } from '../camera/pose.js'
import { scale } from '../math/vector.js'
import type { CullView } from '../cull/culler.js'

/** Bounds to draw while nothing is loaded. */
const emptyBounds: Box = { min: [-10, -10, -10], max: [10, 10, 10] }

/** Full frame of a camera, pixels, and the part of it that is drawn. */
export interface ProjectedFrame {
  readonly size: { readonly width: number; readonly height: number }
  readonly tile: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  } | null
}

/** three.js camera that follows a pose, with the values that the culler and the shaders need. */
export class CameraProjection {
  readonly #perspective = new PerspectiveCamera()
  readonly #orthographic = new OrthographicCamera()
  readonly #planes = new Float64Array(24)
  readonly #matrix = new Matrix4()
  #camera: Camera = this.#perspective

  /** Camera to render with. */
  get camera(): Camera {
    return this.#camera
  }

  /** Follows `pose` for a frame of this size, or a part of it; the depth range is that of `bounds`. */
  update(pose: Pose, bounds: Box | null, projected: ProjectedFrame): void {
    const { size, tile } = projected
    const aspect = size.width / Math.max(1, size.height)
    const { near, far } = depthRange(pose, bounds ?? emptyBounds)
    const { right, up, forward } = computeFrame(pose)
    this.#camera = pose.projection === 'perspective' ? this.#perspective : this.#orthographic
    if (pose.projection === 'perspective') {
      this.#perspective.fov = pose.fieldOfViewDegrees
      this.#perspective.aspect = aspect
      this.#perspective.near = near
      this.#perspective.far = far
      this.#perspective.updateProjectionMatrix()
    } else {
      const half = computeViewHeight(pose) / 2
      Object.assign(this.#orthographic, {
        left: -half * aspect,
        right: half * aspect,
        top: half,
        bottom: -half,
        near,
        far,
      })
      this.#orthographic.updateProjectionMatrix()
    }
    const camera = this.#camera
    if (tile === null) (camera as PerspectiveCamera | OrthographicCamera).clearViewOffset()
    else {
      const { x, y, width, height } = tile
      ;(camera as PerspectiveCamera | OrthographicCamera).setViewOffset(size.width, size.height, x, y, width, height)
    }
    camera.matrixAutoUpdate = false
    // Its matrices are computed here and not again with every scene that is drawn.
    camera.matrixWorldAutoUpdate = false
    const columns = [right, up, scale(forward, -1), pose.eye]
    camera.matrix.fromArray(columns.flatMap(([x, y, z], column) => [x, y, z, column === 3 ? 1 : 0]))
    camera.matrix.decompose(camera.position, camera.quaternion, camera.scale)
    camera.matrixWorld.copy(camera.matrix)
    camera.matrixWorldInverse.copy(camera.matrix).invert()
    this.#updatePlanes()
  }

  /** Returns the culler's view, for a frame `heightPixels` high. */
  cullView(pose: Pose, heightPixels: number): CullView {
    const orthographic = pose.projection === 'orthographic'
    return {
      eye: [pose.eye[0], pose.eye[1], pose.eye[2]],
      planes: this.#planes,
      toClip: this.#matrix.elements,
      pixelScale: orthographic ? heightPixels / computeViewHeight(pose) : heightPixels / (2 * halfHeightTangent(pose)),
      orthographic,
    }
  }

  #updatePlanes(): void {
    const e = this.#matrix.multiplyMatrices(this.#camera.projectionMatrix, this.#camera.matrixWorldInverse).elements
    for (let plane = 0; plane < 6; plane++) {
      const row = plane >> 1
      const sign = plane & 1 ? -1 : 1
      const at = plane * 4
      for (let column = 0; column < 4; column++)
        this.#planes[at + column] = e[column * 4 + 3] + sign * e[column * 4 + row]
      const length = Math.hypot(this.#planes[at], this.#planes[at + 1], this.#planes[at + 2])
      for (let column = 0; column < 4; column++) this.#planes[at + column] /= length
    }
  }
}
