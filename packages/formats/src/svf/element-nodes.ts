import type { NodeId, ReadContext } from '@kamar/core'
import type { SceneWriter } from '../kit/scene-writer.js'
import type { ElementTable } from './element-table.js'

/** Factory of the tree nodes for drawn elements and their ancestors. */
export class ElementNodes {
  readonly #context: ReadContext
  readonly #writer: SceneWriter
  readonly #table: ElementTable | null
  readonly #nodes = new Map<number, NodeId>()

  constructor(context: ReadContext, writer: SceneWriter, table: ElementTable | null) {
    this.#context = context
    this.#writer = writer
    this.#table = table
  }

  /** Returns the node of an element; creates it with its ancestors when missing. */
  ensureNode(id: number): NodeId {
    const line: number[] = []
    const visited = new Set<number>()
    // A file may list an element as its own ancestor.
    for (let at = id; at !== 0 && !this.#nodes.has(at) && !visited.has(at); at = this.#table?.parentOf(at) ?? 0) {
      line.push(at)
      visited.add(at)
    }
    for (const element of line.toReversed()) this.#nodes.set(element, this.#add(element))
    return this.#nodes.get(id) ?? this.#add(id)
  }

  #add(id: number): NodeId {
    const table = this.#table
    const parent = this.#nodes.get(table?.parentOf(id) ?? 0) ?? null
    const described = table?.describe(id) ?? { name: '', class: 'object' }
    const node = this.#writer.addNode({
      parent,
      name: described.name || `#${id}`,
      class: described.class,
      sourceId: table?.identifierOf(id) ?? '',
    })
    const { scene } = this.#context
    const sets = table?.propertySets(id) ?? []
    if (sets.length > 0)
      scene.assignPropertySets(
        node,
        sets.map((set) => scene.addPropertySet(set)),
      )
    return node
  }
}
