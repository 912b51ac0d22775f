import type { MaterialId, MeshId, NodeId } from '@kamar/core'
import { hexadecimal, type Matrix, type Vector } from '@kamar/core/math'
import { SceneWriter } from '../../kit/scene-writer.js'
import type { SurfaceStyle } from '../model/styles.js'

/** Instance of an item: its node and its transform in metres. */
export interface ItemInstance {
  readonly node: NodeId
  readonly matrix: Matrix
  /** Style of this instance, which overrides the item's own style. */
  readonly style: SurfaceStyle | null
}

/** A mesh of an item and its own style. */
export interface ItemMesh {
  readonly mesh: MeshId
  readonly style: SurfaceStyle | null
  /** Offset to add to every position, in metres. */
  readonly origin: Vector
}

/** Scene writer that chooses the material of each instance. */
export class StepSceneWriter extends SceneWriter {
  /** Adds all instances of a mesh. */
  addInstances({ mesh, style, origin }: ItemMesh, instances: readonly ItemInstance[]): void {
    for (const { node, matrix, style: ownStyle } of instances) {
      this.addInstance({ node, mesh, matrix, origin, material: this.#ensureMaterial(ownStyle ?? style) })
    }
  }

  #ensureMaterial(style: SurfaceStyle | null): MaterialId | null {
    if (!style) return null
    const { color, opacity, name = formatMaterialName(style) } = style
    return this.material({ name, color, opacity })
  }
}

const formatMaterialName = ({ color, opacity }: SurfaceStyle): string =>
  `${hexadecimal(color)}${opacity < 1 ? ` ${Math.round(opacity * 100)} %` : ''}`
