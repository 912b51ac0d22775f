import type { StepValue } from '@kamar/codecs/part21'

/** Reads a typed length (IfcCurveMeasureSelect); null for a parameter of the curve or any other value. */
export function readLength(value: StepValue): number | null {
  if (value === null || typeof value !== 'object' || !('type' in value)) return null
  const isLength = value.type === 'IFCLENGTHMEASURE' || value.type === 'IFCNONNEGATIVELENGTHMEASURE'
  return isLength && typeof value.value === 'number' ? value.value : null
}
