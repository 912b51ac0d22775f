import type { IfcFile } from '../model/ifc-file.js'

/** Tolerance of unit vectors that files round to six decimals. */
const roundingError = 1e-5

/**
 * Returns the statement of a direction as a unit vector; null when the file already states one. Only the ratios of a
 * direction matter, but the kernel scales an extrusion by the length of its direction.
 */
export function unitDirection(file: IfcFile, row: number): string | null {
  const ratios = file.at(row).numbers().slice(0, 3)
  // Divides by the largest ratio first, so that squares neither overflow nor underflow.
  const largest = Math.max(...ratios.map(Math.abs))
  const length = largest * Math.hypot(...ratios.map((ratio) => ratio / largest))
  if (!(length > 0) || !Number.isFinite(length) || Math.abs(length - 1) <= roundingError) return null
  return `#${file.index.getId(row)}=IFCDIRECTION(${realList(ratios.map((ratio) => ratio / length))});\n`
}

/** Encodes a number as a STEP real. */
export function toReal(value: number): string {
  return value
    .toExponential()
    .toUpperCase()
    .replace(/^(-?\d)E/, '$1.E')
}

/** Encodes numbers as a list of STEP reals. */
export function realList(values: readonly number[]): string {
  return `(${values.map(toReal).join(',')})`
}
