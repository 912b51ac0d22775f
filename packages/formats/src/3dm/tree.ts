import { type NodeId, type Property, type PropertySetId, type ReadContext, throwIfBeyond } from '@kamar/core'
import { isCoordinate, identityMatrix, multiplyMatrices, type Matrix } from '@kamar/core/math'
import { baseName } from '@kamar/codecs/text'
import { classOf } from './archive/object-types.js'
import type { Block, Layer, ModelObject, RhinoModel } from './archive/read-model.js'

/** Max nesting of blocks; anything deeper counts as a cycle. */
const maxBlockDepth = 32

/** An instance of an object's shape. */
export interface ObjectInstance {
  readonly node: NodeId
  /** In the file's unit. */
  readonly matrix: Matrix
  /** Block references around it, innermost first: the source of "by parent" properties. */
  readonly parents: readonly ModelObject[]
}

/** The blocks around an object, and whether one of them is hidden. */
interface BlockContext extends Omit<ObjectInstance, 'node'> {
  readonly isHidden: boolean
}

/** The tree of a model and the shapes to draw. */
export interface RhinoTree {
  /** Objects that have a shape, by row, with all their instances. */
  readonly instances: ReadonlyMap<ModelObject, readonly ObjectInstance[]>
  /** Block references whose block is missing, cyclic or flattened. */
  readonly brokenBlocks: readonly ModelObject[]
  readonly onLayouts: number
  /** Blocks that no reference in the model uses, directly or within another block. */
  readonly blocksNotPlaced: number
}

/** Adds layers and their objects; each reference to a block repeats the block's objects. */
export function addTree(model: RhinoModel, context: ReadContext, fileName: string): RhinoTree {
  return new TreeWriter(model, context).write(fileName)
}

class TreeWriter {
  readonly #model: RhinoModel
  readonly #context: ReadContext
  readonly #objectsById: ReadonlyMap<string, ModelObject>
  readonly #layersById: ReadonlyMap<string, Layer>
  readonly #layerNodes = new Map<Layer, NodeId>()
  readonly #sets = new Map<ModelObject, readonly PropertySetId[]>()
  readonly #instances = new Map<ModelObject, ObjectInstance[]>()
  readonly #brokenBlocks = new Set<ModelObject>()
  readonly #placedBlocks = new Set<Block>()
  #nodes = 0
  #root: NodeId | null = null

  constructor(model: RhinoModel, context: ReadContext) {
    this.#model = model
    this.#context = context
    this.#objectsById = new Map(model.objects.map((object) => [object.id, object]))
    this.#layersById = new Map([...model.layers.values()].map((layer) => [layer.id, layer]))
  }

  write(fileName: string): RhinoTree {
    const { texts, objects } = this.#model
    if (texts.length > 0) {
      this.#root = this.#addNode({
        parent: null,
        name: baseName(fileName),
        class: 'model',
        sourceId: '',
        hidden: false,
      })
      this.#context.scene.assignPropertySets(this.#root, this.#addTexts('Document user text', texts))
    }
    let onLayouts = 0
    for (const object of objects) {
      if (object.isInBlock) continue
      if (object.isOnLayout) onLayouts++
      else
        this.#addObject(object, this.#layerNode(object.layer), { matrix: identityMatrix, parents: [], isHidden: false })
    }
    return {
      instances: this.#instances,
      brokenBlocks: [...this.#brokenBlocks],
      onLayouts,
      blocksNotPlaced: this.#model.blocks.size - this.#placedBlocks.size,
    }
  }

  #addNode(node: { parent: NodeId | null; name: string; class: string; sourceId: string; hidden: boolean }): NodeId {
    throwIfBeyond('nodes', ++this.#nodes, this.#context.limits)
    return this.#context.scene.addNode(node)
  }

  /** Returns the node of a layer, and creates it and its ancestors on first use. */
  #layerNode(index: number): NodeId | null {
    const layer = this.#model.layers.get(index)
    return layer ? this.#ensureLayerNode(layer, new Set()) : this.#root
  }

  #ensureLayerNode(layer: Layer, below: Set<Layer>): NodeId {
    const cached = this.#layerNodes.get(layer)
    if (cached !== undefined) return cached
    below.add(layer)
    const above = this.#layersById.get(layer.parentId)
    const parent = above && !below.has(above) ? this.#ensureLayerNode(above, below) : this.#root
    const hidden = !this.#isLayerVisible(layer)
    const node = this.#addNode({ parent, name: layer.name, class: 'layer', sourceId: layer.id, hidden })
    this.#layerNodes.set(layer, node)
    return node
  }

  /** Returns whether a layer is visible: all its ancestors must be visible too. */
  #isLayerVisible(layer: Layer | undefined): boolean {
    const visited = new Set<Layer>()
    for (let at = layer; at && !visited.has(at); at = this.#layersById.get(at.parentId)) {
      if (!at.isVisible) return false
      visited.add(at)
    }
    return true
  }

  #addObject(object: ModelObject, parent: NodeId | null, { isHidden, ...context }: BlockContext): void {
    const block = object.block ? this.#model.blocks.get(object.block.id) : undefined
    const hidden = isHidden || !object.isVisible || !this.#isLayerVisible(this.#model.layers.get(object.layer))
    const node = this.#addNode({
      parent,
      name: object.name || object.text.split('\n')[0].slice(0, 80) || block?.name || classOf(object.type),
      class: classOf(object.type),
      sourceId: object.id,
      hidden,
    })
    this.#context.scene.assignPropertySets(node, this.#getPropertySets(object, block))
    if (object.block) this.#addBlock(object, block, { ...context, node, isHidden: hidden })
    else this.#addInstance(object, { ...context, node })
  }

  #addInstance(object: ModelObject, instance: ObjectInstance): void {
    const cached = this.#instances.get(object)
    if (cached) cached.push(instance)
    else this.#instances.set(object, [instance])
  }

  #addBlock(
    use: ModelObject,
    block: Block | undefined,
    { node, matrix, parents, isHidden }: ObjectInstance & BlockContext,
  ): void {
    const own = use.block ? toMatrix(use.block.rows) : null
    const world = own && multiplyMatrices(matrix, own)
    if (
      !block ||
      !world?.every(isCoordinate) ||
      parents.length >= maxBlockDepth ||
      parents.some(({ block: above }) => above?.id === use.block?.id)
    ) {
      this.#brokenBlocks.add(use)
      return
    }
    this.#placedBlocks.add(block)
    const context = { matrix: world, parents: [use, ...parents], isHidden }
    for (const id of block.objectIds) {
      const object = this.#objectsById.get(id)
      if (object) this.#addObject(object, node, context)
    }
  }

  #getPropertySets(object: ModelObject, block: Block | undefined): readonly PropertySetId[] {
    const cached = this.#sets.get(object)
    if (cached) return cached
    const general = this.#context.scene.addPropertySet({
      name: 'Rhino',
      properties: this.#createGeneralProperties(object, block),
    })
    const sets = [general, ...this.#addTexts('User text', object.userTexts)]
    this.#sets.set(object, sets)
    return sets
  }

  #createGeneralProperties(object: ModelObject, block: Block | undefined): Property[] {
    const groups = object.groups.map((group) => this.#model.groups[group] ?? String(group))
    const rows: readonly (readonly [string, string | undefined])[] = [
      ['Layer', this.#model.layers.get(object.layer)?.path],
      ['Material', this.#model.materials[object.materialIndex]?.name],
      ['Groups', groups.join(', ')],
      ['Text', object.text],
      ['Block', block?.name],
      ['Block description', block?.description],
    ]
    return rows.flatMap(([name, value]) => (value ? [{ name, value }] : []))
  }

  #addTexts(name: string, texts: readonly (readonly [string, string])[]): PropertySetId[] {
    if (texts.length === 0) return []
    const properties = texts.map(([key, value]) => ({ name: key, value }))
    return [this.#context.scene.addPropertySet({ name, properties })]
  }
}

/** Converts the rows of a 4×4 matrix to three axes and a translation; null when the count differs. */
function toMatrix(rows: readonly number[]): Matrix | null {
  const columns = [0, 1, 2, 3].flatMap((column) => [0, 1, 2].map((row) => rows[4 * row + column] ?? Number.NaN))
  const matrix = Float64Array.from(columns)
  return rows.length === 16 ? matrix : null
}
