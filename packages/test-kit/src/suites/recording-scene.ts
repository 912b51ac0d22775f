import { createHash } from 'node:crypto'
import {
  TranslationError,
  type AuthoringTool,
  type FirstView,
  type Georeference,
  type InstanceInput,
  type LinesInput,
  type MaterialId,
  type MaterialInput,
  type MeshId,
  type MeshInput,
  type NodeId,
  type NodeInput,
  type PointsInput,
  type PreparedMesh,
  type PropertySet,
  type PropertySetId,
  type SavedViewInput,
  type SceneBuilder,
  type SheetBuilder,
  type SheetInput,
  type TextureId,
  type TextureInput,
} from '@kamar/core'
import { RecordingSheet } from './recording-sheet.js'
import { GrowingBox, recordLines, recordMesh, recordPoints } from './recorded-shapes.js'
import type { Box, RecordedShape } from './recorded-shapes.js'

/** Counts of the content added to the scene. */
export interface SceneNumbers {
  readonly nodes: number
  /** Meshes, without line and point sets. */
  readonly meshes: number
  readonly instances: number
  /** Triangles of all meshes, each counted once. */
  readonly triangles: number
  /** Triangles of all instances. */
  readonly placedTriangles: number
  /** Line segments of all line sets, each counted once. */
  readonly lines: number
  /** Points of all point sets, each counted once. */
  readonly points: number
  readonly materials: number
  readonly propertySets: number
}

/**
 * A scene builder that only records: counts, boxes and a digest over the calls in order. Two reads of the same file
 * must give the same digest. It runs no mesh stage and enforces no limits: a reader itself must obey `context.limits`.
 */
export class RecordingScene implements SceneBuilder {
  unit: { readonly name: string; readonly metres: number } | null = null
  georeference: Georeference | null = null
  authoringTool: AuthoringTool | null = null
  origin: readonly [number, number, number] = [0, 0, 0]
  /** The preview image of a model that draws nothing. */
  preview: Uint8Array | null = null
  readonly textures: TextureInput[] = []
  readonly materials: MaterialInput[] = []
  readonly nodes: NodeInput[] = []
  readonly shapes: RecordedShape[] = []
  readonly instances: InstanceInput[] = []
  readonly propertySets: PropertySet[] = []
  readonly sheets: RecordingSheet[] = []
  /** Views stored in the file, without a limit on their number. */
  readonly views: SavedViewInput[] = []
  readonly assignments = new Map<NodeId, readonly PropertySetId[]>()
  /** The first view; null if not set. */
  firstView: FirstView | null = null
  /** Number of lines on each sheet at every call of `publishSheets`. */
  readonly publishedSheets: (readonly number[])[] = []
  settleCount = 0
  readonly #hash = createHash('sha256')
  readonly #propertyHash = createHash('sha256')
  readonly #propertySetIds = new Map<string, PropertySetId>()
  readonly #box = new GrowingBox()
  readonly #signal: AbortSignal | undefined

  constructor(options: { readonly signal?: AbortSignal } = {}) {
    this.#signal = options.signal
  }

  setUnit(unit: { readonly name: string; readonly metres: number }): void {
    this.#note('unit', unit)
    this.unit = unit
  }

  setGeoreference(georeference: Georeference): void {
    this.#note('georeference', georeference)
    this.georeference = georeference
  }

  setAuthoringTool(tool: AuthoringTool): void {
    this.#note('authoring tool', tool)
    this.authoringTool = tool
  }

  setOrigin(origin: readonly [number, number, number]): void {
    if (this.instances.length > 0) throw new Error('setOrigin was called after addInstance')
    this.#note('origin', origin)
    this.origin = origin
  }

  addTexture(texture: TextureInput): TextureId {
    const { name, width, height, pixels } = texture
    if (pixels.length !== width * height * 4) throw new Error(`addTexture: ${name} has another size than its pixels`)
    this.#note('texture', { name, width, height })
    this.#noteArrays([pixels])
    return this.textures.push(texture) - 1
  }

  addMaterial(material: MaterialInput): MaterialId {
    if (material.texture && !this.textures[material.texture.image]) throw new Error('addMaterial: no such texture')
    this.#note('material', material)
    return this.materials.push(material) - 1
  }

  addMesh(mesh: MeshInput | PreparedMesh): MeshId | null {
    this.#note('mesh', 'shapeHash' in mesh ? { origin: mesh.origin, step: mesh.step, levels: mesh.levels } : {})
    const { textureCoordinates: texture } = mesh
    const coordinates = texture instanceof Float32Array ? texture : texture?.values
    this.#noteArrays([mesh.positions, mesh.normals, mesh.colors, mesh.indices, ...(coordinates ? [coordinates] : [])])
    if (mesh.indices.length === 0) return null
    return this.shapes.push(checked(recordMesh(mesh), mesh.indices)) - 1
  }

  addLines(lines: LinesInput): MeshId {
    this.#note('lines', {})
    this.#noteArrays([lines.positions, lines.indices])
    return this.shapes.push(checked(recordLines(lines), lines.indices)) - 1
  }

  addPoints(points: PointsInput): MeshId {
    if (points.colors !== undefined && points.colors.length * 3 !== points.positions.length * 4)
      throw new Error('addPoints: colours of another number than points')
    this.#note('points', {})
    this.#noteArrays([points.positions, points.colors])
    return this.shapes.push(checked(recordPoints(points), new Uint32Array(0))) - 1
  }

  addNode(node: NodeInput): NodeId {
    if (node.parent !== null && !this.nodes[node.parent]) throw new Error(`addNode: no node ${node.parent}`)
    this.#note('node', node)
    return this.nodes.push(node) - 1
  }

  addInstance(instance: InstanceInput): void {
    const shape = this.shapes[instance.mesh]
    if (!shape) throw new Error(`addInstance: no mesh ${instance.mesh}`)
    if (!this.nodes[instance.node]) throw new Error(`addInstance: no node ${instance.node}`)
    if (instance.material !== null && !this.materials[instance.material]) {
      throw new Error(`addInstance: no material ${instance.material}`)
    }
    this.#note('instance', instance)
    this.#box.addPlaced(shape, instance.placement)
    this.instances.push(instance)
  }

  addSheet(sheet: SheetInput): SheetBuilder {
    this.#note('sheet', sheet)
    const { length } = this.sheets
    const recording = new RecordingSheet(length, sheet, {
      note: (kind, value) => this.#note(`${length} ${kind}`, value),
      noteArrays: (arrays) => this.#noteArrays(arrays),
      hasTexture: (texture) => texture < this.textures.length,
      hasPropertySet: (set) => set < this.propertySets.length,
    })
    this.sheets.push(recording)
    return recording
  }

  setFirstView(view: FirstView): void {
    this.#note('firstView', view)
    this.firstView = view
  }

  publishSheets(): Promise<void> {
    this.publishedSheets.push(this.sheets.map(({ polylines }) => polylines.length))
    return this.settle()
  }

  addView(view: SavedViewInput): boolean {
    this.#note('view', view)
    this.views.push(view)
    return true
  }

  setPreview(png: Uint8Array): void {
    this.#note('preview', {})
    this.#noteArrays([png])
    this.preview = png
  }

  addPropertySet(set: PropertySet): PropertySetId {
    const key = JSON.stringify(set)
    const cachedId = this.#propertySetIds.get(key)
    if (cachedId !== undefined) return cachedId
    this.#propertyHash.update(`\npropertySet ${JSON.stringify(set)}`)
    const id = this.propertySets.push(set) - 1
    this.#propertySetIds.set(key, id)
    return id
  }

  assignPropertySets(node: NodeId, sets: readonly PropertySetId[]): void {
    const missing = sets.find((set) => !this.propertySets[set])
    if (missing !== undefined || !this.nodes[node]) throw new Error(`assignPropertySets: no such node or set`)
    this.#propertyHash.update(`\nassign ${JSON.stringify([node, sets])}`)
    this.assignments.set(node, sets)
  }

  settle(): Promise<void> {
    this.settleCount++
    if (this.#signal?.aborted) return Promise.reject(new TranslationError({ code: 'cancelled' }))
    return new Promise((resolve) => setImmediate(resolve))
  }

  /** Returns the bounding box of all instances, metres, before `origin` is subtracted; null without instances. */
  get bounds(): Box | null {
    return this.#box.box
  }

  /** Returns the counts of the content. */
  get numbers(): SceneNumbers {
    const sum = (pick: (shape: RecordedShape) => number, shapes: readonly RecordedShape[]): number =>
      shapes.reduce((total, shape) => total + pick(shape), 0)
    const instanceShapes = this.instances.flatMap((instance) => this.shapes[instance.mesh] ?? [])
    return {
      nodes: this.nodes.length,
      meshes: this.shapes.filter((shape) => shape.segmentCount === 0 && shape.pointCount === 0).length,
      instances: this.instances.length,
      triangles: sum((shape) => shape.triangleCount, this.shapes),
      placedTriangles: sum((shape) => shape.triangleCount, instanceShapes),
      lines: sum((shape) => shape.segmentCount, this.shapes),
      points: sum((shape) => shape.pointCount, this.shapes),
      materials: this.materials.length,
      propertySets: this.propertySets.length,
    }
  }

  /**
   * Returns 16 hexadecimal digits over every call in order. Shapes and properties are two streams: a reader may add
   * properties while its threads make shapes, and their interleaving does not affect the package.
   */
  get digest(): string {
    return this.#hash.copy().update(this.#propertyHash.copy().digest()).digest('hex').slice(0, 16)
  }

  #note(kind: string, value: unknown): void {
    this.#hash.update(`\n${kind} ${JSON.stringify(value)}`)
  }

  #noteArrays(arrays: readonly (ArrayBufferView | null | undefined)[]): void {
    for (const array of arrays) {
      this.#hash.update(`\n${array?.byteLength ?? 'none'}\n`)
      if (array) this.#hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    }
  }
}

/** Returns the shape if valid: indices outside its vertices or non-finite coordinates would crash the mesh stage. */
function checked(shape: RecordedShape, indices: Uint32Array): RecordedShape {
  if (indices.some((index) => index >= shape.vertexCount)) throw new Error('A pushed index points outside its vertices')
  for (let vertex = 0; vertex < shape.vertexCount; vertex++) {
    for (let axis = 0; axis < 3; axis++) {
      if (!Number.isFinite(shape.coordinate(vertex, axis))) throw new Error('A pushed coordinate is not finite')
    }
  }
  return shape
}
