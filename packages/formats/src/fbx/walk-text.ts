import { TranslationError } from '@kamar/core'
import { joinBytes } from '@kamar/core'
import type { FileWindow } from '../kit/file-window.js'
import { storedKinds, type FbxNode, type FbxTree } from './fbx-node.js'
import { parseText, readVersion } from './parse-text.js'

const lineFeed = 10
const quote = 34
const semicolon = 59
const openBrace = 123
const closeBrace = 125

const blockBytes = 1024 * 1024
/** Max length of a node that is parsed at once. */
const maxNodeBytes = 512 * 1024 * 1024
/** Nodes whose children are parsed one by one. */
const containers: ReadonlySet<string> = new Set(['Objects', 'Connections'])
const emptyBlock = new TextEncoder().encode('{}')

/**
 * Parses the ASCII encoding of a file that exceeds the window: finds the ends of its nodes and parses one after
 * another. The content of `storedKinds` stays in the file.
 */
export const walkText = (window: FileWindow): Promise<FbxTree> => new TextWalker(window).parse()

interface OpenNode {
  /** The node, and complete ones before it. */
  readonly nodes: readonly FbxNode[]
  readonly name: string
  /** Offset of its content. */
  readonly contentAt: number
}

class TextWalker implements FbxTree {
  root: FbxNode = { name: '', values: [], children: [] }
  version = 0
  isCut = false
  damagedArrays = 0
  readonly #window: FileWindow
  readonly #nodes: FbxNode[] = []
  /** Children of the container that is being read. */
  #children: { readonly name: string; readonly nodes: FbxNode[] } | null = null
  /** Depth at which nodes are parsed: 1 in a container. */
  #level = 0
  #depth = 0
  /** Offset after the last node. */
  #start = 0
  #open: OpenNode | null = null

  constructor(window: FileWindow) {
    this.#window = window
  }

  async parse(): Promise<FbxTree> {
    let ending: number | null = null
    for (let at = 0; at < this.#window.size;) {
      const bytes = await this.#window.load(at, blockBytes)
      if (bytes.length === 0) break
      for (let index = 0; index < bytes.length; index++) {
        const byte = bytes[index]
        if (ending !== null) {
          if (byte === ending) ending = null
        } else if (byte === quote) ending = quote
        else if (byte === semicolon) ending = lineFeed
        else if (byte === openBrace) await this.#openBrace(at + index)
        else if (byte === closeBrace) await this.#closeBrace(at + index)
      }
      at += bytes.length
    }
    await this.#finish()
    return this
  }

  async #openBrace(at: number): Promise<void> {
    if (this.#depth++ !== this.#level) return
    const header = await this.#load(this.#start, at)
    const nodes = this.#parse(joinBytes([header, emptyBlock]))
    const last = nodes.at(-1)
    this.#open = { nodes, name: last?.name ?? '', contentAt: at + 1 }
    if (this.#level > 0 || last === undefined || !containers.has(last.name)) return
    this.#children = { name: last.name, nodes: [] }
    this.#nodes.push(...nodes.slice(0, -1), { ...last, children: this.#children.nodes })
    this.#level = 1
    this.#start = at + 1
  }

  async #closeBrace(at: number): Promise<void> {
    if (this.#depth === 0) return
    this.#depth--
    if (this.#depth < this.#level) {
      await this.#add(this.#start, at)
      this.#children = null
      this.#level = 0
      this.#start = at + 1
    } else if (this.#depth === this.#level) {
      await this.#endNode(at)
      this.#start = at + 1
    }
  }

  async #endNode(at: number): Promise<void> {
    const [open, last] = [this.#open, this.#open?.nodes.at(-1)]
    if (open === null || last === undefined || this.#children?.name !== 'Objects' || !storedKinds.has(open.name))
      return this.#add(this.#start, Math.min(at + 1, this.#window.size))
    const load = async (): Promise<readonly FbxNode[]> => this.#parse(await this.#load(open.contentAt, at))
    this.#children.nodes.push(...open.nodes.slice(0, -1), { ...last, load })
  }

  async #finish(): Promise<void> {
    const { size } = this.#window
    if (this.#depth > this.#level) await this.#endNode(size)
    else await this.#add(this.#start, size)
    if (this.#depth > 0) this.isCut = true
    this.root = { ...this.root, children: this.#nodes }
    this.version = readVersion(this.#nodes)
  }

  async #add(start: number, end: number): Promise<void> {
    const target = this.#children?.nodes ?? this.#nodes
    for (const node of this.#parse(await this.#load(start, end))) target.push(node)
  }

  async #load(start: number, end: number): Promise<Uint8Array> {
    if (end - start <= maxNodeBytes) return this.#window.load(start, end - start)
    throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${maxNodeBytes} bytes of a node` } })
  }

  #parse(bytes: Uint8Array): readonly FbxNode[] {
    const { root, isCut, damagedArrays } = parseText(bytes)
    this.isCut ||= isCut
    this.damagedArrays += damagedArrays
    return root.children
  }
}
