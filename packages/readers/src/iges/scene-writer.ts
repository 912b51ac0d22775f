import type { NodeId, PreparedMesh, ReadContext } from '@kamar/scene'
import type { Color } from '../shared/color.js'
import type { Polyline } from '../shared/line-set.js'
import type { Vector } from '../shared/matrix.js'
import { SceneWriter as SharedSceneWriter } from '../shared/scene-writer.js'

/** Pushes nodes, meshes, lines and points of IGES: its entities have no identity that lasts, and all stand in the model's own frame. */
export class SceneWriter {
  readonly #scene: SharedSceneWriter

  constructor(room: ReadContext) {
    this.#scene = new SharedSceneWriter(room)
  }

  /** Whole metres that were taken off, or zeros. */
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

  addMesh(node: NodeId, mesh: PreparedMesh, look: { readonly origin: Vector; readonly color: Color | null }): void {
    this.#scene.addMesh({ node, mesh, ...look })
  }

  /** Lines in the file's unit; `metres` of one. */
  addLines(
    node: NodeId,
    lines: readonly Polyline[],
    look: { readonly metres: number; readonly color: Color | null },
  ): void {
    this.#scene.addLines({ node, lines, ...look })
  }

  /** Points in the file's unit; `metres` of one. */
  addPoints(
    node: NodeId,
    points: readonly Vector[],
    look: { readonly metres: number; readonly color: Color | null },
  ): void {
    this.#scene.addPoints({ node, positions: Float64Array.from(points.flat()), ...look })
  }
}
