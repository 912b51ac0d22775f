import { type Box, type ModelTree, noParent } from '@kamar/package-format/read'
import type { ModelAccess } from '@kamar/viewer'

/** Model tree with the interface of viewer extensions. Node ids are element numbers. */
export class InstanceTree {
  readonly #model: ModelAccess
  readonly #tree: ModelTree

  constructor(model: ModelAccess, tree: ModelTree) {
    this.#model = model
    this.#tree = tree
  }

  /** Returns the number of nodes; ids go from 0 to one less. */
  get nodeCount(): number {
    return this.#tree.count
  }
  /** Returns the first root; −1 for a model without elements. */
  getRootId(): number {
    return this.#tree.roots[0] ?? -1
  }
  getRootIds(): readonly number[] {
    return [...this.#tree.roots]
  }
  getNodeName(id: number): string {
    return this.#has(id) ? this.#tree.name(id) : ''
  }
  /** Returns the class of the node in its source: `IfcWall`, `Block`. */
  getNodeType(id: number): string {
    return this.#tree.classNames[this.#tree.classIndex[id] ?? -1] ?? ''
  }
  /** Returns the id in the source (IFC GlobalId, handle); '' when there is none. */
  getNodeSourceId(id: number): string {
    return this.#has(id) ? this.#tree.sourceId(id) : ''
  }
  /** Returns the parent; −1 for roots and unknown nodes. */
  getNodeParentId(id: number): number {
    const parent = this.#tree.parent[id] ?? noParent
    return parent === noParent ? -1 : parent
  }
  getChildCount(id: number): number {
    return this.#has(id) ? this.#tree.children(id).length : 0
  }
  /** Computes the box around the node and all its descendants, metres; null when none has a shape. */
  getNodeBox(id: number): Box | null {
    return this.#model.computeBounds(this.withDescendants([id]))
  }
  /** Returns whether the node has a shape of its own. */
  hasShape(id: number): boolean {
    return this.#model.hasShape(id)
  }

  /** Calls `visit` for the node's children, or for all descendants. */
  enumNodeChildren(id: number, visit: (child: number) => void, recursive = false): void {
    if (!this.#has(id)) return
    for (const child of this.#tree.children(id)) {
      visit(child)
      if (recursive) this.enumNodeChildren(child, visit, true)
    }
  }
  /** Returns the nodes and all their descendants, each once. */
  withDescendants(ids: Iterable<number>): number[] {
    const result = new Set<number>()
    for (const id of ids) {
      if (this.#has(id)) result.add(id)
      this.enumNodeChildren(id, (child) => result.add(child), true)
    }
    return [...result]
  }

  #has(id: number): boolean {
    return Number.isInteger(id) && id >= 0 && id < this.#tree.count
  }
}
