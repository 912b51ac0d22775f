import { isCoordinate, type Vector } from '@kamar/core/math'
import { isHiddenIn, type Component, type Guide } from '../model.js'
import type { ShapeElement } from './shapes.js'
import { BoundingBox } from './bounding-box.js'

/** Guides of a component, in inches. */
export interface GuideShape {
  readonly kind: 'guides'
  readonly element: ShapeElement
  readonly lines: readonly (readonly [Vector, Vector])[]
  readonly points: readonly Vector[]
  readonly isHidden: boolean
}

const element: ShapeElement = { name: 'guides', class: 'guides' }
/** Half length in inches of an endless guide in an otherwise empty component. */
const inchesOnly = 12

/**
 * Builds the guides of a component, hidden ones separately. Endless lines end at the bounding box of the other content,
 * so that they do not enlarge the model.
 */
export function guideShapes(component: Component): GuideShape[] {
  const box = computeBounds(component)
  return [false, true].flatMap((isHidden): GuideShape[] => {
    const guides = component.guides.filter((guide) => isHiddenIn(guide) === isHidden)
    const lines = guides.flatMap(({ line, position }) => (line === null ? [] : [computeEnds(position, line, box)]))
    const points = guides.flatMap(({ isPoint, position }) => (isPoint ? [position] : []))
    return guides.length === 0 ? [] : [{ kind: 'guides', element, lines, points, isHidden }]
  })
}

function computeBounds({ edges, guides }: Component): BoundingBox {
  const box = new BoundingBox()
  box.addEdges(edges)
  for (const { position } of guides) box.add(position)
  return box
}

function computeEnds(
  position: Vector,
  { direction, from, to }: NonNullable<Guide['line']>,
  { high, low }: BoundingBox,
): readonly [Vector, Vector] {
  const computeDistance = (isFar: boolean): number =>
    direction.reduce((sum, along, axis) => sum + along * ((along > 0 === isFar ? high : low)[axis] - position[axis]), 0)
  // A line on its own has no box to end at.
  const beyond = computeDistance(true) > computeDistance(false) ? 0 : inchesOnly
  const at = (length: number): Vector => [
    position[0] + length * direction[0],
    position[1] + length * direction[1],
    position[2] + length * direction[2],
  ]
  return [
    at(isCoordinate(from) ? from : computeDistance(false) - beyond),
    at(isCoordinate(to) ? to : computeDistance(true) + beyond),
  ]
}
