import type { NodeId, PreparedMesh, ReadContext } from '@kamar/scene'
import type { Color } from '../shared/color.js'
import type { Polyline } from '../shared/line-set.js'
import type { Vector } from '../shared/matrix.js'
import { SceneWriter as SharedSceneWriter } from '../shared/scene-writer.js'

/** Pushes nodes, meshes, lines and points of IGES: its entities have no identity that lasts, and all stand in the model's own frame. */
export class SceneWriter {
  readonly #scene: SharedSceneWriter

  constructor(context: ReadContext) {
    this.#scene = new SharedSceneWriter(context)
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

  addMesh(node: NodeId, mesh: PreparedMesh, options: { readonly origin: Vector; readonly color: Color | null }): void {
    this.#scene.addMesh({ node, mesh, ...options })
  }

  /** Lines in the file's unit; `metres` of one. */
  addLines(
    node: NodeId,
    lines: readonly Polyline[],
    options: { readonly metres: number; readonly color: Color | null },
  ): void {
    this.#scene.addLines({ node, lines, ...options })
  }

  /** Points in the file's unit; `metres` of one. */
  addPoints(
    node: NodeId,
    points: readonly Vector[],
    options: { readonly metres: number; readonly color: Color | null },
  ): void {
    this.#scene.addPoints({ node, positions: Float64Array.from(points.flat()), ...options })
  }
}
