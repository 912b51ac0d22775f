import type { IfcFile } from '../model/ifc-file.js'

/** Six decimals, as files round them, are a unit vector still. */
const roundingError = 1e-5

/**
 * The statement of a direction as a unit vector; null when the file states one already. Only the ratios of a direction
 * count, but the kernel makes an extrusion longer by the length of its direction.
 */
export function unitDirection(file: IfcFile, row: number): string | null {
  const ratios = file.at(row).numbers().slice(0, 3)
  // The largest ratio is taken out first, so that squares neither overflow nor vanish.
  const largest = Math.max(...ratios.map(Math.abs))
  const length = largest * Math.hypot(...ratios.map((ratio) => ratio / largest))
  if (!(length > 0) || !Number.isFinite(length) || Math.abs(length - 1) <= roundingError) return null
  return `#${file.index.ids[row]}=IFCDIRECTION(${realList(ratios.map((ratio) => ratio / length))});\n`
}

/** Numbers as a list of STEP reals. */
export function realList(values: readonly number[]): string {
  const reals = values.map((value) =>
    value
      .toExponential()
      .toUpperCase()
      .replace(/^(-?\d)E/, '$1.E'),
  )
  return `(${reals.join(',')})`
}
