import type { CullView } from '../cull/culler.js'
import { drawMode } from '../store/instance-colors.js'
import type { InstanceStore } from '../store/instance-store.js'

/** Weight of off-screen size: a rotation of the camera brings it into view. */
const offscreenRatio = 0.02
/** Weight of interior objects that are not drawn because the exterior alone is. */
const interiorRatio = 0.01
/** Maximum size that counts, pixels. */
const maxPixels = 1024
/** Minimum distance as a ratio of the radius. */
const minDistanceRatio = 0.01

/** Scores of all chunks in a view. */
export interface ChunkScores {
  /** Screen size of the largest visible object of each chunk, pixels. */
  readonly visiblePixels: Float32Array
  /** Loading priority of each chunk: the same, and less for off-screen or interior objects. */
  readonly priority: Float32Array
}

/** Scores every chunk by the largest of its instances in `view`; one pass over the rows, as in the culler. */
export function scoreChunks(request: {
  readonly instances: Pick<InstanceStore, 'count' | 'sphere'>
  /** Draw mode per instance. */
  readonly mode: ArrayLike<number>
  /** Chunk of each instance. */
  readonly home: ArrayLike<number>
  readonly chunkCount: number
  readonly view: CullView
  readonly exterior: Uint8Array | null
  /** Selected instances count as visible: their highlight is drawn through what occludes them. */
  isSelected(instance: number): boolean
}): ChunkScores {
  const { instances, mode, home, view, exterior } = request
  const visiblePixels = new Float32Array(request.chunkCount)
  const priority = new Float32Array(request.chunkCount)
  for (let instance = 0; instance < instances.count; instance++) {
    if (mode[instance] === drawMode.none) continue
    const pixels = computePixels(instances.sphere, instance, view)
    const chunk = home[instance]
    if (pixels <= visiblePixels[chunk]) continue
    const isOutside =
      exterior === null || ((exterior[instance >> 3] >> (instance & 7)) & 1) === 1 || request.isSelected(instance)
    if (!isOutside) priority[chunk] = Math.max(priority[chunk], pixels * interiorRatio)
    else if (!isInFrustum(instances.sphere, instance, view))
      priority[chunk] = Math.max(priority[chunk], pixels * offscreenRatio)
    else {
      visiblePixels[chunk] = pixels
      priority[chunk] = Math.max(priority[chunk], pixels)
    }
  }
  return { visiblePixels, priority }
}

function computePixels(sphere: Float32Array, instance: number, { eye, pixelScale, orthographic }: CullView): number {
  const at = instance * 4
  const radius = sphere[at + 3]
  if (orthographic) return Math.min(maxPixels, radius * 2 * pixelScale)
  const distance = Math.hypot(sphere[at] - eye[0], sphere[at + 1] - eye[1], sphere[at + 2] - eye[2]) - radius
  return Math.min(maxPixels, (radius * 2 * pixelScale) / Math.max(radius * minDistanceRatio, distance, 1e-6))
}

function isInFrustum(sphere: Float32Array, instance: number, { planes }: CullView): boolean {
  const at = instance * 4
  for (let plane = 0; plane < planes.length; plane += 4) {
    const height =
      planes[plane] * sphere[at] +
      planes[plane + 1] * sphere[at + 1] +
      planes[plane + 2] * sphere[at + 2] +
      planes[plane + 3]
    if (height < -sphere[at + 3]) return false
  }
  return true
}
