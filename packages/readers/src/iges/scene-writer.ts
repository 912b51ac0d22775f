import type { LinesInput, MaterialId, MeshId, NodeId, Placement, PreparedMesh, ReadRoom } from '@kamar/scene'
import { throwIfBeyond } from '../shared/room-guards.js'
import type { Color } from './colors.js'
import type { Polyline } from './curve-lines.js'
import { cleanName } from '../shared/names.js'

const farFromZeroMetres = 1000

type Place = readonly [number, number, number]

/** Pushes nodes, meshes and lines; settles the model's origin with the first of them. */
export class SceneWriter {
  readonly #room: ReadRoom
  readonly #materials = new Map<string, MaterialId>()
  #origin: Place | null = null
  #nodes = 0
  instances = 0
  triangles = 0

  constructor(room: ReadRoom) {
    this.#room = room
  }

  /** Whole metres that were taken off, or zeros. */
  get origin(): Place {
    return this.#origin ?? [0, 0, 0]
  }

  addNode(parent: NodeId | null, name: string, kind: string): NodeId {
    throwIfBeyond('nodes', ++this.#nodes, this.#room.limits)
    return this.#room.scene.addNode({ parent, name: cleanName(name), class: kind, sourceId: '' })
  }

  addMesh(node: NodeId, mesh: PreparedMesh, look: { readonly origin: Place; readonly color: Color | null }): void {
    this.triangles += (mesh.levels[0]?.count ?? 0) / 3
    throwIfBeyond('triangles', this.triangles, this.#room.limits)
    const id = this.#room.scene.addMesh(mesh)
    if (id !== null) this.#place(node, id, look)
  }

  /** Lines in the file's unit; `metres` of one. */
  addLines(
    node: NodeId,
    lines: readonly Polyline[],
    { metres, color }: { readonly metres: number; readonly color: Color | null },
  ): void {
    const [x, y, z] = lines[0]?.[0] ?? [0, 0, 0]
    const from = [x, y, z] as const
    const mesh = this.#room.scene.addLines(linesInput(lines, from, metres))
    this.#place(node, mesh, { origin: [x * metres, y * metres, z * metres], color })
  }

  #place(
    node: NodeId,
    mesh: MeshId,
    { origin, color }: { readonly origin: Place; readonly color: Color | null },
  ): void {
    if (this.#origin === null) {
      const isFar = origin.some((value) => Math.abs(value) >= farFromZeroMetres)
      this.#origin = isFar ? [Math.floor(origin[0]), Math.floor(origin[1]), Math.floor(origin[2])] : [0, 0, 0]
      this.#room.scene.setOrigin(this.#origin)
    }
    this.instances++
    const placement: Placement = [1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin]
    this.#room.scene.addInstance({ node, mesh, placement, material: this.#material(color) })
  }

  #material(color: Color | null): MaterialId | null {
    if (!color) return null
    const name = `#${color.map(hexadecimal).join('')}`
    let material = this.#materials.get(name)
    if (material === undefined) {
      material = this.#room.scene.addMaterial({ name, color, opacity: 1 })
      this.#materials.set(name, material)
    }
    return material
  }
}

const hexadecimal = (channel: number): string =>
  Math.round(channel * 255)
    .toString(16)
    .padStart(2, '0')

function linesInput(lines: readonly Polyline[], from: Place, metres: number): LinesInput {
  const points = lines.reduce((sum, line) => sum + line.length, 0)
  const positions = new Float32Array(3 * points)
  const indices = new Uint32Array(2 * (points - lines.length))
  let vertex = 0
  let corner = 0
  for (const line of lines) {
    for (const [at, point] of line.entries()) {
      for (let axis = 0; axis < 3; axis++) positions[3 * vertex + axis] = (point[axis] - from[axis]) * metres
      if (at > 0) {
        indices[corner++] = vertex - 1
        indices[corner++] = vertex
      }
      vertex++
    }
  }
  return { positions, indices }
}
