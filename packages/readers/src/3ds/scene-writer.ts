import type { Finding, MaterialId, MeshId, NodeId, Placement, ReadContext } from '@kamar/scene'
import { isCoordinate } from '../shared/coordinates.js'
import { decideUnit, originNear } from '../shared/assumed-unit.js'
import { placementOf } from '../shared/matrix.js'
import { throwIfBeyond, throwIfCancelled } from '../shared/room-guards.js'
import { Textures } from '../shared/textures.js'
import { Extent } from './extent.js'
import { partsOf } from './mesh-parts.js'
import type { TdsMesh, TdsModel, TdsNode } from './model.js'
import { compose, identity, placementOfMesh, placeNodes } from './placements.js'
import type { PlacedNode } from './placements.js'

/** 3D Studio's name for a node that only groups others. */
const dummyName = '$$$DUMMY'

/** A mesh as it stands in the scene: each part with its material, and where the mesh's own zero is. */
interface SceneMesh {
  readonly parts: readonly { readonly mesh: MeshId; readonly material: MaterialId | null }[]
  /** From the parts' own zero to the mesh as it was saved, in the file's unit. */
  readonly corner: Placement
}

/** Pushes a model into the scene: nodes of the keyframer with the meshes that they place, then the meshes that none places. */
export class SceneWriter {
  readonly findings: Finding[] = []
  readonly textures: Textures
  instanceCount = 0
  triangles = 0
  facesOutOfRange = 0
  facesNotANumber = 0
  emptyMeshes = 0
  unplaceableMeshes = 0

  readonly #room: ReadContext
  readonly #model: TdsModel
  readonly #meshes = new Map<string, SceneMesh>()
  readonly #materials = new Map<string, MaterialId>()
  /** Materials that show a picture. */
  readonly #textured = new Set<string>()
  #nodeCount = 0
  #metres = 1

  constructor(room: ReadContext, model: TdsModel) {
    this.#room = room
    this.#model = model
    this.textures = new Textures(room)
  }

  async push(): Promise<void> {
    await this.#findPictures()
    const nodes = placeNodes(this.#model)
    const loose = this.#meshesNoNodePlaces()
    this.#settleUnitAndOrigin(nodes, loose)
    const ids: NodeId[] = []
    for (const [index, placed] of nodes.entries()) {
      ids.push(await this.#pushNode(placed, placed.parent === null ? null : (ids[placed.parent] ?? null)))
      await this.#settle(index / (nodes.length + loose.length))
    }
    for (const [index, mesh] of loose.entries()) {
      const node = this.#addNode({ parent: null, name: mesh.name, class: 'mesh', hidden: mesh.isHidden })
      await this.#place(node, mesh, identity)
      await this.#settle((nodes.length + index) / (nodes.length + loose.length))
    }
  }

  async #findPictures(): Promise<void> {
    const worn = [...this.#model.meshes.values()].flatMap((mesh) => mesh.materialFaces.map(({ material }) => material))
    for (const name of new Set(worn))
      if (await this.textures.has(this.#model.materials.get(name)?.texture?.name)) this.#textured.add(name)
  }

  async #settle(fraction: number): Promise<void> {
    throwIfCancelled(this.#room.signal)
    this.#room.progress(fraction, 'meshing')
    await this.#room.scene.settle()
  }

  #meshesNoNodePlaces(): TdsMesh[] {
    const placed = new Set(this.#model.nodes.map(({ meshName }) => meshName))
    return [...this.#model.meshes.values()].filter(({ name }) => !placed.has(name))
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
    this.#room.scene.setUnit(unit)
    const [x, y, z] = extent.middle
    this.#room.scene.setOrigin(originNear([x * unit.metres, y * unit.metres, z * unit.metres]))
    this.findings.push(finding)
  }

  async #pushNode({ node, world }: PlacedNode, parent: NodeId | null): Promise<NodeId> {
    const mesh = this.#model.meshes.get(node.meshName)
    const id = this.#addNode({
      parent,
      name: nameOf(node),
      class: mesh ? 'mesh' : 'group',
      hidden: mesh?.isHidden ?? false,
    })
    if (mesh) await this.#place(id, mesh, placementOfMesh(world, node, mesh))
    return id
  }

  #addNode(node: { parent: NodeId | null; name: string; class: string; hidden: boolean }): NodeId {
    throwIfBeyond('nodes', ++this.#nodeCount, this.#room.limits)
    return this.#room.scene.addNode({ ...node, sourceId: node.name })
  }

  async #place(node: NodeId, mesh: TdsMesh, placement: Placement): Promise<void> {
    const { parts, corner } = await this.#sceneMesh(mesh)
    const inUnit = compose(placement, corner)
    const inMetres = placementOf(inUnit.map((value, index) => (index < 9 ? value : value * this.#metres)))
    if (!inMetres.every(isCoordinate)) {
      this.unplaceableMeshes++
      return
    }
    for (const { mesh: id, material } of parts) {
      this.#room.scene.addInstance({ node, mesh: id, placement: inMetres, material })
      this.instanceCount++
    }
  }

  async #sceneMesh(mesh: TdsMesh): Promise<SceneMesh> {
    const known = this.#meshes.get(mesh.name)
    if (known) return known
    const { parts, corner, ...counts } = partsOf(mesh, this.#metres, (name) =>
      name !== null && this.#textured.has(name) ? this.#model.materials.get(name)?.texture : undefined,
    )
    this.triangles += counts.triangles
    this.facesOutOfRange += counts.facesOutOfRange
    this.facesNotANumber += counts.facesNotANumber
    throwIfBeyond('triangles', this.triangles, this.#room.limits)
    const pushed: { mesh: MeshId; material: MaterialId | null }[] = []
    for (const part of parts) {
      const id = this.#room.scene.addMesh(part.mesh)
      if (id === null) this.emptyMeshes++
      else {
        const hasCoordinates = part.mesh.textureCoordinates !== undefined
        pushed.push({ mesh: id, material: await this.#material(part.material, hasCoordinates) })
      }
    }
    const made: SceneMesh = { parts: pushed, corner: [1, 0, 0, 0, 1, 0, 0, 0, 1, ...corner] }
    this.#meshes.set(mesh.name, made)
    return made
  }

  async #material(name: string | null, hasCoordinates: boolean): Promise<MaterialId | null> {
    const stated = name === null ? undefined : this.#model.materials.get(name)
    if (!stated) return null
    const key = `${hasCoordinates} ${stated.name}`
    const known = this.#materials.get(key)
    if (known !== undefined) return known
    const { color, texture } = stated
    const wrap = texture?.isClamped ? 'clamp' : 'repeat'
    const surface = await this.textures.wear(color, texture?.name, { hasCoordinates, wrap })
    const id = this.#room.scene.addMaterial({ name: stated.name, ...surface, opacity: stated.opacity })
    this.#materials.set(key, id)
    return id
  }
}

function nameOf({ meshName, instanceName }: TdsNode): string {
  if (meshName === dummyName || meshName === '') return instanceName || 'group'
  return instanceName === '' ? meshName : `${meshName}.${instanceName}`
}
