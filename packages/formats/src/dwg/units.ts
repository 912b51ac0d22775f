import type { DrawingVariables } from '@kamar/codecs/drawing'
import { lengthUnits, unitOfLength, type LengthUnit } from '@kamar/core'

/**
 * Metres by the number of the unit (INSUNITS): none, inch, foot, mile, millimetre, centimetre, metre, kilometre,
 * microinch, mil, yard, ångström, nanometre, micron, decimetre, decametre, hectometre, gigametre, astronomical unit,
 * light year, parsec, US survey foot, inch and yard.
 */
const metresByUnit: readonly (number | undefined)[] = [
  undefined,
  0.0254,
  0.3048,
  1609.344,
  0.001,
  0.01,
  1,
  1000,
  2.54e-8,
  2.54e-5,
  0.9144,
  1e-10,
  1e-9,
  1e-6,
  0.1,
  10,
  100,
  1e9,
  149_597_870_700,
  9.460_730_472_580_8e15,
  3.085_677_581_491_37e16,
  1200 / 3937,
  100 / 3937,
  3600 / 3937,
]

/** Returns the unit of a drawing; millimetres when it states none. */
export function unitOfDrawing({ insertionUnits }: Pick<DrawingVariables, 'insertionUnits'>): {
  readonly unit: LengthUnit
  readonly isStated: boolean
} {
  const metres = metresByUnit[insertionUnits]
  if (metres === undefined) return { unit: lengthUnits.millimetre, isStated: false }
  return {
    unit: unitOfLength(metres) ?? { name: `${Number((metres * 1000).toPrecision(6))} mm`, metres },
    isStated: true,
  }
}
