import type { Viewer } from '@kamar/viewer'

/** Unit of typed lengths: metres, or millimetres where the whole model is small. */
export interface LengthScale {
  readonly unit: 'm' | 'mm'
  readonly metres: number
  readonly decimals: number
  readonly step: number
}

const metres: LengthScale = { unit: 'm', metres: 1, decimals: 3, step: 0.1 }
const millimetres: LengthScale = { unit: 'mm', metres: 0.001, decimals: 2, step: 1 }
/** Maximum diagonal of a model that counts as a part, metres. */
const largestPart = 2

export function lengthScale(viewer: Viewer | null): LengthScale {
  const box = viewer?.model?.manifest.bounds
  if (!box) return metres
  const diagonal = Math.hypot(...box.max.map((value, axis) => value - (box.min[axis] ?? 0)))
  return diagonal > largestPart ? metres : millimetres
}
