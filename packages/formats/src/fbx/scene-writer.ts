import {
  type Finding,
  type MeshId,
  type NodeId,
  type Placement,
  type PropertySetId,
  type ReadContext,
  throwIfBeyond,
  throwIfCancelled,
} from '@kamar/core'
import {
  isCoordinate,
  isFiniteMatrix,
  multiplyMatrices,
  toPlacement,
  scaleTranslation,
  type Matrix,
} from '@kamar/core/math'
import { originNear } from '../kit/assumed-unit.js'
import { cleanName } from '@kamar/codecs/text'
import { fileFrame, type FileFrame } from './axes.js'
import { bindPoseMatrix } from './bind-pose.js'
import type { FbxDocument, FbxObject } from './document.js'
import { withChildren, type FbxNode } from './fbx-node.js'
import { cutLines } from './line-geometry.js'
import { Materials } from './materials.js'
import { cutMesh, type MeshPart, type UvTransform } from './mesh-geometry.js'
import { geometricMatrix, localMatrix } from './transform.js'
import { SkipList, countedFinding } from '../kit/report.js'
import { addInParts } from '../kit/split-mesh.js'

/** Max depth of the model hierarchy; only hostile files exceed it. */
const maxModelDepth = 512
const modelsBetweenSettles = 100
const trianglesBetweenSettles = 100_000

/** A shape of the scene and its material on the model. */
interface SceneShape {
  readonly mesh: MeshId
  /** Material index of the model; null for lines. */
  readonly material: number | null
  readonly hasVertexColors: boolean
  readonly hasTextureCoordinates: boolean
}

/** A geometry in the scene. */
interface SceneGeometry {
  readonly shapes: readonly SceneShape[]
  readonly origin: readonly [number, number, number]
}

interface ParentContext {
  readonly parent: NodeId | null
  readonly matrix: Matrix
  readonly isHidden: boolean
  readonly depth: number
}

/**
 * Writer of a document to the scene: models become nodes, geometries become meshes and lines, shared by their models.
 */
export class FbxSceneWriter {
  readonly materials: Materials
  readonly skipped = new SkipList()
  instanceCount = 0
  triangles = 0
  lineSets = 0
  emptyMeshes = 0
  modelCount = 0
  skinnedMeshes = 0

  readonly #context: ReadContext
  readonly #document: FbxDocument
  readonly #frame: FileFrame
  readonly #geometries = new Map<string, Map<string, SceneGeometry>>()
  readonly #visited = new Set<FbxObject>()
  readonly #total: number
  #isOriginSet = false
  #trianglesSinceSettle = 0

  constructor(context: ReadContext, document: FbxDocument) {
    this.#context = context
    this.#document = document
    this.#frame = fileFrame(document.settings)
    this.#total = Math.max(1, document.ofKind('Model').length)
    this.materials = new Materials(context, document)
    context.scene.setUnit({ name: this.#frame.unitName, metres: this.#frame.metres })
  }

  async push(): Promise<void> {
    await this.materials.findImages()
    const root: ParentContext = { parent: null, matrix: this.#frame.rotation, isHidden: false, depth: 0 }
    for (const model of this.#document.rootModels) await this.#pushModel(model, root)
    // Models in a cyclic parent chain are not reachable from a root.
    for (const model of this.#document.ofKind('Model'))
      if (!this.#visited.has(model)) await this.#pushModel(model, root)
    await this.#context.scene.settle()
  }

  async #pushModel(model: FbxObject, { parent, matrix, isHidden, depth }: ParentContext): Promise<void> {
    if (this.#visited.has(model) || depth > maxModelDepth) return
    this.#visited.add(model)
    await this.#yieldToEventLoop()
    const local = localMatrix(model.properties)
    const world = isFiniteMatrix(local) ? multiplyMatrices(matrix, local) : matrix
    const hidden = isHidden || model.properties.number('Visibility') === 0 || model.properties.number('Show') === 0
    const node = this.#context.scene.addNode({
      parent,
      name: cleanName(model.name) || model.subtype || 'model',
      class: model.subtype || 'Model',
      sourceId: model.id,
      ...(hidden && { hidden }),
    })
    await this.#pushGeometries(model, node, world)
    for (const child of this.#document.childObjects(model, 'Model')) {
      await this.#pushModel(child, { parent: node, matrix: world, isHidden: hidden, depth: depth + 1 })
    }
  }

  async #yieldToEventLoop(): Promise<void> {
    throwIfBeyond('nodes', ++this.modelCount, this.#context.limits)
    if (this.modelCount % modelsBetweenSettles === 0) await this.#settle()
  }

  async #settle(): Promise<void> {
    this.#trianglesSinceSettle = 0
    throwIfCancelled(this.#context.signal)
    this.#context.progress(0.5 + (0.5 * this.modelCount) / this.#total, 'meshing')
    await this.#context.scene.settle()
  }

  async #pushGeometries(model: FbxObject, node: NodeId, world: Matrix): Promise<void> {
    const materials = this.#document.childObjects(model, 'Material')
    const sets = new Set<PropertySetId>()
    for (const geometry of this.#document.childObjects(model, 'Geometry')) {
      const { shapes, origin } = await this.#sceneGeometry(geometry, materials)
      const placement = this.#placement(this.#computeMatrix(model, geometry, world), origin)
      if (!placement) {
        this.skipped.add('object', 'not-a-number')
        continue
      }
      for (const { mesh, material, ...has } of shapes) {
        const object = material === null ? undefined : (materials[material] ?? materials[0])
        const sceneMaterial = object && (await this.materials.use(object, has))
        if (sceneMaterial) sets.add(sceneMaterial.properties)
        this.#context.scene.addInstance({ node, mesh, placement, material: sceneMaterial?.material ?? null })
        this.instanceCount++
      }
    }
    this.#assign(node, model, sets)
  }

  #assign(node: NodeId, { properties }: FbxObject, sets: Set<PropertySetId>): void {
    const { scene } = this.#context
    const added = properties.added.map(({ name, value }) => ({ name: cleanName(name), value }))
    if (added.length > 0) sets.add(scene.addPropertySet({ name: 'User properties', properties: added }))
    if (sets.size > 0) scene.assignPropertySets(node, [...sets])
  }

  /**
   * Computes the transform of a geometry. A skinned mesh uses its bind pose; the bones' own transforms are animation.
   */
  #computeMatrix(model: FbxObject, geometry: FbxObject, world: Matrix): Matrix {
    const pose = bindPoseMatrix(this.#document, model, geometry)
    if (pose) this.skinnedMeshes++
    const base = pose ? multiplyMatrices(this.#frame.rotation, pose) : world
    return multiplyMatrices(base, geometricMatrix(model))
  }

  /** Returns null where repeated scalings, or a factor of a hostile file, give non-finite numbers. */
  #placement(matrix: Matrix, origin: readonly [number, number, number]): Placement | null {
    const metric = scaleTranslation(matrix, this.#frame.metres)
    const translated = multiplyMatrices(metric, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...origin))
    if (!translated.every(isCoordinate)) return null
    if (!this.#isOriginSet) this.#context.scene.setOrigin(originNear([translated[9], translated[10], translated[11]]))
    this.#isOriginSet = true
    return toPlacement(translated)
  }

  /**
   * Creates the shapes of a geometry used by several models: one for each distinct UV transform; models without a
   * texture share any of them.
   */
  async #sceneGeometry(geometry: FbxObject, materials: readonly FbxObject[]): Promise<SceneGeometry> {
    const uvTransforms = new Map<number, UvTransform>()
    for (const [number, material] of materials.entries()) {
      const uvTransform = await this.materials.findUvTransform(material)
      if (uvTransform) uvTransforms.set(number, uvTransform)
    }
    const geometries = this.#geometries.get(geometry.id) ?? new Map<string, SceneGeometry>()
    this.#geometries.set(geometry.id, geometries)
    const key = [...uvTransforms]
      .map(([number, { transform, uvSet }]) => `${number} ${transform.join(' ')} ${uvSet}`)
      .join()
    const [first] = geometries.values()
    const cached = uvTransforms.size === 0 ? first : geometries.get(key)
    if (cached) return cached
    const geometryMade = await this.#makeGeometry(geometry, uvTransforms)
    geometries.set(key, geometryMade)
    return geometryMade
  }

  async #makeGeometry(geometry: FbxObject, textured: ReadonlyMap<number, UvTransform>): Promise<SceneGeometry> {
    if (geometry.subtype === 'Line') return this.#makeLines(await withChildren(geometry.node))
    if (geometry.subtype !== 'Mesh') {
      this.skipped.add(geometry.subtype || 'geometry', 'not-drawn')
      return { shapes: [], origin: [0, 0, 0] }
    }
    const cut = cutMesh(await withChildren(geometry.node), this.#frame.metres, { textured })
    throwIfBeyond('triangles', (this.triangles += cut.triangles), this.#context.limits)
    for (const [reason, count] of cut.skipped) this.skipped.add('face', reason, { count })
    const shapes: SceneShape[] = []
    for (const part of cut.parts) shapes.push(...(await this.#addPart(part)))
    this.#trianglesSinceSettle += cut.triangles
    if (this.#trianglesSinceSettle >= trianglesBetweenSettles) await this.#settle()
    return { shapes, origin: cut.origin }
  }

  async #addPart({ material, mesh, isPart }: MeshPart): Promise<SceneShape[]> {
    const { scene } = this.#context
    const meshes = isPart ? await addInParts(scene, mesh) : [scene.addMesh(mesh)]
    if (meshes.every((id) => id === null)) this.emptyMeshes++
    const has = {
      hasVertexColors: mesh.colors !== undefined,
      hasTextureCoordinates: mesh.textureCoordinates !== undefined,
    }
    return meshes.filter((id) => id !== null).map((id) => ({ mesh: id, material, ...has }))
  }

  #makeLines(geometry: FbxNode): SceneGeometry {
    const cut = cutLines(geometry, this.#frame.metres)
    if (!cut) return { shapes: [], origin: [0, 0, 0] }
    this.lineSets++
    const mesh = this.#context.scene.addLines(cut.lines)
    return {
      shapes: [{ mesh, material: null, hasVertexColors: false, hasTextureCoordinates: false }],
      origin: cut.origin,
    }
  }

  /** Findings for the user. */
  get findings(): Finding[] {
    const lightsAndCameras = this.#document.ofKind('Model').filter(({ subtype }) => /^(Light|Camera)/.test(subtype))
    return [
      ...this.materials.findings,
      ...countedFinding('empty-shapes', this.emptyMeshes),
      ...countedFinding('lights-and-cameras', lightsAndCameras.length),
      ...countedFinding('bind-pose', this.skinnedMeshes),
      ...countedFinding('animation-left-out', this.#document.ofKind('AnimationCurve').length),
    ]
  }
}
