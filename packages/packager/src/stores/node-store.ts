import type { NodeId, NodeInput } from '@kamar/core'
import { noParent, type TreeInput } from '@kamar/package-format'
import type { ScratchStorage } from '../files/scratch-file.js'
import { GrowingColumn } from './growing-column.js'
import { TextColumn } from './columns/text-column.js'

/** Tree as columns. */
export class NodeStore implements TreeInput {
  readonly classNames: string[] = []
  readonly #parents = new GrowingColumn(Uint32Array)
  readonly #classes = new GrowingColumn(Uint16Array)
  readonly #hidden = new GrowingColumn(Uint8Array)
  readonly #names: TextColumn
  readonly #sourceIds: TextColumn
  readonly #classNumbers = new Map<string, number>()

  constructor(storage: ScratchStorage | null = null) {
    this.#names = new TextColumn(storage)
    this.#sourceIds = new TextColumn(storage)
  }

  get count(): number {
    return this.#parents.length
  }
  get parent(): Uint32Array {
    return this.#parents.view()
  }
  get classIndex(): Uint16Array {
    return this.#classes.view()
  }
  get hidden(): Uint8Array {
    return this.#hidden.view()
  }
  name(node: NodeId): string {
    return this.#names.get(node)
  }
  sourceId(node: NodeId): string {
    return this.#sourceIds.get(node)
  }

  /**
   * Adds a node; throws `RangeError` when its parent was not added before. Hiding applies to the node alone, because
   * furniture is below its space.
   */
  add(node: NodeInput): NodeId {
    const number = this.count
    if (node.parent !== null && !(node.parent >= 0 && node.parent < number))
      throw new RangeError(`parent ${node.parent} of node ${number} does not exist`)
    this.#parents.push(node.parent ?? noParent)
    this.#classes.push(this.#classNumber(node.class))
    this.#hidden.push(node.hidden === true ? 1 : 0)
    this.#names.push(node.name)
    this.#sourceIds.push(node.sourceId)
    return number
  }

  /** Returns the class of a node. */
  className(node: NodeId): string {
    return this.classNames[this.classIndex[node]]
  }

  /** Returns the number of nodes in any of the classes. */
  countByClasses(names: ReadonlySet<string>): number {
    const numbers = new Set([...names].flatMap((name) => this.#classNumbers.get(name) ?? []))
    if (numbers.size === 0) return 0
    return this.classIndex.reduce((sum, number) => sum + (numbers.has(number) ? 1 : 0), 0)
  }

  /** Frees names and ids. */
  close(): void {
    this.#names.close()
    this.#sourceIds.close()
  }

  #classNumber(name: string): number {
    const existing = this.#classNumbers.get(name)
    if (existing !== undefined) return existing
    const number = this.classNames.length
    if (number > 0xffff) return 0
    this.#classNumbers.set(name, number)
    this.classNames.push(name)
    return number
  }
}
