import { TranslationError } from '@kamar/contracts/core'
import type { MaterialId, MeshId, NodeId, Placement, ReadRoom } from '@kamar/scene'
import { originNear } from '../shared/assumed-unit.js'
import { multiplyMatrices, scaleTranslation, type Matrix } from '../shared/matrix.js'
import { throwIfBeyond } from '../shared/room-guards.js'

const mostInstances = 5_000_000

/** Where a mesh is put. */
export interface MeshPlace {
  readonly mesh: MeshId
  /** What to add to every position of the mesh, metres. */
  readonly origin: readonly [number, number, number]
  readonly node: NodeId
  /** In the file's unit. */
  readonly matrix: Matrix
  readonly material: MaterialId | null
}

/** Pushes instances in metres and takes the model's origin off, which is near the first of them. */
export class ScenePusher {
  readonly #room: ReadRoom
  readonly #metres: number
  #origin: readonly [number, number, number] | null = null
  instances = 0
  triangles = 0

  constructor(room: ReadRoom, metres: number) {
    this.#room = room
    this.#metres = metres
  }

  /** Whole metres that were taken off, or zeros. */
  get origin(): readonly [number, number, number] {
    return this.#origin ?? [0, 0, 0]
  }

  /** Counts triangles of new meshes; throws beyond the limit. */
  countTriangles(count: number): void {
    this.triangles += count
    throwIfBeyond('triangles', this.triangles, this.#room.limits)
  }

  place({ mesh, origin, node, matrix, material }: MeshPlace): void {
    if (++this.instances > mostInstances) {
      throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${mostInstances} instances` } })
    }
    const moved = multiplyMatrices(
      scaleTranslation(matrix, this.#metres),
      Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin),
    )
    if (this.#origin === null) {
      this.#origin = originNear([moved[9], moved[10], moved[11]])
      this.#room.scene.setOrigin(this.#origin)
    }
    this.#room.scene.addInstance({ node, mesh, placement: Array.from(moved) as unknown as Placement, material })
  }
}
