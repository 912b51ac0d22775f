import type { LinesInput, MaterialId, NodeId, Placement, PreparedMesh, ReadRoom } from '@kamar/scene'
import type { AcisBody, AcisWire, OwnColor } from '../shared/acis/index.js'
import { cleanName } from '../shared/names.js'
import { multiplyMatrices, type Matrix } from '../shared/matrix.js'
import { throwIfBeyond } from '../shared/room-guards.js'

const farFromZeroMetres = 1000

/** A mesh and where it stands. */
export interface PlacedMesh {
  readonly node: NodeId
  readonly mesh: PreparedMesh
  readonly placement: Matrix
  /** What to add to every position of the mesh, metres. */
  readonly origin: readonly [number, number, number]
  readonly color: OwnColor
}

/** Pushes nodes, meshes and lines; settles the model's origin with the first of them. */
export class SceneWriter {
  readonly #room: ReadRoom
  readonly #materials = new Map<string, MaterialId>()
  #origin: readonly [number, number, number] | null = null
  nodes = 0
  instances = 0
  triangles = 0

  constructor(room: ReadRoom) {
    this.#room = room
  }

  /** Whole metres that were taken off, or zeros. */
  get origin(): readonly [number, number, number] {
    return this.#origin ?? [0, 0, 0]
  }

  addNode(parent: NodeId | null, name: string, kind: 'body' | 'lump', record: number): NodeId {
    throwIfBeyond('nodes', ++this.nodes, this.#room.limits)
    return this.#room.scene.addNode({ parent, name: cleanName(name), class: kind, sourceId: `${record}` })
  }

  addMesh({ node, mesh, placement, origin, color }: PlacedMesh): void {
    this.triangles += (mesh.levels[0]?.count ?? 0) / 3
    throwIfBeyond('triangles', this.triangles, this.#room.limits)
    const id = this.#room.scene.addMesh(mesh)
    if (id === null) return
    this.#place({ node, mesh: id, material: this.#material(color) }, moved(placement, origin))
  }

  /** Lines in the body's frame; `unit`: metres of one of theirs. */
  addWire(node: NodeId, { placement, color }: AcisBody, wire: AcisWire, unit: number): void {
    const [first = [0, 0, 0]] = wire.lines[0] ?? []
    const from = [first[0], first[1], first[2]] as const
    const mesh = this.#room.scene.addLines(linesOf(wire, from, unit))
    const origin = [from[0] * unit, from[1] * unit, from[2] * unit] as const
    this.#place({ node, mesh, material: this.#material(color) }, moved(placement, origin))
  }

  #place(
    what: { readonly node: NodeId; readonly mesh: number; readonly material: MaterialId | null },
    placement: Matrix,
  ): void {
    const translation = [placement[9], placement[10], placement[11]]
    if (this.#origin === null) {
      const isFar = translation.some((value) => Math.abs(value) >= farFromZeroMetres)
      const [x, y, z] = translation.map((value) => (isFar ? Math.floor(value) : 0))
      this.#origin = [x, y, z]
      this.#room.scene.setOrigin(this.#origin)
    }
    this.instances++
    this.#room.scene.addInstance({ ...what, placement: Array.from(placement) as unknown as Placement })
  }

  #material(color: OwnColor): MaterialId | null {
    if (!color) return null
    const name = `#${color.map((channel) => hexadecimal(channel)).join('')}`
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

const moved = (placement: Matrix, origin: readonly [number, number, number]): Matrix =>
  multiplyMatrices(placement, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin))

function linesOf({ lines }: AcisWire, from: readonly number[], unit: number): LinesInput {
  const points = lines.reduce((sum, line) => sum + line.length, 0)
  const positions = new Float32Array(3 * points)
  const indices = new Uint32Array(2 * (points - lines.length))
  let vertex = 0
  let corner = 0
  for (const line of lines) {
    for (const [at, point] of line.entries()) {
      for (let axis = 0; axis < 3; axis++) positions[3 * vertex + axis] = (point[axis] - from[axis]) * unit
      if (at > 0) {
        indices[corner++] = vertex - 1
        indices[corner++] = vertex
      }
      vertex++
    }
  }
  return { positions, indices }
}
