import type { Manifest } from '@kamar/package-format/read'
import { applyPlacement, unmoved, type ModelPlacement } from './placement.js'

/** Finding code for a linked model with a known position. */
const linkedModelPosition = 'linked-model-position'

/**
 * Places a model in the coordinates of another that links it: the link names the file and states, in metres of the
 * other, the position of the file's origin and its rotation. Null if the other has no such link.
 */
export function placementByLink(
  { label, origin }: { readonly label: string; readonly origin: Manifest['origin'] },
  { report }: Pick<Manifest, 'report'>,
): ModelPlacement | null {
  const link = report?.findings.find(
    ({ code, details }) =>
      code === linkedModelPosition && String(details?.['name']).toLowerCase() === label.toLowerCase(),
  )
  const numbers = ['x', 'y', 'z', 'rotationDegrees'].map((name) => Number(link?.details?.[name] ?? Number.NaN))
  if (!numbers.every(Number.isFinite)) return null
  const [dx, dy, dz, rotationDegrees] = numbers
  const target = applyPlacement({ ...unmoved, x: dx, y: dy, z: dz, rotationDegrees }, origin)
  // The pivot is a point of the model near its centre: readable numbers, without cancellation.
  const [x, y, z] = target.map((value, axis) => value - origin[axis])
  return { x, y, z, rotationDegrees, pivot: origin }
}
