import { type ReaderLimits, throwIfBeyond } from '@kamar/core'
import { AsciiScanner, wordKey, cleanName, decodeText } from '@kamar/codecs/text'
import { isDrawable, type SolidPart } from './solid.js'
import { SkipList } from '../kit/report.js'
import { maxMeshTriangles } from '../kit/split-mesh.js'

/** Maximum number of vertices in a loop; other facets than triangles are fanned, longer loops are invalid. */
const maxVertices = 64
const startCapacity = 9 * 1024
const maxNameBytes = 800

const [solid, facet, loop, vertex, endloop, endsolid] = 'solid facet loop vertex endloop endsolid'
  .split(' ')
  .map(wordKey)

/**
 * Parser of ASCII STL block by block; returns solids as they end, long ones in parts. Layout is insignificant: all may
 * be on one line.
 */
export class TextParser {
  /** Number of omitted facets, by reason. */
  readonly skipped = new SkipList()
  /** Whether a solid was begun and not ended. */
  unfinished = false

  readonly #scanner = new AsciiScanner()
  readonly #limits: ReaderLimits
  readonly #maxTriangles: number
  readonly #ended: SolidPart[] = []
  /** Whether parts of the open solid were returned. */
  #isInParts = false
  #name = ''
  #positions = new Float32Array(startCapacity)
  #triangles = 0
  #triangleTotal = 0
  readonly #loop = new Float32Array(3 * maxVertices)
  #vertexCount = 0
  #missingCoordinates = 0

  constructor(limits: ReaderLimits, maxTriangles = maxMeshTriangles) {
    this.#limits = limits
    this.#maxTriangles = maxTriangles
  }

  /** Parses a block of complete words; a statement may continue in the next one. */
  parse(bytes: Uint8Array): void {
    const scanner = this.#scanner
    scanner.load(bytes)
    while (scanner.skipWhiteSpace()) {
      if (this.#missingCoordinates > 0) this.#coordinate()
      else this.#act(scanner.wordKey())
    }
  }

  /** Returns the solids and parts that ended since the last call, without empty solids. */
  takeSolids(): SolidPart[] {
    return this.#ended.splice(0)
  }

  /** Ends open solids; call it after the last block. */
  finish(): void {
    this.#endSolid()
  }

  /** Handles a word; ignores `normal`, its numbers, `outer` and unknown words. */
  #act(word: number): void {
    if (word === vertex) this.#missingCoordinates = 3
    else if (word === loop) this.#dropLoop()
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

  /** Reads a name up to the end of the line, or to the next statement in a single-line file. */
  #restOfName(): string {
    const scanner = this.#scanner
    const start = scanner.position
    let end = start
    while (end - start < maxNameBytes && scanner.skipBlanks()) {
      const wordStart = scanner.position
      const word = scanner.wordKey()
      if (word === facet || word === solid || word === endsolid) {
        scanner.position = wordStart
        break
      }
      end = scanner.position
    }
    return cleanName(decodeText(scanner.bytes.subarray(start, end)))
  }

  #coordinate(): void {
    const value = this.#scanner.number()
    if (this.#vertexCount < maxVertices) this.#loop[3 * this.#vertexCount + 3 - this.#missingCoordinates] = value
    if (--this.#missingCoordinates === 0 && this.#vertexCount < maxVertices) this.#vertexCount++
  }

  #endLoop(): void {
    if (this.#vertexCount < 3) this.#skip('too-few-corners')
    for (let vertex = 2; vertex < this.#vertexCount; vertex++) this.#addTriangle(vertex)
    this.#vertexCount = 0
  }

  /** Drops a loop that restarts before its end, as data was lost. */
  #dropLoop(): void {
    if (this.#vertexCount > 0) this.#skip('loop-not-ended')
    this.#vertexCount = 0
    this.#missingCoordinates = 0
  }

  #addTriangle(vertex: number): void {
    if (this.#triangles === this.#maxTriangles) this.#takePart(false)
    const target = 9 * this.#triangles
    if (target === this.#positions.length) this.#grow()
    const [positions, loopPositions] = [this.#positions, this.#loop]
    for (let axis = 0; axis < 3; axis++) {
      positions[target + axis] = loopPositions[axis]
      positions[target + 3 + axis] = loopPositions[3 * (vertex - 1) + axis]
      positions[target + 6 + axis] = loopPositions[3 * vertex + axis]
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
    this.skipped.add('triangle', reason)
  }

  #endSolid(): void {
    this.#dropLoop()
    if (this.#triangles > 0 || this.#isInParts) this.#takePart(true)
    this.#name = ''
  }

  #takePart(isLast: boolean): void {
    const [name, positions, triangles] = [this.#name, this.#positions, this.#triangles]
    this.#ended.push({ name, positions, triangles, colors: null, isLast })
    this.#positions = new Float32Array(isLast ? startCapacity : positions.length)
    this.#triangles = 0
    this.#isInParts = !isLast
  }
}
