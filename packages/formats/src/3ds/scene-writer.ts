import {
  type Finding,
  type MaterialId,
  type MeshId,
  type NodeId,
  type Placement,
  type ReadContext,
  throwIfBeyond,
  throwIfCancelled,
} from '@kamar/core'
import { isCoordinate, toPlacement } from '@kamar/core/math'
import { decideUnit, originNear } from '../kit/assumed-unit.js'
import { Textures } from '../kit/textures.js'
import { Extent } from './extent.js'
import { createParts } from './mesh-parts.js'
import type { TdsMesh, TdsModel, TdsNode } from './model.js'
import { compose, identity, placementOfMesh, placeNodes, type PlacedNode } from './placements.js'

/** 3D Studio's name of a node that only groups others. */
const dummyName = '$$$DUMMY'

/** A mesh in the scene: each part with its material, and the mesh's own origin. */
interface SceneMesh {
  readonly parts: readonly { readonly mesh: MeshId; readonly material: MaterialId | null }[]
  /** Transform from the origin of the parts to the mesh as it was saved, in the file's unit. */
  readonly origin: Placement
}

/** Writer of a model to the scene: keyframer nodes with the meshes they place, then the meshes that no node places. */
export class TdsSceneWriter {
  readonly findings: Finding[] = []
  readonly textures: Textures
  instanceCount = 0
  triangles = 0
  facesOutOfRange = 0
  facesNotANumber = 0
  emptyMeshes = 0
  unplaceableMeshes = 0

  readonly #context: ReadContext
  readonly #model: TdsModel
  readonly #meshes = new Map<string, SceneMesh>()
  readonly #materials = new Map<string, MaterialId>()
  /** Materials that show a texture. */
  readonly #textured = new Set<string>()
  #nodeCount = 0
  #metres = 1

  constructor(context: ReadContext, model: TdsModel) {
    this.#context = context
    this.#model = model
    this.textures = new Textures(context)
  }

  async push(): Promise<void> {
    await this.#findTextures()
    const nodes = placeNodes(this.#model)
    const loose = this.#listLooseMeshes()
    this.#settleUnitAndOrigin(nodes, loose)
    const ids: NodeId[] = []
    for (const [index, placedNode] of nodes.entries()) {
      ids.push(await this.#pushNode(placedNode, placedNode.parent === null ? null : (ids[placedNode.parent] ?? null)))
      await this.#settle(index / (nodes.length + loose.length))
    }
    for (const [index, mesh] of loose.entries()) {
      const node = this.#addNode({ parent: null, name: mesh.name, class: 'mesh', hidden: mesh.isHidden })
      await this.#addInstance(node, mesh, identity)
      await this.#settle((nodes.length + index) / (nodes.length + loose.length))
    }
  }

  async #findTextures(): Promise<void> {
    const materialNames = [...this.#model.meshes.values()].flatMap((mesh) =>
      mesh.materialFaces.map(({ material }) => material),
    )
    for (const name of new Set(materialNames))
      if (await this.textures.has(this.#model.materials.get(name)?.texture?.name)) this.#textured.add(name)
  }

  async #settle(fraction: number): Promise<void> {
    throwIfCancelled(this.#context.signal)
    this.#context.progress(fraction, 'meshing')
    await this.#context.scene.settle()
  }

  #listLooseMeshes(): TdsMesh[] {
    const usedNames = new Set(this.#model.nodes.map(({ meshName }) => meshName))
    return [...this.#model.meshes.values()].filter(({ name }) => !usedNames.has(name))
  }

  #settleUnitAndOrigin(nodes: readonly PlacedNode[], loose: readonly TdsMesh[]): void {
    const extent = new Extent()
    for (const { node, world } of nodes) {
      const mesh = this.#model.meshes.get(node.meshName)
      if (mesh) extent.add(mesh, placementOfMesh(world, node, mesh))
    }
    for (const mesh of loose) extent.add(mesh, identity)
    const { unit, finding } = decideUnit(null, extent.longestSide)
    this.#metres = unit.metres
    this.#context.scene.setUnit(unit)
    const [x, y, z] = extent.center
    this.#context.scene.setOrigin(originNear([x * unit.metres, y * unit.metres, z * unit.metres]))
    this.findings.push(finding)
  }

  async #pushNode({ node, world }: PlacedNode, parent: NodeId | null): Promise<NodeId> {
    const mesh = this.#model.meshes.get(node.meshName)
    const id = this.#addNode({
      parent,
      name: formatName(node),
      class: mesh ? 'mesh' : 'group',
      hidden: mesh?.isHidden ?? false,
    })
    if (mesh) await this.#addInstance(id, mesh, placementOfMesh(world, node, mesh))
    return id
  }

  #addNode(node: { parent: NodeId | null; name: string; class: string; hidden: boolean }): NodeId {
    throwIfBeyond('nodes', ++this.#nodeCount, this.#context.limits)
    return this.#context.scene.addNode({ ...node, sourceId: node.name })
  }

  async #addInstance(node: NodeId, mesh: TdsMesh, placement: Placement): Promise<void> {
    const { parts, origin } = await this.#sceneMesh(mesh)
    const inUnit = compose(placement, origin)
    const inMetres = toPlacement(inUnit.map((value, index) => (index < 9 ? value : value * this.#metres)))
    if (!inMetres.every(isCoordinate)) {
      this.unplaceableMeshes++
      return
    }
    for (const { mesh: id, material } of parts) {
      this.#context.scene.addInstance({ node, mesh: id, placement: inMetres, material })
      this.instanceCount++
    }
  }

  async #sceneMesh(mesh: TdsMesh): Promise<SceneMesh> {
    const cached = this.#meshes.get(mesh.name)
    if (cached) return cached
    const { parts, origin, ...counts } = createParts(mesh, this.#metres, (name) =>
      name !== null && this.#textured.has(name) ? this.#model.materials.get(name)?.texture : undefined,
    )
    this.triangles += counts.triangles
    this.facesOutOfRange += counts.facesOutOfRange
    this.facesNotANumber += counts.facesNotANumber
    throwIfBeyond('triangles', this.triangles, this.#context.limits)
    const pushed: { mesh: MeshId; material: MaterialId | null }[] = []
    for (const part of parts) {
      const id = this.#context.scene.addMesh(part.mesh)
      if (id === null) this.emptyMeshes++
      else {
        const hasCoordinates = part.mesh.textureCoordinates !== undefined
        pushed.push({ mesh: id, material: await this.#material(part.material, hasCoordinates) })
      }
    }
    const sceneMesh: SceneMesh = { parts: pushed, origin: [1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin] }
    this.#meshes.set(mesh.name, sceneMesh)
    return sceneMesh
  }

  async #material(name: string | null, hasCoordinates: boolean): Promise<MaterialId | null> {
    const sourceMaterial = name === null ? undefined : this.#model.materials.get(name)
    if (!sourceMaterial) return null
    const key = `${hasCoordinates} ${sourceMaterial.name}`
    const cached = this.#materials.get(key)
    if (cached !== undefined) return cached
    const { color, texture } = sourceMaterial
    const surface = await this.textures.bind(color, texture?.name, { hasCoordinates, isClamped: texture?.isClamped })
    const id = this.#context.scene.addMaterial({
      name: sourceMaterial.name,
      ...surface,
      opacity: sourceMaterial.opacity,
    })
    this.#materials.set(key, id)
    return id
  }
}

function formatName({ meshName, instanceName }: TdsNode): string {
  if (meshName === dummyName || meshName === '') return instanceName || 'group'
  return instanceName === '' ? meshName : `${meshName}.${instanceName}`
}
