import {
  type Finding,
  type LinesInput,
  type MeshInput,
  type NodeId,
  type PointsInput,
  type PropertySetId,
  type ReadContext,
  throwIfBeyond,
  type LengthUnit,
} from '@kamar/core'
import { baseName, cleanName } from '@kamar/codecs/text'
import { addInParts } from '../kit/split-mesh.js'
import { splitPointCloud } from '../kit/split-point-cloud.js'
import { Materials } from './materials.js'
import type { ModelCollector, Part, Run } from './model-collector.js'
import { RunMesher, type LocalShape } from './run-mesh.js'
import { computeExtent, originOfModel, unitOfModel } from './unit-of-model.js'
import { information } from '../kit/report.js'

/** Number of triangles or runs after which the builder gets time, as small groups come by the thousand. */
const trianglesBetweenSettles = 100_000
const runsBetweenSettles = 500

/** Writer of runs to the scene: parts become nodes, runs become meshes and lines. */
export class ObjSceneWriter {
  readonly materials: Materials
  readonly findings: Finding[] = []
  nodeCount = 0
  instanceCount = 0
  /** Runs with an empty mesh: triangles without area. */
  emptyMeshes = 0
  #texturesAreDecided = false

  readonly #context: ReadContext
  readonly #model: ModelCollector
  readonly #fileName: string
  #mesher: RunMesher | null = null
  readonly #nodes = new Map<string, NodeId>()
  readonly #propertySets = new Map<NodeId, Set<PropertySetId>>()

  constructor(context: ReadContext, model: ModelCollector, fileName: string) {
    this.#context = context
    this.#model = model
    this.#fileName = fileName
    this.materials = new Materials(context)
  }

  /** Writes runs in order. The first one settles the unit, from what was read until then. */
  async push(runs: readonly Run[], statedUnit: LengthUnit | null): Promise<void> {
    if (runs.length === 0) return
    const mesher = (this.#mesher ??= this.#begin(statedUnit))
    await this.materials.load(this.#model.libraries)
    let triangles = 0
    for (const [index, run] of runs.entries()) {
      triangles += run.faceVertices.length / 6
      await this.#pushRun(run, mesher)
      if (triangles < trianglesBetweenSettles && (index + 1) % runsBetweenSettles > 0) continue
      triangles = 0
      await this.#context.scene.settle()
    }
    await this.#context.scene.settle()
  }

  #begin(statedUnit: LengthUnit | null): RunMesher {
    const extent = computeExtent(this.#model.positions)
    const { unit, finding } = unitOfModel(statedUnit, extent)
    this.#context.scene.setUnit(unit)
    this.#context.scene.setOrigin(originOfModel(extent, unit))
    this.findings.push(finding, information('up-axis-assumed', { axis: 'Y' }))
    return new RunMesher(this.#model, unit.metres)
  }

  async #pushRun(run: Run, mesher: RunMesher): Promise<void> {
    const node = this.#ensureNode(run.part)
    if (run.faceVertices.length > 0) await this.#pushMesh(node, run, await this.#createMesh(run, mesher))
    if (run.segments.length > 0) await this.#pushLines(node, run, mesher.lines(run))
    if (run.points.length > 0) await this.#pushPoints(node, run, mesher.points(run))
  }

  /** Creates a mesh with texture coordinates only where a texture uses them. */
  async #createMesh(run: Run, mesher: RunMesher): Promise<LocalShape<MeshInput>> {
    if (run.textures.length * 2 !== run.faceVertices.length) return mesher.mesh(run)
    const transform = await this.materials.findTextureTransform(run.material)
    return transform ? mesher.texturedMesh(run, transform) : mesher.mesh(run)
  }

  /** Reads the libraries named so far; without a texture in them, the model drops its texture coordinates. */
  async decideTextures(): Promise<void> {
    if (this.#texturesAreDecided || !this.#model.keepsTextures) return
    this.#texturesAreDecided = true
    await this.materials.load(this.#model.libraries)
    if (!this.materials.namesTextures) this.#model.leaveTexturesOut()
  }

  async #pushMesh(node: NodeId, run: Run, local: LocalShape<MeshInput>): Promise<void> {
    const { scene } = this.#context
    const meshes = run.isPart ? await addInParts(scene, local.shape) : [scene.addMesh(local.shape)]
    if (meshes.every((mesh) => mesh === null)) this.emptyMeshes++
    for (const mesh of meshes) {
      if (mesh === null) continue
      await this.#addInstance({
        node,
        mesh,
        run,
        origin: local.origin,
        hasVertexColors: local.shape.colors !== undefined,
        hasTextureCoordinates: local.shape.textureCoordinates !== undefined,
      })
    }
  }

  async #pushLines(node: NodeId, run: Run, { shape, origin }: LocalShape<LinesInput>): Promise<void> {
    const plain = { hasVertexColors: false, hasTextureCoordinates: false }
    await this.#addInstance({ node, mesh: this.#context.scene.addLines(shape), run, origin, ...plain })
  }

  async #pushPoints(node: NodeId, run: Run, { shape, origin }: LocalShape<PointsInput>): Promise<void> {
    for (const chunk of splitPointCloud(shape, 1)) {
      const mesh = this.#context.scene.addPoints(chunk.points)
      const at = [0, 1, 2].map((axis) => origin[axis] + chunk.origin[axis])
      await this.#addInstance({
        node,
        mesh,
        run,
        origin: [at[0], at[1], at[2]],
        hasVertexColors: shape.colors !== undefined,
        hasTextureCoordinates: false,
      })
    }
  }

  async #addInstance(instance: {
    readonly node: NodeId
    readonly mesh: number
    readonly run: Run
    readonly origin: readonly [number, number, number]
    readonly hasVertexColors: boolean
    readonly hasTextureCoordinates: boolean
  }): Promise<void> {
    const { node, mesh, run, origin } = instance
    const material = await this.materials.use(run.material, instance)
    const placement = [1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin] as const
    this.#context.scene.addInstance({ node, mesh, placement, material: material?.material ?? null })
    this.instanceCount++
    if (!material) return
    const sets = this.#propertySets.get(node) ?? new Set<PropertySetId>()
    this.#propertySets.set(node, sets.add(material.properties))
  }

  /**
   * Returns the node of a part. A group in an object of the same name is the object itself: exporters write both for
   * every object.
   */
  #ensureNode({ object, group }: Part): NodeId {
    if (object === null) return this.#node(null, group ?? this.#modelName(), group === null ? 'object' : 'group')
    const parent = this.#node(null, object, 'object')
    return group === null || group === object ? parent : this.#node({ id: parent, name: object }, group, 'group')
  }

  #node(parent: { readonly id: NodeId; readonly name: string } | null, name: string, kind: string): NodeId {
    const sourceId = parent ? `${parent.name}/${name}` : name
    const key = `${kind}\n${sourceId}`
    const cached = this.#nodes.get(key)
    if (cached !== undefined) return cached
    throwIfBeyond('nodes', ++this.nodeCount, this.#context.limits)
    const id = this.#context.scene.addNode({ parent: parent?.id ?? null, name, class: kind, sourceId })
    this.#nodes.set(key, id)
    return id
  }

  #modelName(): string {
    return cleanName(baseName(this.#fileName)) || 'model'
  }

  /** Assigns the property sets; must be called once, at the end. */
  finish(): void {
    for (const [node, sets] of this.#propertySets) this.#context.scene.assignPropertySets(node, [...sets])
  }
}
