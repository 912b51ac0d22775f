import type { ReaderLimits } from '@kamar/contracts'
import { AsciiScanner, wordKey } from '../shared/ascii-scanner.js'
import { cleanName, decodeText } from '../shared/names.js'
import { throwIfBeyond } from '../shared/room-guards.js'
import { isDrawable } from './solid.js'
import type { Solid } from './solid.js'

/** Facets that are not triangles are fanned; a loop with more corners than this is no facet. */
const mostCorners = 64
const startCapacity = 9 * 1024
const lineFeed = 10
const carriageReturn = 13
const longestNameBytes = 800

const [solid, loop, vertex, endloop, endsolid] = ['solid', 'loop', 'vertex', 'endloop', 'endsolid'].map(wordKey)

/** The bytes before the first line end. */
function lineOf(bytes: Uint8Array): Uint8Array {
  const end = bytes.findIndex((byte) => byte === lineFeed || byte === carriageReturn)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

/** Reads ASCII STL block by block; solids are handed out as they end. Layout means nothing: all may stand on one line. */
export class TextParser {
  /** Facets left out, by reason. */
  readonly skipped = new Map<string, number>()
  /** Whether a solid was begun and not ended. */
  unfinished = false

  readonly #scanner = new AsciiScanner()
  readonly #limits: ReaderLimits
  readonly #ended: Solid[] = []
  #name = ''
  #positions = new Float32Array(startCapacity)
  #triangles = 0
  #triangleTotal = 0
  readonly #loop = new Float32Array(3 * mostCorners)
  #corners = 0

  constructor(limits: ReaderLimits) {
    this.#limits = limits
  }

  /** Reads a block of whole words. */
  parse(bytes: Uint8Array): void {
    const scanner = this.#scanner
    scanner.load(bytes)
    while (scanner.skipWhiteSpace()) this.#act(scanner.wordKey())
  }

  /** Solids that ended since the last call; those without facets are left out. */
  takeSolids(): Solid[] {
    return this.#ended.splice(0)
  }

  /** Ends what the file left open; call when everything was read. */
  finish(): void {
    if (this.#corners > 0) this.#skip('file-ends-early')
    this.#endSolid()
  }

  /** `facet`, `normal`, its numbers, `outer` and anything unknown are passed over. */
  #act(word: number): void {
    if (word === vertex) this.#vertex()
    else if (word === loop) this.#corners = 0
    else if (word === endloop) this.#endLoop()
    else if (word === solid) this.#beginSolid()
    else if (word === endsolid) this.#endNamedSolid()
  }

  #beginSolid(): void {
    this.#endSolid()
    this.unfinished = true
    this.#name = this.#restOfName()
  }

  #endNamedSolid(): void {
    this.#endSolid()
    this.unfinished = false
    this.#restOfName()
  }

  /** The name reaches to the end of the line, or to the first facet where everything stands on one line. */
  #restOfName(): string {
    const scanner = this.#scanner
    const ahead = scanner.bytes.subarray(scanner.position, scanner.position + longestNameBytes)
    const line = lineOf(ahead)
    const text = String.fromCharCode(...line)
    const word = /(^|\s)(facet|endsolid|solid)(\s|$)/i.exec(text)
    const name = word ? line.subarray(0, word.index) : line
    scanner.position += name.length
    return cleanName(decodeText(name))
  }

  #vertex(): void {
    if (this.#corners >= mostCorners) return
    const at = 3 * this.#corners++
    for (let axis = 0; axis < 3; axis++) {
      this.#loop[at + axis] = this.#scanner.skipWhiteSpace() ? this.#scanner.number() : Number.NaN
    }
  }

  #endLoop(): void {
    if (this.#corners < 3) this.#skip('too-few-corners')
    for (let corner = 2; corner < this.#corners; corner++) this.#addTriangle(corner)
    this.#corners = 0
  }

  #addTriangle(corner: number): void {
    const target = 9 * this.#triangles
    if (target === this.#positions.length) this.#grow()
    const [positions, loopPositions] = [this.#positions, this.#loop]
    for (let axis = 0; axis < 3; axis++) {
      positions[target + axis] = loopPositions[axis]
      positions[target + 3 + axis] = loopPositions[3 * (corner - 1) + axis]
      positions[target + 6 + axis] = loopPositions[3 * corner + axis]
    }
    if (!isDrawable(positions, target)) return this.#skip('not-a-number')
    this.#triangles++
    throwIfBeyond('triangles', ++this.#triangleTotal, this.#limits)
  }

  #grow(): void {
    const longer = new Float32Array(2 * this.#positions.length)
    longer.set(this.#positions)
    this.#positions = longer
  }

  #skip(reason: string): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1)
  }

  #endSolid(): void {
    if (this.#triangles > 0) {
      this.#ended.push({ name: this.#name, positions: this.#positions, triangles: this.#triangles, colors: null })
      this.#positions = new Float32Array(startCapacity)
    }
    this.#triangles = 0
    this.#corners = 0
    this.#name = ''
  }
}
