import type { CullView } from '../cull/culler.js'
import { drawMode } from '../store/instance-looks.js'
import type { InstanceStore } from '../store/instance-store.js'

/** What is beside or behind the picture counts as this share of its size: it comes into view with a turn of the head. */
const besideShare = 0.02
/** What is not drawn because the outside alone is, counts as this share. */
const insideShare = 0.01
/** Larger than this, everything is as large, pixels. */
const mostPixels = 1024
/** Nothing is nearer than this share of its radius. */
const leastDistanceShare = 0.01

/** How parts appear. */
export interface PartScores {
  /** Pixels across of the largest thing of each part that is in the picture. */
  readonly seen: Float32Array
  /** How much each part is wanted: the same, and less for what is beside the picture or inside. */
  readonly wanted: Float32Array
}

/** Judges every part by the largest of its instances as `view` shows them; one pass over the rows, as the culler makes it. */
export function scoreParts(request: {
  readonly instances: Pick<InstanceStore, 'count' | 'sphere'>
  /** Per instance. */
  readonly mode: ArrayLike<number>
  /** Part of each instance. */
  readonly home: ArrayLike<number>
  readonly partCount: number
  readonly view: CullView
  readonly exterior: Uint8Array | null
}): PartScores {
  const { instances, mode, home, view, exterior } = request
  const seen = new Float32Array(request.partCount)
  const wanted = new Float32Array(request.partCount)
  for (let instance = 0; instance < instances.count; instance++) {
    if (mode[instance] === drawMode.none) continue
    const pixels = pixelsOf(instances.sphere, instance, view)
    const part = home[instance]
    if (pixels <= seen[part]) continue
    const isOutside = exterior === null || ((exterior[instance >> 3] >> (instance & 7)) & 1) === 1
    if (!isOutside) wanted[part] = Math.max(wanted[part], pixels * insideShare)
    else if (!isInPicture(instances.sphere, instance, view)) wanted[part] = Math.max(wanted[part], pixels * besideShare)
    else {
      seen[part] = pixels
      wanted[part] = Math.max(wanted[part], pixels)
    }
  }
  return { seen, wanted }
}

function pixelsOf(sphere: Float32Array, instance: number, { eye, pixelScale, orthographic }: CullView): number {
  const at = instance * 4
  const radius = sphere[at + 3]
  if (orthographic) return Math.min(mostPixels, radius * 2 * pixelScale)
  const away = Math.hypot(sphere[at] - eye[0], sphere[at + 1] - eye[1], sphere[at + 2] - eye[2]) - radius
  return Math.min(mostPixels, (radius * 2 * pixelScale) / Math.max(radius * leastDistanceShare, away, 1e-6))
}

function isInPicture(sphere: Float32Array, instance: number, { planes }: CullView): boolean {
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
