import type { ExteriorSet } from '@kamar/package-format/read'
import type { ResidencyStatus } from '../types.js'
import type { CullView } from '../cull/culler.js'
import type { GpuChunk } from '../store/gpu-chunk.js'
import type { RowRun } from '../store/model-data.js'

/** Limits a content to a budget; its code is fetched for models that need it. */
interface Residency {
  readonly status: ResidencyStatus
  /** Called before a frame is drawn in `view`, of the exterior objects (bits) or of all. */
  updateView(view: CullView, exterior: Uint8Array | null): void
  dispose(): void
}

/** Limits the shapes of a content; rows of instances stay. Implemented in `chunk-residency.ts`. */
export interface ShapeResidency extends Residency {
  readonly kind: 'shapes'
  /** Takes a relocatable chunk after its rows were appended: to the GPU if there is space. */
  add(chunk: GpuChunk, firstInstance: number): void
  /** Returns whether an instance's shape is resident. */
  isResident(instance: number): boolean
  /** Calls `visit` for each instance while its shape is resident; evicted chunks are fetched one by one. */
  visit(instances: Iterable<number>, visit: (instance: number) => void): Promise<void>
  /** Calls `action` while the shapes of all these instances are resident. */
  withResident(instances: Iterable<number>, action: () => void): Promise<void>
}

/** Boxes of all elements of a model, also of those that are not resident. */
export interface ElementBoxTable {
  /** Returns whether an element has a shape of its own. */
  hasShape(element: number): boolean
  /** Grows six numbers, minimum and maximum, by the box of an element with a shape. */
  growBox(element: number, box: Float32Array | number[]): void
}

/** Limits a content of cells, which are loaded and evicted with the rows of their instances: `cells/`. */
export interface CellResidency extends Residency {
  readonly kind: 'cells'
  /** Null until it is loaded. */
  readonly boxes: ElementBoxTable | null
  /** Drawn runs of rows. */
  readonly rowRuns: readonly RowRun[]
  /** Loads what the first frame needs; later cells are loaded as the view needs them. */
  load(): Promise<void>
  /** Loads `boxes`. */
  loadBoxes(): Promise<void>
  /** Loads the boxes of cells and elements again, after models of a federation were moved. */
  reloadBoxes(): Promise<void>
  /** Sets which instances of the package are visible from outside. */
  setExterior(exterior: ExteriorSet): void
  /** Returns whether all instances of these elements are resident. */
  hasElements(elements: Iterable<number>): boolean
  /** Calls `action` while all instances of these elements are resident; rejects if they cannot be loaded. */
  withElements(elements: readonly number[], action: () => void): Promise<void>
}

/** Either way to keep the geometry of a model within its budget. */
export type ContentResidency = ShapeResidency | CellResidency
