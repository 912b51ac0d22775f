import { TranslationError } from '@kamar/contracts/core'
import type { MaterialId, MeshId, NodeId, Placement, ReadRoom } from '@kamar/scene'
import { multiplyMatrices, type Matrix } from '../../shared/matrix.js'
import { throwIfBeyond } from '../../shared/room-guards.js'
import type { SurfaceStyle } from '../model/styles.js'

/** From here on a model is moved to zero, so that float32 stays exact. */
const farFromZeroMetres = 1000
/** Instances of one model; each is a line in the package and a matrix in memory. */
const mostInstances = 5_000_000

/** Where an item is drawn: under which node and where, metres. */
export interface Placing {
  readonly node: NodeId
  readonly matrix: Matrix
  /** What this one use looks like, going before the item's own style. */
  readonly style: SurfaceStyle | null
}

/** A mesh of an item and its own style. */
export interface ItemMesh {
  readonly mesh: MeshId
  readonly style: SurfaceStyle | null
  /** What to add to every position of it, metres. */
  readonly origin: readonly [number, number, number]
}

/** Pushes meshes and their instances; holds the materials and the model's origin. */
export class ScenePusher {
  readonly #room: ReadRoom
  readonly #materials = new Map<string, MaterialId>()
  #origin: readonly [number, number, number] | null = null
  instances = 0
  triangles = 0

  constructor(room: ReadRoom) {
    this.#room = room
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

  /** Puts one mesh in all its places. */
  place({ mesh, style, origin }: ItemMesh, placings: readonly Placing[]): void {
    for (const placing of placings) {
      if (++this.instances > mostInstances) {
        throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${mostInstances} instances` } })
      }
      const moved = multiplyMatrices(placing.matrix, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin))
      this.#settleOrigin(moved)
      const placement = Array.from(moved) as unknown as Placement
      const material = this.#material(placing.style ?? style)
      this.#room.scene.addInstance({ node: placing.node, mesh, placement, material })
    }
  }

  #settleOrigin(first: Matrix): void {
    if (this.#origin !== null) return
    const at = [first[9], first[10], first[11]]
    const isFar = at.some((value) => Math.abs(value) >= farFromZeroMetres)
    this.#origin = isFar ? [Math.floor(at[0]), Math.floor(at[1]), Math.floor(at[2])] : [0, 0, 0]
    this.#room.scene.setOrigin(this.#origin)
  }

  #material(style: SurfaceStyle | null): MaterialId | null {
    if (!style) return null
    const key = `${style.name ?? ''} ${style.color.join(' ')} ${style.opacity}`
    let material = this.#materials.get(key)
    if (material === undefined) {
      material = this.#room.scene.addMaterial({
        name: style.name ?? colorName(style),
        color: style.color,
        opacity: style.opacity,
      })
      this.#materials.set(key, material)
    }
    return material
  }
}

function colorName({ color, opacity }: SurfaceStyle): string {
  const hexadecimal = color.map((channel) =>
    Math.round(channel * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${hexadecimal.join('')}${opacity < 1 ? ` ${Math.round(opacity * 100)} %` : ''}`
}
