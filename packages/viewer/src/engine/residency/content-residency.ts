import type { ResidencyStatus } from '../types.js'
import type { CullView } from '../cull/culler.js'
import type { GpuChunk } from '../store/gpu-chunk.js'

/**
 * Limits the shapes of a content to a budget; implemented in `chunk-residency.ts`, fetched for models that need more.
 */
export interface ContentResidency {
  readonly status: ResidencyStatus
  /** Takes a relocatable chunk after its rows were appended: to the GPU if there is space. */
  add(chunk: GpuChunk, firstInstance: number): void
  /** Records a frame drawn in `view`, of the exterior objects (bits) or of all. */
  updateView(view: CullView, exterior: Uint8Array | null): void
  /** Returns whether an instance's shape is resident. */
  isResident(instance: number): boolean
  /** Calls `visit` for each instance while its shape is resident; evicted chunks are fetched one by one. */
  visit(instances: Iterable<number>, visit: (instance: number) => void): Promise<void>
  /** Calls `action` while the shapes of all these instances are resident. */
  withResident(instances: Iterable<number>, action: () => void): Promise<void>
  dispose(): void
}
