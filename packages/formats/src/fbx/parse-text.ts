import { decodeText } from '@kamar/codecs/text'
import { maxNodeDepth } from './fbx-node.js'
import type { FbxNode, FbxTree, FbxValue } from './fbx-node.js'

const lineFeed = 10
const space = 32
const quote = 34
const star = 42
const comma = 44
const colon = 58
const semicolon = 59
const openBrace = 123
const closeBrace = 125

/** Length above which a list becomes one typed array instead of a list of values. */
const longList = 16

/** Parses the ASCII encoding. A truncated file yields everything before the cut. */
export function parseText(bytes: Uint8Array): FbxTree {
  return new TextParser(bytes).parse()
}

class TextParser {
  readonly #bytes: Uint8Array
  #at = 0
  #isCut = false
  #damagedArrays = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  parse(): FbxTree {
    const children = this.#nodes(0)
    return {
      root: { name: '', values: [], children },
      version: readVersion(children),
      isCut: this.#isCut,
      damagedArrays: this.#damagedArrays,
    }
  }

  /** Reads nodes up to the closing brace of their parent. */
  #nodes(depth: number): FbxNode[] {
    const nodes: FbxNode[] = []
    while (this.#skipBlanks()) {
      if (this.#byte() === closeBrace) {
        this.#at++
        if (depth > 0) return nodes
        continue
      }
      const node = this.#node(depth)
      if (node) nodes.push(node)
    }
    if (depth > 0) this.#isCut = true
    return nodes
  }

  #byte(): number {
    return this.#bytes[this.#at] ?? 0
  }

  /** Skips blanks and comments; returns whether anything is left. */
  #skipBlanks(): boolean {
    while (this.#at < this.#bytes.length) {
      const byte = this.#byte()
      if (byte === semicolon) this.#skipLine()
      else if (byte <= space) this.#at++
      else return true
    }
    return false
  }

  #skipLine(): void {
    while (this.#at < this.#bytes.length && this.#byte() !== lineFeed) this.#at++
  }

  #node(depth: number): FbxNode | null {
    const name = this.#word()
    this.#skipBlanks()
    if (name === '' || this.#byte() !== colon) {
      // Not a node: skips at least one byte.
      if (name === '') this.#at++
      return null
    }
    this.#at++
    const values = this.#values()
    if (this.#byte() !== openBrace) return { name, values, children: [] }
    this.#at++
    if (depth >= maxNodeDepth) {
      this.#isCut = true
      this.#at = this.#bytes.length
      return null
    }
    const children = this.#nodes(depth + 1)
    return asArray({ name, values, children }, () => this.#damagedArrays++)
  }

  #word(): string {
    const start = this.#at
    while (this.#at < this.#bytes.length && isWordByte(this.#byte())) this.#at++
    return decodeText(this.#bytes.subarray(start, this.#at))
  }

  /** Reads comma-separated values; the list continues across line ends after a comma. */
  #values(): FbxValue[] {
    const values: FbxValue[] = []
    let isExpected = this.#skipOnLine() && (this.#byte() !== comma || this.#isContentNext())
    while (isExpected) {
      const value = this.#value()
      if (value === null) break
      values.push(value)
      isExpected = this.#hasNextValue()
    }
    this.#skipOnLine()
    return values.length > longList ? compact(values) : values
  }

  /** Skips blanks of the line, and the line's end where a brace follows; returns whether a value follows. */
  #skipOnLine(): boolean {
    while (this.#byte() <= space && this.#byte() !== lineFeed && this.#at < this.#bytes.length) this.#at++
    const byte = this.#byte()
    return this.#at < this.#bytes.length && byte !== lineFeed && byte !== openBrace && byte !== closeBrace
  }

  /**
   * Returns whether embedded content follows: it begins with a comma, its text may be on the next line, and where it is
   * empty the next node follows.
   */
  #isContentNext(): boolean {
    const before = this.#at
    if (this.#hasNextValue() && this.#byte() === quote) return true
    this.#at = before
    return false
  }

  #hasNextValue(): boolean {
    const before = this.#at
    while (this.#at < this.#bytes.length && this.#byte() <= space) this.#at++
    if (this.#byte() !== comma) {
      this.#at = before
      return false
    }
    this.#at++
    while (this.#at < this.#bytes.length && this.#byte() <= space) this.#at++
    return true
  }

  #value(): FbxValue | null {
    const byte = this.#byte()
    if (byte === quote) return this.#quoted()
    if (byte === star) {
      this.#at++
      return this.#value()
    }
    const start = this.#at
    while (this.#at < this.#bytes.length && isValueByte(this.#byte())) this.#at++
    if (this.#at === start) return null
    const word = decodeText(this.#bytes.subarray(start, this.#at))
    const number = Number(word)
    if (Number.isNaN(number)) return word
    return Number.isSafeInteger(number) || !wideInteger.test(word) ? number : BigInt(word)
  }

  #quoted(): string {
    const start = ++this.#at
    while (this.#at < this.#bytes.length && this.#byte() !== quote) this.#at++
    const text = decodeText(this.#bytes.subarray(start, this.#at))
    this.#at++
    return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  }
}

/** A 64-bit id; converting a number of a million digits to a bigint would take minutes. */
const wideInteger = /^-?\d{16,20}$/

const isWordByte = (byte: number): boolean =>
  byte > space && byte !== colon && byte !== openBrace && byte !== closeBrace
const isValueByte = (byte: number): boolean =>
  byte > space && byte !== comma && byte !== openBrace && byte !== closeBrace && byte !== semicolon

function compact(values: FbxValue[]): FbxValue[] {
  return values.every((value) => typeof value === 'number') ? [Float64Array.from(values)] : values
}

/** Converts `Vertices: *3 { a: 0,1,2 }` to an array of the node itself; compares the stated count with the values. */
function asArray(node: FbxNode, noteDamage: () => void): FbxNode {
  const [only] = node.children
  if (node.children.length !== 1 || only?.name !== 'a') return node
  const [first] = only.values
  const numbers = first instanceof Float64Array ? first : Float64Array.from(only.values, Number)
  if (numbers.length !== node.values[0]) noteDamage()
  return { name: node.name, values: [numbers], children: [] }
}

/** Returns the version that the header states; 0 without one. */
export function readVersion(nodes: readonly FbxNode[]): number {
  const header = nodes.find(({ name }) => name === 'FBXHeaderExtension')
  const version = header?.children.find(({ name }) => name === 'FBXVersion')?.values[0]
  return typeof version === 'number' ? version : 0
}
