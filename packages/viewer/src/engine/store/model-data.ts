import type { Box } from '@kamar/package-format/read'
import type { GeometryStore } from './geometry-store.js'
import type { InstanceColors } from './instance-colors.js'
import type { InstanceStore } from './instance-store.js'

/** Consecutive rows of instances. */
export interface RowRun {
  readonly start: number
  readonly end: number
}

/** Loaded content of a model, as picking, occlusion and the depth bias read it. */
export interface ModelData {
  readonly instances: InstanceStore
  readonly geometries: GeometryStore
  readonly instanceColors: InstanceColors
  /** Box of the model, metres relative to the origin; null until one is known. */
  readonly bounds: Box | null
  /** The drawn runs of rows, another list after any change; null if all rows have instances. */
  readonly rowRuns: readonly RowRun[] | null
  /** Drawn fills of section caps, nine numbers a triangle; set by whoever draws them. */
  capTriangles: ArrayLike<number>
}
