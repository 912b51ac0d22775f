import type { Finding, LinesInput, MeshInput, NodeId, PointsInput, PropertySetId, ReadContext } from '@kamar/scene'
import { baseName, cleanName } from '../shared/names.js'
import { pointPieces } from '../shared/point-pieces.js'
import { throwIfBeyond } from '../shared/room-guards.js'
import type { LengthUnit } from '../shared/units.js'
import { Materials } from './materials.js'
import type { ModelCollector, Part, Run } from './model-collector.js'
import { RunMesher } from './run-mesh.js'
import type { Placed } from './run-mesh.js'
import { extentOf, originOfModel, unitOfModel } from './unit-of-model.js'

/** Small groups are pushed by the thousand: the builder is given time after so many triangles or runs. */
const trianglesBetweenSettles = 100_000
const runsBetweenSettles = 500

/** Pushes runs into the scene: parts become nodes, runs become meshes and lines. */
export class SceneWriter {
  readonly materials: Materials
  readonly findings: Finding[] = []
  nodeCount = 0
  instanceCount = 0
  /** Runs of which the mesh stage left nothing: triangles without area. */
  emptyMeshes = 0
  #texturesAreDecided = false

  readonly #room: ReadContext
  readonly #model: ModelCollector
  readonly #fileName: string
  #mesher: RunMesher | null = null
  readonly #nodes = new Map<string, NodeId>()
  readonly #propertySets = new Map<NodeId, Set<PropertySetId>>()

  constructor(room: ReadContext, model: ModelCollector, fileName: string) {
    this.#room = room
    this.#model = model
    this.#fileName = fileName
    this.materials = new Materials(room)
  }

  /** Pushes runs in their order. The unit is settled with the first of them, from what was read until then. */
  async push(runs: readonly Run[], statedUnit: LengthUnit | null): Promise<void> {
    if (runs.length === 0) return
    const mesher = (this.#mesher ??= this.#begin(statedUnit))
    await this.materials.load(this.#model.libraries)
    let triangles = 0
    for (const [index, run] of runs.entries()) {
      triangles += run.corners.length / 6
      await this.#pushRun(run, mesher)
      if (triangles < trianglesBetweenSettles && (index + 1) % runsBetweenSettles > 0) continue
      triangles = 0
      await this.#room.scene.settle()
    }
    await this.#room.scene.settle()
  }

  #begin(statedUnit: LengthUnit | null): RunMesher {
    const extent = extentOf(this.#model.positions)
    const { unit, finding } = unitOfModel(statedUnit, extent)
    this.#room.scene.setUnit(unit)
    this.#room.scene.setOrigin(originOfModel(extent, unit))
    this.findings.push(finding, { code: 'up-axis-assumed', severity: 'information', details: { axis: 'Y' } })
    return new RunMesher(this.#model, unit.metres)
  }

  async #pushRun(run: Run, mesher: RunMesher): Promise<void> {
    const node = this.#nodeOf(run.part)
    if (run.corners.length > 0) await this.#pushMesh(node, run, await this.#meshOf(run, mesher))
    if (run.segments.length > 0) await this.#pushLines(node, run, mesher.lines(run))
    if (run.points.length > 0) await this.#pushPoints(node, run, mesher.points(run))
  }

  /** Texture coordinates only where a picture is shown by them: elsewhere they would be weight without use. */
  async #meshOf(run: Run, mesher: RunMesher): Promise<Placed<MeshInput>> {
    if (run.textures.length * 2 !== run.corners.length) return mesher.mesh(run)
    const transform = await this.materials.pictureTransform(run.material)
    return transform ? mesher.texturedMesh(run, transform) : mesher.mesh(run)
  }

  /** Reads the libraries that are named so far; without a texture in them, the model keeps no texture coordinates. */
  async decideTextures(): Promise<void> {
    if (this.#texturesAreDecided || !this.#model.keepsTextures) return
    this.#texturesAreDecided = true
    await this.materials.load(this.#model.libraries)
    if (!this.materials.namesTextures) this.#model.leaveTexturesOut()
  }

  async #pushMesh(node: NodeId, run: Run, placed: Placed<MeshInput>): Promise<void> {
    const mesh = this.#room.scene.addMesh(placed.shape)
    if (mesh === null) this.emptyMeshes++
    else
      await this.#place({
        node,
        mesh,
        run,
        origin: placed.origin,
        hasVertexColors: placed.shape.colors !== undefined,
        hasTextureCoordinates: placed.shape.textureCoordinates !== undefined,
      })
  }

  async #pushLines(node: NodeId, run: Run, { shape, origin }: Placed<LinesInput>): Promise<void> {
    const plain = { hasVertexColors: false, hasTextureCoordinates: false }
    await this.#place({ node, mesh: this.#room.scene.addLines(shape), run, origin, ...plain })
  }

  async #pushPoints(node: NodeId, run: Run, { shape, origin }: Placed<PointsInput>): Promise<void> {
    for (const piece of pointPieces(shape, 1)) {
      const mesh = this.#room.scene.addPoints(piece.points)
      const at = [0, 1, 2].map((axis) => origin[axis] + piece.origin[axis])
      await this.#place({
        node,
        mesh,
        run,
        origin: [at[0], at[1], at[2]],
        hasVertexColors: shape.colors !== undefined,
        hasTextureCoordinates: false,
      })
    }
  }

  async #place(what: {
    readonly node: NodeId
    readonly mesh: number
    readonly run: Run
    readonly origin: readonly [number, number, number]
    readonly hasVertexColors: boolean
    readonly hasTextureCoordinates: boolean
  }): Promise<void> {
    const { node, mesh, run, origin } = what
    const material = await this.materials.use(run.material, what)
    const placement = [1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin] as const
    this.#room.scene.addInstance({ node, mesh, placement, material: material?.material ?? null })
    this.instanceCount++
    if (!material) return
    const sets = this.#propertySets.get(node) ?? new Set<PropertySetId>()
    this.#propertySets.set(node, sets.add(material.properties))
  }

  /** A group inside an object of the same name is the object: exporters write both for every thing. */
  #nodeOf({ object, group }: Part): NodeId {
    if (object === null) return this.#node(null, group ?? this.#modelName(), group === null ? 'object' : 'group')
    const parent = this.#node(null, object, 'object')
    return group === null || group === object ? parent : this.#node({ id: parent, name: object }, group, 'group')
  }

  #node(parent: { readonly id: NodeId; readonly name: string } | null, name: string, kind: string): NodeId {
    const sourceId = parent ? `${parent.name}/${name}` : name
    const key = `${kind}\n${sourceId}`
    const known = this.#nodes.get(key)
    if (known !== undefined) return known
    throwIfBeyond('nodes', ++this.nodeCount, this.#room.limits)
    const id = this.#room.scene.addNode({ parent: parent?.id ?? null, name, class: kind, sourceId })
    this.#nodes.set(key, id)
    return id
  }

  #modelName(): string {
    return cleanName(baseName(this.#fileName)) || 'model'
  }

  /** Hands over the property sets; call once, at the end. */
  finish(): void {
    for (const [node, sets] of this.#propertySets) this.#room.scene.assignPropertySets(node, [...sets])
  }
}
