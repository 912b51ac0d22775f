/** A unit of length. */
export interface LengthUnit {
  readonly name: string
  readonly metres: number
}

/** Common units of files in formats without a unit. */
export const lengthUnits = {
  metre: { name: 'm', metres: 1 },
  centimetre: { name: 'cm', metres: 0.01 },
  millimetre: { name: 'mm', metres: 0.001 },
  inch: { name: 'in', metres: 0.0254 },
  foot: { name: 'ft', metres: 0.3048 },
} as const satisfies Record<string, LengthUnit>

const namedUnits: readonly LengthUnit[] = [
  ...Object.values(lengthUnits),
  { name: 'µm', metres: 1e-6 },
  { name: 'km', metres: 1000 },
  { name: 'yd', metres: 0.9144 },
]

/** Returns the unit of this length, within rounding; null for a length without a common name. */
export function unitOfLength(metres: number): LengthUnit | null {
  return namedUnits.find((unit) => Math.abs(metres / unit.metres - 1) < 1e-6) ?? null
}

const unitPatterns: readonly (readonly [RegExp, LengthUnit])[] = [
  [/^(mm|millimet(er|re)s?)$/i, lengthUnits.millimetre],
  [/^(cm|centimet(er|re)s?)$/i, lengthUnits.centimetre],
  [/^(m|met(er|re)s?)$/i, lengthUnits.metre],
  [/^(in|inch(es)?)$/i, lengthUnits.inch],
  [/^(ft|foot|feet)$/i, lengthUnits.foot],
]

/** `File units = meters`, `units: mm`, `This file uses centimeters as units`, `UNITS=mm`. */
const phrases: readonly RegExp[] = [/\bunits?\b\s*(?:=|:|is|are)?\s*([a-z]+)/i, /\buses\s+([a-z]+)\s+as\s+units\b/i]

/** Finds the unit named in a comment or header; null without one. */
export function unitInText(text: string): LengthUnit | null {
  for (const phrase of phrases) {
    const word = phrase.exec(text)?.[1]
    const unit = unitPatterns.find(([pattern]) => word !== undefined && pattern.test(word))?.[1]
    if (unit) return unit
  }
  return null
}
