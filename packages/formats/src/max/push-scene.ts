import {
  type NodeId,
  type PropertySet,
  type PropertySetId,
  type ReadContext,
  throwIfCancelled,
  grouped,
} from '@kamar/core'
import { isCoordinate, scaleTranslation } from '@kamar/core/math'
import { cleanName } from '@kamar/codecs/text'
import type { SceneWriter } from '../kit/scene-writer.js'
import { kinds, type SceneObject } from './container/scene-objects.js'
import type { SceneMaterials } from './materials/scene-materials.js'
import { countAnimatedControllers } from './nodes/controllers.js'
import { readStack, type ObjectStack } from './nodes/object-stack.js'
import { readLayerName, type SceneNode, type SceneNodes } from './nodes/scene-nodes.js'
import { userProperties } from './nodes/user-properties.js'
import { ShapeStore } from './shape-store.js'
import { SkipList } from '../kit/report.js'

const targetId = '1020:0'
/** Modifiers that deform a shape by bones or towards other shapes; without them it is in its bind pose. */
const binding: ReadonlySet<string> = new Set(['95c723:15666', '17bb6854:a5cba2a3'])
const nodesBetweenSettles = 100

/** Elements or parts of them that are not shown, for one reason. */
/** Input of writing a scene. */
export interface SceneInput {
  readonly context: ReadContext
  readonly writer: SceneWriter
  readonly nodes: SceneNodes
  readonly materials: SceneMaterials
  /** Metres per unit. */
  readonly metres: number
  /** The root element. */
  readonly document: NodeId
}

/** Writer of nodes with their objects; an object shared by several nodes is one mesh. */
export class ScenePush {
  /** Objects that have a surface or lines in the program, and those that are shown. */
  total = 0
  visibleCount = 0
  lightsAndCameras = 0
  bound = 0
  animated = 0
  /** One row per kind and reason. */
  readonly skipped = new SkipList()
  /** Names of modifiers that are not applied. */
  readonly modifiers = new Set<string>()
  readonly #input: SceneInput
  readonly #shapes: ShapeStore
  #pushed = 0

  constructor(input: SceneInput) {
    this.#input = input
    this.#shapes = new ShapeStore(input)
  }

  async push(): Promise<void> {
    const { nodes } = this.#input.nodes
    const children = grouped(nodes, (node) => this.#input.nodes.parentOf(node))
    const ids = new Map<SceneNode | null, NodeId>([[null, this.#input.document]])
    const waiting: SceneNode[] = [...(children.get(null) ?? [])].reverse()
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const parent = ids.get(this.#input.nodes.parentOf(node)) ?? this.#input.document
      ids.set(node, await this.#pushNode(node, parent))
      for (const child of (children.get(node) ?? []).toReversed()) waiting.push(child)
    }
    // Nodes in a parent cycle are not reachable from the root.
    for (const node of nodes) if (!ids.has(node)) ids.set(node, await this.#pushNode(node, this.#input.document))
  }

  async #pushNode(node: SceneNode, parent: NodeId): Promise<NodeId> {
    await this.#yieldToEventLoop()
    const stack = readStack(node.object)
    const { base } = stack
    const id = this.#input.writer.addNode({
      parent,
      name: node.name || base?.class.name || 'node',
      class: base?.class.name || 'node',
      sourceId: node.handle,
      ...(node.isHidden && { hidden: true }),
    })
    this.#describe(id, node, stack)
    this.animated += countAnimatedControllers(node.transform)
    const kind = base?.class.kind
    if (kind === kinds.light || kind === kinds.camera) this.lightsAndCameras++
    const isDrawn = kind === kinds.geometry || kind === kinds.shape
    if (base && isDrawn && base.class.id !== targetId) await this.#draw(id, node, stack)
    return id
  }

  async #yieldToEventLoop(): Promise<void> {
    const { nodes, context } = this.#input
    if (++this.#pushed % nodesBetweenSettles > 0) return
    throwIfCancelled(context.signal)
    context.progress(0.2 + (0.8 * this.#pushed) / nodes.nodes.length, 'meshing')
    await context.scene.settle()
  }

  #describe(id: NodeId, node: SceneNode, { modifiers }: ObjectStack): void {
    const { scene } = this.#input.context
    const layer = cleanName(readLayerName(node))
    const stack = modifiers.map(({ modifier }) => cleanName(modifier.class.name)).filter((name) => name !== '')
    const objectProperties = [
      ...(layer === '' ? [] : [{ name: 'Layer', value: layer }]),
      ...(stack.length === 0 ? [] : [{ name: 'Modifiers', value: stack.join(', ') }]),
    ]
    const own = userProperties(node.userText)
    const sets: PropertySet[] = [
      ...(objectProperties.length > 0 ? [{ name: 'Object', properties: objectProperties }] : []),
      ...(own.length > 0 ? [{ name: 'User properties', properties: own }] : []),
    ]
    const added: PropertySetId[] = sets.map((set) => scene.addPropertySet(set))
    if (added.length > 0) scene.assignPropertySets(id, added)
  }

  async #draw(id: NodeId, node: SceneNode, stack: ObjectStack): Promise<void> {
    this.total++
    const { materials, metres, nodes, writer } = this.#input
    const objectMatrix = nodes.computeObjectMatrix(node)
    if (objectMatrix === null) return this.#miss('object', 'not-placed', node)
    const matrix = scaleTranslation(objectMatrix, metres)
    if (!matrix.every(isCoordinate)) return this.#miss('object', 'not-a-number', node)
    const slots = materials.getSlots(node.material)
    const shape = await this.#shapes.get(stack, slots)
    // Listed by class name, which users recognise (such as Boolean), with the number missing.
    if (typeof shape === 'string') {
      return this.#miss((shape === 'not-read' && cleanName(stack.base?.class.name ?? '')) || 'object', shape, node)
    }
    for (const [reason, count] of shape.skipped) this.#miss('face', reason, node, count)
    for (const { mesh, part, hasCoordinates } of shape.parts) {
      const sourceMaterial = slots.getMaterial(part)
      const wire = node.wireColor && materials.wire(node.wireColor)
      const material = sourceMaterial ? await materials.use(sourceMaterial, hasCoordinates) : wire
      writer.addInstance({ node: id, mesh, material, matrix, origin: shape.origin })
    }
    if (shape.parts.length === 0) return this.#miss('object', 'empty-shape', node)
    this.visibleCount++
    this.#noteModifiers(node, shape.left)
  }

  #noteModifiers(node: SceneNode, modifiers: readonly SceneObject[]): void {
    if (modifiers.some(({ class: { id } }) => binding.has(id))) this.bound++
    for (const { class: modifier } of modifiers) {
      if (binding.has(modifier.id)) continue
      this.modifiers.add(cleanName(modifier.name) || modifier.id)
      this.#miss('modifier', 'not-applied', node)
    }
  }

  #miss(kind: string, reason: string, { handle }: SceneNode, count = 1): void {
    this.skipped.add(kind, reason, { count, elements: [handle] })
  }
}
