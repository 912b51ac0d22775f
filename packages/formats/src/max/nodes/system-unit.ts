import { lengthUnits, type LengthUnit } from '@kamar/core'
import { tryParse } from '@kamar/codecs/records'
import type { SceneObject } from '../container/scene-objects.js'

const sceneId = '2222:0'
const unitRecord = 0x8520

/** Units by their number in a scene. */
const units: readonly LengthUnit[] = [
  lengthUnits.inch,
  lengthUnits.foot,
  { name: 'mi', metres: 1609.344 },
  lengthUnits.millimetre,
  lengthUnits.centimetre,
  lengthUnits.metre,
  { name: 'km', metres: 1000 },
]

/** Returns the unit of a scene as a multiple of a length unit. Null where the scene states none. */
export function systemUnit(objects: readonly SceneObject[]): LengthUnit | null {
  const scene = objects.findLast(({ class: { id } }) => id === sceneId)
  return (
    (scene &&
      tryParse(() => {
        const cursor = scene.cursor(unitRecord)
        const unit = units[cursor.u32()]
        const count = cursor.f32()
        cursor.expectEnd()
        if (unit === undefined || !(count > 0) || count > 1e6) return null
        const name = count === 1 ? unit.name : `${Number(count.toPrecision(6))} ${unit.name}`
        return { name, metres: unit.metres * count }
      })) ??
    null
  )
}
