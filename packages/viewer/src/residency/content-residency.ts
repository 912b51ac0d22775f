import type { ResidencyStatus } from '../api.js'
import type { CullView } from '../cull/culler.js'
import type { GpuChunk } from '../store/gpu-chunk.js'

/** Keeps the shapes of a content within a budget; `ration.ts`, fetched for models that need more. */
export interface ContentResidency {
  readonly status: ResidencyStatus
  /** Takes a chunk that was placed apart, after its rows were appended: to the card if there is room. */
  take(chunk: GpuChunk, firstInstance: number): void
  /** A picture was made as `view` sees it, of the objects seen from outside (bits) or of all. */
  updateView(view: CullView, exterior: Uint8Array | null): void
  /** Whether an instance's shape is here. */
  isHere(instance: number): boolean
  /** Calls `visit` for each of the instances while its shape is here; parts that are away are fetched one after the other. */
  visit(instances: Iterable<number>, visit: (instance: number) => void): Promise<void>
  /** Calls `action` while the shapes of all these instances are here. */
  whileHere(instances: Iterable<number>, action: () => void): Promise<void>
  dispose(): void
}
