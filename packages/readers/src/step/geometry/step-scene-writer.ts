import type { MaterialId, MeshId, NodeId, ReadContext } from '@kamar/scene'
import { hexadecimal } from '../../shared/color.js'
import type { Matrix, Vector } from '../../shared/matrix.js'
import { SceneWriter } from '../../shared/scene-writer.js'
import type { SurfaceStyle } from '../model/styles.js'

/** Where an item is drawn: under which node and where, metres. */
export interface ItemInstance {
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
  readonly origin: Vector
}

/** Pushes meshes and their instances; holds the materials and the model's origin. */
export class StepSceneWriter {
  readonly #writer: SceneWriter

  constructor(context: ReadContext) {
    this.#writer = new SceneWriter(context)
  }

  /** Whole metres that were taken off, or zeros. */
  get origin(): Vector {
    return this.#writer.origin
  }

  get instances(): number {
    return this.#writer.instances
  }

  get triangles(): number {
    return this.#writer.triangles
  }

  /** Counts triangles of new meshes; throws beyond the limit. */
  countTriangles(count: number): void {
    this.#writer.countTriangles(count)
  }

  /** Puts one mesh in all its places. */
  addInstances({ mesh, style, origin }: ItemMesh, instances: readonly ItemInstance[]): void {
    for (const { node, matrix, style: ownStyle } of instances) {
      this.#writer.addInstance({ node, mesh, matrix, origin, material: this.#material(ownStyle ?? style) })
    }
  }

  #material(style: SurfaceStyle | null): MaterialId | null {
    if (!style) return null
    const { color, opacity, name = formatMaterialName(style) } = style
    return this.#writer.material({ name, color, opacity })
  }
}

const formatMaterialName = ({ color, opacity }: SurfaceStyle): string =>
  `${hexadecimal(color)}${opacity < 1 ? ` ${Math.round(opacity * 100)} %` : ''}`
