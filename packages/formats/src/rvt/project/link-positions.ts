import type { Transform } from '../graphics/shape.js'
import type { ProjectData } from './project-data.js'

/** Position of a linked model in this one: rotated about the vertical axis through its origin, then translated. */
export interface LinkPosition {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly z: number
  /** Counter-clockwise seen from above. */
  readonly rotationDegrees: number
}

const tolerance = 1e-9
/** Exact, by definition. */
const metresPerFoot = 0.3048

/**
 * Returns the positions, in metres, of the linked models that are upright and placed once; `elements` are those of the
 * document.
 */
export function linkPositions(projectData: ProjectData, elements: { has(id: number): boolean }): LinkPosition[] {
  const instances = [...projectData.linkInstances].filter(([id]) => elements.has(id)).map(([, instance]) => instance)
  return [...projectData.links].flatMap(([linkId, { name, isShifted }]) => {
    const [instance, another] = instances.filter((one) => one.linkId === linkId)
    if (isShifted || !instance || another || !isUpright(instance.transform)) return []
    const { origin, x: axis } = instance.transform
    const [x, y, z] = origin.map((feet) => feet * metresPerFoot)
    return [{ name, x, y, z, rotationDegrees: (Math.atan2(axis[1], axis[0]) * 180) / Math.PI }]
  })
}

/** Returns whether a transform is free of tilt, mirroring and scaling. */
function isUpright({ x, y, z }: Transform): boolean {
  const expected = [x[0], x[1], 0, -x[1], x[0], 0, 0, 0, 1]
  const isRigid = Math.abs(Math.hypot(x[0], x[1]) - 1) < tolerance
  return isRigid && [...x, ...y, ...z].every((value, index) => Math.abs(value - expected[index]) < tolerance)
}
