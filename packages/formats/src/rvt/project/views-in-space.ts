import { cross } from '@kamar/core/math'
import { type SavedCamera, lengthUnits } from '@kamar/core'
import { cameraInMetres, type FoundView } from '../../kit/saved-views.js'
import type { RecordObject, Vector3 } from '../container/record-object.js'
import type { ElementHeader } from './elements.js'

/** Orientation of a 3D view. */
export interface ViewInSpace {
  readonly name: string
  /** Direction from the model to the camera. */
  readonly back: Vector3
  readonly up: Vector3
  readonly viewerId: number
}

/** Extent of a 3D view, stored as a separate element. */
export interface Viewer {
  readonly method: number
  /** Whether the view is cropped at its sides. */
  readonly isCropped: boolean
}

/** Parallel projection, the only value found in files. */
const parallel = 1

/** Reads a view's own record. */
export function readViewInSpace(root: RecordObject, name: string): ViewInSpace {
  return { name, back: root.vector('m_viewDir'), up: root.vector('m_vertDir'), viewerId: root.id('m_viewerId') }
}

/** Reads the record of a view's viewer. */
export function readViewer(root: RecordObject): Viewer {
  const sides = root.part('m_boundedSpace').list('m_boundActive').flat()
  return { method: root.number('m_projMethodType'), isCropped: sides.some((side) => side !== false && side !== 0) }
}

/** Returns the supported views and the number of unsupported ones: perspective, or cropped at their sides. */
export function createSavedViews(
  views: Iterable<ViewInSpace>,
  viewers: ReadonlyMap<number, Viewer>,
  elements: Iterable<ElementHeader>,
): { readonly views: readonly FoundView[]; readonly omitted: number } {
  const box = computeUnion(elements)
  const savedViews: FoundView[] = []
  let omitted = 0
  for (const view of views) {
    const viewer = viewers.get(view.viewerId)
    if (!box || viewer?.method !== parallel || viewer.isCropped) omitted++
    else
      savedViews.push({
        name: view.name,
        folders: [],
        camera: cameraInMetres(computeCamera(view, box), lengthUnits.foot.metres),
      })
  }
  return { views: savedViews, omitted }
}

type Box = readonly [Vector3, Vector3]

function computeUnion(elements: Iterable<ElementHeader>): Box | null {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const { box } of elements) {
    if (!box) continue
    for (const axis of [0, 1, 2] as const) {
      min[axis] = Math.min(min[axis], box[0][axis])
      max[axis] = Math.max(max[axis], box[1][axis])
    }
  }
  return min.every((value, axis) => value <= max[axis]) ? [min, max] : null
}

/**
 * Computes the camera of an uncropped view. It has no size of its own: it shows all of the model from the view's
 * direction.
 */
function computeCamera({ back, up }: ViewInSpace, [min, max]: Box): SavedCamera {
  const right = cross(up, back)
  const extent = (way: Vector3): number =>
    way.reduce((sum, share, axis) => sum + Math.abs(share) * (max[axis] - min[axis]), 0)
  const heightMetres = Math.max(extent(up), extent(right))
  const distanceMetres = Math.hypot(...min.map((value, axis) => max[axis] - value))
  const at = (axis: 0 | 1 | 2): number => (min[axis] + max[axis]) / 2 + back[axis] * distanceMetres
  const direction = [-back[0], -back[1], -back[2]] as const
  return { kind: 'orthographic', eye: [at(0), at(1), at(2)], direction, up, heightMetres, distanceMetres }
}
