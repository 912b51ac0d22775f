import {
  type MaterialId,
  type MaterialInput,
  type MeshId,
  type NodeId,
  type NodeInput,
  type PreparedMesh,
  type ReadContext,
  throwIfBeyond,
} from '@kamar/core'
import {
  hexadecimal,
  type Color,
  identityMatrix,
  multiplyMatrices,
  toPlacement,
  type Matrix,
  type Vector,
} from '@kamar/core/math'
import { originNear } from './assumed-unit.js'
import { lineSet, type Polyline } from './line-set.js'
import { cleanName } from '@kamar/codecs/text'
import { splitPointCloud, type PointCloud } from './split-point-cloud.js'

/** Material colour of points with their own colours, which it multiplies. */
const white: Color = [1, 1, 1]

/** A mesh of the scene with its transform. */
export interface MeshInstance {
  readonly node: NodeId
  readonly mesh: MeshId
  readonly material: MaterialId | null
  /** Metres. */
  readonly matrix: Matrix
  /** Offset to add to every position of the mesh, in metres. */
  readonly origin: Vector
}

/** Geometry under a node, and its colour; null for the colour of its class. */
interface Drawing {
  readonly node: NodeId
  readonly color: Color | null
  /** Metres; absent where positions are in model coordinates. */
  readonly matrix?: Matrix
}

/** A mesh under a node. */
export interface MeshDrawing extends Drawing {
  readonly mesh: PreparedMesh
  /** Offset to add to every position of the mesh, in metres. */
  readonly origin: Vector
}

/** Lines under a node, in the file's unit; `metres` per unit. */
export interface LinesDrawing extends Drawing {
  readonly lines: readonly Polyline[]
  readonly metres: number
}

/** Points under a node, in the file's unit; `metres` per unit. Their own colours override `color`. */
export interface PointsDrawing extends Drawing, PointCloud {
  readonly metres: number
}

/**
 * Writer of nodes, meshes, lines, points and their instances within the context's limits; determines the model's origin
 * with the first instance.
 */
export class SceneWriter {
  readonly #context: ReadContext
  readonly #materials = new Map<string, MaterialId>()
  #origin: Vector | null = null
  #nodes = 0
  instances = 0
  triangles = 0

  constructor(context: ReadContext) {
    this.#context = context
  }

  /** Subtracted origin in whole metres, or zeros. */
  get origin(): Vector {
    return this.#origin ?? [0, 0, 0]
  }

  addNode(node: NodeInput): NodeId {
    throwIfBeyond('nodes', ++this.#nodes, this.#context.limits)
    return this.#context.scene.addNode({ ...node, name: cleanName(node.name) })
  }

  addMesh({ node, mesh, origin, color, matrix = identityMatrix }: MeshDrawing): void {
    this.countTriangles((mesh.levels[0]?.count ?? 0) / 3)
    const id = this.#context.scene.addMesh(mesh)
    if (id !== null) this.addInstance({ node, mesh: id, origin, matrix, material: this.#colorMaterial(color) })
  }

  addLines({ node, lines, metres, color, matrix = identityMatrix }: LinesDrawing): void {
    const [x, y, z] = lines.find((line) => line.length > 0)?.[0] ?? [0, 0, 0]
    const mesh = this.#context.scene.addLines(lineSet(lines, [x, y, z], metres))
    const origin = [x * metres, y * metres, z * metres] as const
    this.addInstance({ node, mesh, origin, matrix, material: this.#colorMaterial(color) })
  }

  addPoints({ node, metres, color, matrix = identityMatrix, ...cloud }: PointsDrawing): void {
    const own = cloud.colors === undefined ? color : white
    for (const { points, origin } of splitPointCloud(cloud, metres)) {
      const mesh = this.#context.scene.addPoints(points)
      this.addInstance({ node, mesh, origin, matrix, material: this.#colorMaterial(own) })
    }
  }

  /** Counts triangles of new meshes; throws beyond the limit. */
  countTriangles(count: number): void {
    this.triangles += count
    throwIfBeyond('triangles', this.triangles, this.#context.limits)
  }

  /** Adds an instance of a scene mesh. */
  addInstance({ node, mesh, material, matrix, origin }: MeshInstance): void {
    throwIfBeyond('instances', ++this.instances, this.#context.limits)
    const transform = multiplyMatrices(matrix, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin))
    if (this.#origin === null) {
      this.#origin = originNear([transform[9], transform[10], transform[11]])
      this.#context.scene.setOrigin(this.#origin)
    }
    this.#context.scene.addInstance({ node, mesh, placement: toPlacement(transform), material })
  }

  /** Returns the material for an appearance; adds each appearance once. */
  material(input: MaterialInput): MaterialId {
    const key = `${input.name} ${input.color.join(' ')} ${input.opacity}`
    let material = this.#materials.get(key)
    if (material === undefined) {
      material = this.#context.scene.addMaterial(input)
      this.#materials.set(key, material)
    }
    return material
  }

  #colorMaterial(color: Color | null): MaterialId | null {
    return color && this.material({ name: hexadecimal(color), color, opacity: 1 })
  }
}
