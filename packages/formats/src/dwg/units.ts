import { type CadHeader, UnitsType } from '@node-projects/acad-ts'
import { lengthUnits, unitOfLength, type LengthUnit } from '@kamar/core'

const metresOf: Readonly<Partial<Record<UnitsType, number>>> = {
  [UnitsType.Inches]: 0.0254,
  [UnitsType.Feet]: 0.3048,
  [UnitsType.Miles]: 1609.344,
  [UnitsType.Millimeters]: 0.001,
  [UnitsType.Centimeters]: 0.01,
  [UnitsType.Meters]: 1,
  [UnitsType.Kilometers]: 1000,
  [UnitsType.Microinches]: 2.54e-8,
  [UnitsType.Mils]: 2.54e-5,
  [UnitsType.Yards]: 0.9144,
  [UnitsType.Angstroms]: 1e-10,
  [UnitsType.Nanometers]: 1e-9,
  [UnitsType.Microns]: 1e-6,
  [UnitsType.Decimeters]: 0.1,
  [UnitsType.Decameters]: 10,
  [UnitsType.Hectometers]: 100,
  [UnitsType.Gigameters]: 1e9,
  [UnitsType.AstronomicalUnits]: 149_597_870_700,
  [UnitsType.LightYears]: 9.460_730_472_580_8e15,
  [UnitsType.Parsecs]: 3.085_677_581_491_37e16,
  [UnitsType.USSurveyFeet]: 1200 / 3937,
  [UnitsType.USSurveyInches]: 100 / 3937,
  [UnitsType.USSurveyYards]: 3600 / 3937,
}

/** Returns the unit of a drawing; millimetres when it states none. */
export function unitOfDrawing({ insUnits }: CadHeader): { readonly unit: LengthUnit; readonly isStated: boolean } {
  const metres = metresOf[insUnits]
  if (metres === undefined) return { unit: lengthUnits.millimetre, isStated: false }
  return {
    unit: unitOfLength(metres) ?? { name: `${Number((metres * 1000).toPrecision(6))} mm`, metres },
    isStated: true,
  }
}
