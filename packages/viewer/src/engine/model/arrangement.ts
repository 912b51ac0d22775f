import type { RigidMatrix } from '@kamar/package-format/read'
import { emptyBox, noElement, type InstanceStore } from '../store/instance-store.js'
import { placementStride } from '../store/gpu-chunk.js'
import type { ModelContent } from './model-content.js'
import type { ContentArrangement } from './open-model.js'

/** Stored numbers of an instance's original placement: rows of its matrix, then its sphere's centre. */
const restStride = 15

/** Frame of the instances of the elements below `endElement` that follow those of the previous frame. */
export interface InstanceFrame {
  readonly endElement: number
  /** From positions of the package to those of the view, metres. */
  readonly matrix: RigidMatrix
}

/**
 * Moves instances from their package placement: first models of a federation to their poses, then exploded elements.
 * Each result is computed from the package placement, in double precision, so that errors do not accumulate.
 */
export class Arrangement implements ContentArrangement {
  #frames: readonly InstanceFrame[]
  #offsets: Float32Array | null = null
  #instances: InstanceStore | null = null
  #rest = new Float32Array(0)
  /** Number of instances with an entry in `#rest`. */
  #storedCount = 0
  /** Number of instances already moved. */
  #appliedCount = 0

  constructor(frames: readonly InstanceFrame[] = []) {
    this.#frames = frames
  }

  /** Returns whether elements are exploded. */
  get isExploded(): boolean {
    return this.#offsets !== null
  }
  setFrames(frames: readonly InstanceFrame[]): void {
    this.#frames = frames
    this.#appliedCount = 0
  }
  /** Sets offsets of three numbers per element, metres; null resets them. */
  setOffsets(offsets: Float32Array | null): void {
    this.#offsets = offsets
    this.#appliedCount = 0
  }

  apply(content: ModelContent): void {
    const { instances } = content
    this.#follow(instances)
    const start = this.#appliedCount
    if (start === instances.count) return
    this.#remember(instances)
    this.#appliedCount = instances.count
    for (let instance = start; instance < instances.count; instance++) this.#move(instances, instance)
    content.rearranged(start, this.#offsets === null ? null : boxAround(content))
  }

  applyTo(content: ModelContent, start: number, end: number): void {
    const { instances } = content
    this.#follow(instances)
    this.#remember(instances)
    for (let instance = start; instance < end; instance++) {
      this.#store(instances, instance)
      this.#move(instances, instance)
    }
    this.#appliedCount = Math.max(this.#appliedCount, end)
    content.rearranged(start, this.#offsets === null ? null : boxAround(content), end)
  }

  #follow(instances: InstanceStore): void {
    if (instances === this.#instances) return
    this.#instances = instances
    this.#rest = new Float32Array(0)
    this.#storedCount = 0
    this.#appliedCount = 0
  }

  #findMatrix(element: number): RigidMatrix {
    for (const { endElement, matrix } of this.#frames) if (element < endElement) return matrix
    return unmoved
  }

  #move({ placement, sphere, node }: InstanceStore, instance: number): void {
    const matrix = this.#findMatrix(node[instance])
    const from = instance * restStride
    const to = instance * placementStride
    const offset = node[instance] * 3
    for (let row = 0; row < 3; row++) {
      const of = row * 4
      const rotate = (at: number, step: number): number =>
        matrix[of] * this.#rest[at] +
        matrix[of + 1] * this.#rest[at + step] +
        matrix[of + 2] * this.#rest[at + 2 * step]
      const by = matrix[of + 3] + (this.#offsets?.[offset + row] ?? 0)
      for (let column = 0; column < 4; column++)
        placement[to + of + column] = rotate(from + column, 4) + (column === 3 ? by : 0)
      sphere[instance * 4 + row] = rotate(from + 12, 1) + by
    }
  }

  /** Stores the package placement of instances that arrived since the last call. */
  #remember(instances: InstanceStore): void {
    const { count, node } = instances
    if (this.#rest.length < node.length * restStride) {
      // As large as the other columns, so that it does not grow with every chunk of cells.
      const rest = new Float32Array(node.length * restStride)
      rest.set(this.#rest)
      this.#rest = rest
    }
    for (let instance = this.#storedCount; instance < count; instance++) this.#store(instances, instance)
    this.#storedCount = Math.max(this.#storedCount, count)
  }

  #store({ placement, sphere }: InstanceStore, instance: number): void {
    const at = instance * placementStride
    this.#rest.set(placement.subarray(at, at + 12), instance * restStride)
    this.#rest.set(sphere.subarray(instance * 4, instance * 4 + 3), instance * restStride + 12)
  }
}

const unmoved: RigidMatrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

function boxAround({ instances, geometries }: ModelContent): ModelContent['bounds'] {
  const box = emptyBox()
  for (let instance = 0; instance < instances.count; instance++)
    if (instances.node[instance] !== noElement) instances.growBox(instance, geometries.extent, box)
  const [minX, minY, minZ, maxX, maxY, maxZ] = box as [number, number, number, number, number, number]
  return { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }
}
