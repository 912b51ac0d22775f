import type { Box } from '@kamar/package-format/read'
import type { GeometryStore } from './geometry-store.js'
import type { InstanceColors } from './instance-colors.js'
import type { InstanceStore } from './instance-store.js'

/** Loaded content of a model, as picking, occlusion and the depth bias read it. */
export interface ModelData {
  readonly instances: InstanceStore
  readonly geometries: GeometryStore
  readonly instanceColors: InstanceColors
  /** Box of the model, metres relative to the origin; null until one is known. */
  readonly bounds: Box | null
  /** Drawn fills of section caps, nine numbers a triangle; set by whoever draws them. */
  capTriangles: ArrayLike<number>
}
