import type { AcisModel } from '@kamar/codecs/acis'
import { unitOfLength, type LengthUnit } from '@kamar/core'

/** Returns the unit of a model; millimetres where it states none. */
export function unitOfModel({ unitMillimetres }: AcisModel): LengthUnit {
  const metres = (unitMillimetres ?? 1) / 1000
  return unitOfLength(metres) ?? { name: `${Number((metres * 1000).toPrecision(6))} mm`, metres }
}
