import type { MeshInput } from '@kamar/core'
import { borderPairs } from './face-borders.js'
import type { FaceTraits } from './solid-job.js'
import type { FaceMesh } from './face-mesh.js'

const metresPerMillimetre = 0.001

/** Builder that joins the faces of a solid to meshes. */
export class FaceSoup {
  readonly #traits: FaceTraits
  readonly #faces: readonly (FaceMesh | undefined)[]
  readonly #numbers: Int32Array

  /** `numbers`: the number in the text of each face of `faces`, or -1 for an unknown one. */
  constructor(traits: FaceTraits, faces: readonly (FaceMesh | undefined)[], numbers: Int32Array) {
    this.#traits = traits
    this.#faces = faces
    this.#numbers = numbers
  }

  get triangles(): number {
    return this.#faces.reduce((sum, face) => sum + (face?.indices.length ?? 0) / 3, 0)
  }

  /** Number of faces in the text that have triangles; a face split by the kernel counts once. */
  get meshedFaces(): number {
    const meshed = [...this.#numbers].filter((_, face) => (this.#faces[face]?.indices.length ?? 0) > 0)
    return meshed.includes(-1) ? Math.min(meshed.length, this.#traits.count) : new Set(meshed).size
  }

  /** Number of meshes: one more than the largest mesh number of a face. */
  get meshCount(): number {
    return (this.#traits.mesh ?? new Uint8Array(0)).reduce((max, mesh) => Math.max(max, mesh), 0) + 1
  }

  /** Returns the faces of one mesh as input of the mesh stage, in metres; null when there are none. */
  mesh(number: number): MeshInput | null {
    const { mesh: meshOf, colors } = this.#traits
    const selected = [...this.#faces.keys()].filter((face) => {
      const own = this.#numbers[face]
      return this.#faces[face] !== undefined && (own < 0 ? 0 : (meshOf?.[own] ?? 0)) === number
    })
    const target = emptyArrays(
      selected.map((face) => this.#faces[face]),
      colors !== undefined,
    )
    if (target.indices.length === 0) return null
    const edges: number[] = []
    let vertices = 0
    let indexCount = 0
    for (const face of selected) {
      const triangles = this.#faces[face]
      if (!triangles) continue
      this.#copy({ triangles, number: this.#numbers[face], vertices, indexCount }, target)
      for (const [one, other] of borderPairs(triangles)) edges.push(vertices + one, vertices + other)
      vertices += triangles.positions.length / 3
      indexCount += triangles.indices.length
    }
    return { ...target, edges: Uint32Array.from(edges) }
  }

  #copy({ triangles, number, vertices, indexCount }: FacePlacement, target: Target): void {
    const { positions, normals, indices } = triangles
    const color = number < 0 ? undefined : this.#traits.colors?.subarray(4 * number, 4 * number + 4)
    const isReversed = number >= 0 && this.#traits.reversed?.[number] === 1
    for (let at = 0; at < positions.length; at++)
      target.positions[3 * vertices + at] = positions[at] * metresPerMillimetre
    target.normals.set(normals, 3 * vertices)
    if (color && target.colors) {
      for (let vertex = 0; vertex < positions.length / 3; vertex++) target.colors.set(color, 4 * (vertices + vertex))
    }
    for (let at = 0; at < indices.length; at++) {
      // Two vertices are swapped, which flips the triangle.
      const source = isReversed ? at - (at % 3) + ((3 - (at % 3)) % 3) : at
      target.indices[indexCount + at] = vertices + indices[source]
    }
  }
}

/** A face and its offsets in the joined mesh. */
interface FacePlacement {
  readonly triangles: FaceMesh
  readonly number: number
  readonly vertices: number
  readonly indexCount: number
}

interface Target {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly indices: Uint32Array
  readonly colors?: Uint8Array
}

function emptyArrays(faces: readonly (FaceMesh | undefined)[], hasColors: boolean): Target {
  const numbers = faces.reduce((sum, face) => sum + (face?.positions.length ?? 0), 0)
  const indexCount = faces.reduce((sum, face) => sum + (face?.indices.length ?? 0), 0)
  const arrays = {
    positions: new Float32Array(numbers),
    normals: new Float32Array(numbers),
    indices: new Uint32Array(indexCount),
  }
  return hasColors ? { ...arrays, colors: new Uint8Array((numbers / 3) * 4).fill(255) } : arrays
}
