import type { ExteriorSet, Manifest } from '@kamar/package-format/read'
import type { CullView, Culler } from '../cull/culler.js'
import type { ModelData } from '../store/model-data.js'
import type { ModelBatches } from './model-batches.js'

/** Content of a model on the GPU, as frames are drawn from it. */
export interface RenderedContent extends ModelData {
  readonly manifest: Manifest
  readonly batches: ModelBatches
  readonly culler: Culler
  /** Whether more chunks will follow. */
  readonly loading: boolean
  /** Whether its coplanar surfaces have their depth bias, which changes the first frame. */
  readonly isPrepared: boolean
  /** Whether the initially hidden elements are known. */
  readonly hiddenKnown: boolean
  /** The objects visible from outside, once known. */
  readonly exterior: ExteriorSet | null
  /** Whether every object visible from outside is loaded. */
  readonly exteriorReady: boolean
  /** Whether elements are moved from their package placement. */
  readonly isDisplaced: boolean
  /** Computes occlusion by walls; null for small models, and until its code is loaded. */
  occlusion: { visibleInstances(view: CullView): Uint8Array | null } | null
  /** Keeps the geometry within the memory budget; null if everything fits. */
  readonly residency: { updateView(view: CullView, exterior: Uint8Array | null): void } | null
}
