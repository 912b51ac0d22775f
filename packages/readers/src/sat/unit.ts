import type { AcisModel } from '../shared/acis/index.js'
import type { LengthUnit } from '../shared/units.js'

const named: readonly LengthUnit[] = [
  { name: 'mm', metres: 0.001 },
  { name: 'cm', metres: 0.01 },
  { name: 'm', metres: 1 },
  { name: 'km', metres: 1000 },
  { name: 'in', metres: 0.0254 },
  { name: 'ft', metres: 0.3048 },
  { name: 'yd', metres: 0.9144 },
]

/** The unit of a model; millimetres where it states none. */
export function unitOfModel({ unitMillimetres }: AcisModel): LengthUnit {
  const metres = (unitMillimetres ?? 1) / 1000
  const known = named.find((unit) => Math.abs(metres / unit.metres - 1) < 1e-9)
  return known ?? { name: `${Number((metres * 1000).toPrecision(6))} mm`, metres }
}
