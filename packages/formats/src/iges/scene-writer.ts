import type { NodeId, PreparedMesh, ReadContext } from '@kamar/core'
import type { Color, Vector } from '@kamar/core/math'
import type { Polyline } from '../kit/line-set.js'
import { SceneWriter as SharedSceneWriter } from '../kit/scene-writer.js'

/**
 * Writer of nodes, meshes, lines and points of IGES: its entities have no persistent ids, and all are in the model's
 * own frame.
 */
export class SceneWriter {
  readonly #scene: SharedSceneWriter

  constructor(context: ReadContext) {
    this.#scene = new SharedSceneWriter(context)
  }

  /** The offset subtracted from positions, in whole metres, or zeros. */
  get origin(): Vector {
    return this.#scene.origin
  }

  get instances(): number {
    return this.#scene.instances
  }

  get triangles(): number {
    return this.#scene.triangles
  }

  addNode(parent: NodeId | null, name: string, kind: string): NodeId {
    return this.#scene.addNode({ parent, name, class: kind, sourceId: '' })
  }

  addMesh(node: NodeId, mesh: PreparedMesh, options: { readonly origin: Vector; readonly color: Color | null }): void {
    this.#scene.addMesh({ node, mesh, ...options })
  }

  /** Adds lines in the file's unit, which is `metres` long. */
  addLines(
    node: NodeId,
    lines: readonly Polyline[],
    options: { readonly metres: number; readonly color: Color | null },
  ): void {
    this.#scene.addLines({ node, lines, ...options })
  }

  /** Adds points in the file's unit, which is `metres` long. */
  addPoints(
    node: NodeId,
    points: readonly Vector[],
    options: { readonly metres: number; readonly color: Color | null },
  ): void {
    this.#scene.addPoints({ node, positions: Float64Array.from(points.flat()), ...options })
  }
}
