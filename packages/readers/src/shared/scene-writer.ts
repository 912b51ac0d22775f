import { TranslationError } from '@kamar/contracts/core'
import type { MaterialId, MaterialInput, MeshId, NodeId, NodeInput, PreparedMesh, ReadContext } from '@kamar/scene'
import { originNear } from './assumed-unit.js'
import { hexadecimal, type Color } from './color.js'
import { lineSet, type Polyline } from './line-set.js'
import { identityMatrix, multiplyMatrices, placementOf, type Matrix, type Vector } from './matrix.js'
import { cleanName } from './names.js'
import { pointPieces, type PointCloud } from './point-pieces.js'
import { throwIfBeyond } from './room-guards.js'

/** What points with colours of their own are multiplied by. */
const white: Color = [1, 1, 1]

/** Instances of one model; each is a line in the package and a matrix in memory. */
const mostInstances = 5_000_000

/** A mesh that is in the scene, and where it is drawn. */
export interface PlacedMesh {
  readonly node: NodeId
  readonly mesh: MeshId
  readonly material: MaterialId | null
  /** Metres. */
  readonly matrix: Matrix
  /** What to add to every position of the mesh, metres. */
  readonly origin: Vector
}

/** What is drawn under a node, and its colour; null for the colour of its class. */
interface Drawing {
  readonly node: NodeId
  readonly color: Color | null
  /** Metres; left out where the positions are the model's own. */
  readonly matrix?: Matrix
}

/** A mesh under a node. */
export interface MeshDrawing extends Drawing {
  readonly mesh: PreparedMesh
  /** What to add to every position of the mesh, metres. */
  readonly origin: Vector
}

/** Lines under a node, in the file's unit; `metres` of one. */
export interface LinesDrawing extends Drawing {
  readonly lines: readonly Polyline[]
  readonly metres: number
}

/** Points under a node, in the file's unit; `metres` of one. Their own colours go before `color`. */
export interface PointsDrawing extends Drawing, PointCloud {
  readonly metres: number
}

/** Pushes nodes, meshes, lines, points and their instances within the room's limits; settles the model's origin with the first instance. */
export class SceneWriter {
  readonly #room: ReadContext
  readonly #materials = new Map<string, MaterialId>()
  #origin: Vector | null = null
  #nodes = 0
  instances = 0
  triangles = 0

  constructor(room: ReadContext) {
    this.#room = room
  }

  /** Whole metres that were taken off, or zeros. */
  get origin(): Vector {
    return this.#origin ?? [0, 0, 0]
  }

  addNode(node: NodeInput): NodeId {
    throwIfBeyond('nodes', ++this.#nodes, this.#room.limits)
    return this.#room.scene.addNode({ ...node, name: cleanName(node.name) })
  }

  addMesh({ node, mesh, origin, color, matrix = identityMatrix }: MeshDrawing): void {
    this.countTriangles((mesh.levels[0]?.count ?? 0) / 3)
    const id = this.#room.scene.addMesh(mesh)
    if (id !== null) this.place({ node, mesh: id, origin, matrix, material: this.#colorMaterial(color) })
  }

  addLines({ node, lines, metres, color, matrix = identityMatrix }: LinesDrawing): void {
    const [x, y, z] = lines.find((line) => line.length > 0)?.[0] ?? [0, 0, 0]
    const mesh = this.#room.scene.addLines(lineSet(lines, [x, y, z], metres))
    const origin = [x * metres, y * metres, z * metres] as const
    this.place({ node, mesh, origin, matrix, material: this.#colorMaterial(color) })
  }

  addPoints({ node, metres, color, matrix = identityMatrix, ...cloud }: PointsDrawing): void {
    const own = cloud.colors === undefined ? color : white
    for (const { points, origin } of pointPieces(cloud, metres)) {
      const mesh = this.#room.scene.addPoints(points)
      this.place({ node, mesh, origin, matrix, material: this.#colorMaterial(own) })
    }
  }

  /** Counts triangles of new meshes; throws beyond the limit. */
  countTriangles(count: number): void {
    this.triangles += count
    throwIfBeyond('triangles', this.triangles, this.#room.limits)
  }

  /** Draws a mesh of the scene once more. */
  place({ node, mesh, material, matrix, origin }: PlacedMesh): void {
    if (++this.instances > mostInstances) {
      throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${mostInstances} instances` } })
    }
    const moved = multiplyMatrices(matrix, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin))
    if (this.#origin === null) {
      this.#origin = originNear([moved[9], moved[10], moved[11]])
      this.#room.scene.setOrigin(this.#origin)
    }
    this.#room.scene.addInstance({ node, mesh, placement: placementOf(moved), material })
  }

  /** The material of a look; each look is added once. */
  material(look: MaterialInput): MaterialId {
    const key = `${look.name} ${look.color.join(' ')} ${look.opacity}`
    let material = this.#materials.get(key)
    if (material === undefined) {
      material = this.#room.scene.addMaterial(look)
      this.#materials.set(key, material)
    }
    return material
  }

  #colorMaterial(color: Color | null): MaterialId | null {
    return color && this.material({ name: hexadecimal(color), color, opacity: 1 })
  }
}
