import type { NodeId, PropertySetId, ReadContext } from '@kamar/core'
import type { SceneWriter } from '../scene-writer.js'
import type { ContentObject, HeadedProperty, PresentedNode, SectionContent } from './content.js'

const maxPropertiesPerElement = 2000

/** Writer of the elements of a section as scene nodes. */
export class ModelTree {
  readonly root: NodeId
  readonly #context: ReadContext
  readonly #writer: SceneWriter
  readonly #content: SectionContent
  readonly #nodes = new Map<string, NodeId>()

  constructor(tools: { context: ReadContext; writer: SceneWriter }, name: string, content: SectionContent) {
    this.#context = tools.context
    this.#writer = tools.writer
    this.#content = content
    this.root = this.#writer.addNode({ parent: null, name, class: 'section', sourceId: '' })
    if (content.tree.length > 0) for (const node of content.tree) this.#addPresented(node, this.root)
    else if (content.objectOfSegment.size > 0) for (const object of content.roots) this.#addObject(object, this.root)
  }

  /** Whether the package states its elements. */
  get isStated(): boolean {
    return this.#nodes.size > 0
  }

  /** Returns the node of a segment's shapes; null when the segment has none. */
  findNode(segment: string): NodeId | null {
    const object = this.#content.objectOfSegment.get(segment)
    return object === undefined ? null : (this.#nodes.get(object) ?? null)
  }

  /** Adds a node for a segment of a package without elements. */
  addSegment(name: string, parent: NodeId): NodeId {
    return this.#writer.addNode({ parent, name, class: 'segment', sourceId: '' })
  }

  #addPresented(node: PresentedNode, parent: NodeId): void {
    const [id = ''] = node.objects
    const object = this.#content.objects.get(id)
    const existingNode = this.#nodes.get(id)
    const name = node.label || object?.label || id
    const nodeId = this.#writer.addNode({
      parent,
      name,
      class: object ? 'object' : 'group',
      sourceId: existingNode === undefined ? id : '',
    })
    if (object) this.#context.scene.assignPropertySets(nodeId, this.#addPropertySets(object.properties))
    for (const one of node.objects) if (!this.#nodes.has(one)) this.#nodes.set(one, nodeId)
    for (const child of node.children) this.#addPresented(child, nodeId)
  }

  #addObject(object: ContentObject, parent: NodeId): void {
    const nodeId = this.#writer.addNode({
      parent,
      name: object.label || object.id,
      class: 'object',
      sourceId: object.id,
    })
    this.#context.scene.assignPropertySets(nodeId, this.#addPropertySets(object.properties))
    this.#nodes.set(object.id, nodeId)
    for (const child of object.children) this.#addObject(child, nodeId)
  }

  #addPropertySets(rows: readonly HeadedProperty[]): PropertySetId[] {
    return addPropertySets(this.#context, rows)
  }
}

/** Adds the properties grouped by category. */
export function addPropertySets(context: ReadContext, rows: readonly HeadedProperty[]): PropertySetId[] {
  const groups = new Map<string, HeadedProperty[]>()
  for (const row of rows.slice(0, maxPropertiesPerElement)) {
    const group = groups.get(row.category)
    if (group) group.push(row)
    else groups.set(row.category, [row])
  }
  return [...groups].map(([category, group]) =>
    context.scene.addPropertySet({ name: category || 'Properties', properties: group.map(({ property }) => property) }),
  )
}
