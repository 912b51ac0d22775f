import { AsciiScanner, cleanName, decodeText } from '@kamar/codecs/text'
import { unitInText, type LengthUnit } from '@kamar/core'
import type { ModelCollector } from './model-collector.js'

const codes = (characters: string): number[] => Array.from(characters, (character) => character.charCodeAt(0))
const [letterV, letterN, letterT, letterF, letterL, letterP, hash, slash, space, tab] = codes('vntflp#/ \t')

/** Statements of visible free-form geometry. */
const freeForm = new Map([
  ['curv', 'curve'],
  ['curv2', 'curve'],
  ['surf', 'surface'],
])

/**
 * Statements without effect here: parts of free-form elements, display hints and variants of texture coordinates. All
 * other unknown ones are counted.
 */
const withoutEffect = new Set(
  (
    'vp cstype deg bmat step parm trim hole scrv sp con end mg bevel c_interp d_interp lod shadow_obj trace_obj ' +
    'ctech stech usemap maplib bzp bsp cdc cdp res'
  ).split(' '),
)

/** Parser of the statements of an OBJ file, block by block, into a collector. */
export class StatementParser {
  /** The unit stated in a comment before the first vertex. */
  statedUnit: LengthUnit | null = null
  /** Statements with an unknown keyword. */
  unknownStatements = 0

  readonly #scanner = new AsciiScanner()
  readonly #model: ModelCollector
  #vertexIndices = new Int32Array(64)
  #normalIndices = new Int32Array(64)
  #textureIndices = new Int32Array(64)

  constructor(model: ModelCollector) {
    this.#model = model
  }

  /** Parses a block of complete lines. */
  parse(bytes: Uint8Array): void {
    const scanner = this.#scanner
    scanner.load(bytes)
    while (scanner.skipWhiteSpace()) {
      const first = bytes[scanner.position]
      const second = bytes[scanner.position + 1]
      if (first === letterV && this.#isBlank(second)) this.#vertex()
      else if (first === letterF && this.#isBlank(second)) this.#face()
      else if (first === letterV && second === letterN) this.#normal()
      else if (first === letterV && second === letterT) this.#textureCoordinate()
      else if (first === hash) this.#comment()
      else if (first === letterL && this.#isBlank(second)) this.#line()
      else if (first === letterP && this.#isBlank(second)) this.#points()
      else this.#statement()
    }
  }

  #isBlank(byte: number | undefined): boolean {
    return byte === space || byte === tab
  }

  #vertex(): void {
    const scanner = this.#scanner
    scanner.position++
    const x = this.#coordinate()
    const y = this.#coordinate()
    const z = this.#coordinate()
    this.#model.addVertex(x, y, z)
    if (scanner.skipBlanks()) this.#vertexColor()
    scanner.skipLine()
  }

  /** Reads what follows x y z: a weight (rational curves) or red, green and blue. */
  #vertexColor(): void {
    const red = this.#scanner.number()
    const green = this.#coordinate()
    const blue = this.#coordinate()
    if (red >= 0 && green >= 0 && blue >= 0) {
      this.#model.colors.set(this.#model.positions.count - 1, [red, green, blue])
    }
  }

  #coordinate(): number {
    return this.#scanner.skipBlanks() ? this.#scanner.number() : Number.NaN
  }

  #normal(): void {
    this.#scanner.position += 2
    const x = this.#coordinate()
    const y = this.#coordinate()
    const z = this.#coordinate()
    this.#model.normals.push(x, y, z)
    this.#scanner.skipLine()
  }

  #textureCoordinate(): void {
    const model = this.#model
    model.counts.textureCoordinates++
    if (model.keepsTextures) {
      this.#scanner.position += 2
      const u = this.#coordinate()
      model.textureCoordinates.push(u, this.#coordinate())
    }
    this.#scanner.skipLine()
  }

  #face(): void {
    const count = this.#readVertexReferences()
    this.#model.addFace(count, this.#vertexIndices, { normals: this.#normalIndices, textures: this.#textureIndices })
  }

  #line(): void {
    this.#model.addLine(this.#readVertexReferences(), this.#vertexIndices)
  }

  /** Reads the corners `v`, `v/vt`, `v//vn` or `v/vt/vn` up to the end of the line; returns their number. */
  #readVertexReferences(): number {
    const scanner = this.#scanner
    const { positions, normals, textureCoordinates } = this.#model
    scanner.position++
    let count = 0
    while (scanner.skipBlanks() && !scanner.isAt(hash)) {
      if (count === this.#vertexIndices.length) this.#growIndices()
      this.#vertexIndices[count] = resolve(scanner.integer(), positions.count)
      let normal = 0
      let texture = 0
      if (scanner.isAt(slash)) {
        scanner.position++
        if (!scanner.isAt(slash)) texture = scanner.integer()
        if (scanner.isAt(slash)) {
          scanner.position++
          normal = scanner.integer()
        }
      }
      this.#textureIndices[count] = resolve(texture, textureCoordinates.count)
      this.#normalIndices[count++] = resolve(normal, normals.count)
      scanner.skipWord()
    }
    scanner.skipLine()
    return count
  }

  #growIndices(): void {
    const doubled = (list: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(2 * list.length)
      larger.set(list)
      return larger
    }
    this.#vertexIndices = doubled(this.#vertexIndices)
    this.#normalIndices = doubled(this.#normalIndices)
    this.#textureIndices = doubled(this.#textureIndices)
  }

  /** Reads a comment. A path in it may end in a backslash, so comments never continue on the next line. */
  #comment(): void {
    const text = this.#scanner.restOfLine()
    if (this.statedUnit || this.#model.positions.count > 0 || text.length > 400) return
    this.statedUnit = unitInText(decodeText(text))
  }

  #statement(): void {
    const word = this.#scanner.word()
    const handler = this.#namedStatements.get(word)
    if (handler) {
      this.#scanner.skipBlanks()
      handler(decodeText(this.#scanner.restOfLine()).trim())
      return
    }
    const element = freeForm.get(word)
    if (element) this.#model.skipped.add(element, 'free-form')
    else if (word === 'p') this.#model.skipped.add('point', 'too-few-corners')
    else if (word === 'call' || word === 'csh') this.#model.skipped.add(word, 'never-executed')
    else if (!withoutEffect.has(word)) this.unknownStatements++
    this.#scanner.skipLine()
  }

  #points(): void {
    this.#model.addPoints(this.#readVertexReferences(), this.#vertexIndices)
  }

  readonly #namedStatements = new Map<string, (text: string) => void>([
    ['o', (text) => this.#model.openObject(cleanName(text))],
    ['g', (text) => this.#model.openGroup(cleanName(text))],
    ['usemtl', (text) => this.#model.useMaterial(cleanName(text))],
    ['mtllib', (text) => void this.#model.libraries.push(text)],
    ['s', (text) => this.#model.setSmoothing(/^\d+$/.test(text) ? Math.min(Number(text), 2 ** 31 - 1) : 0)],
  ])
}

/**
 * Resolves an index that counts from 1, or back from the last if negative; the result counts from 0 and is -1 for a
 * missing one.
 */
function resolve(number: number, count: number): number {
  const index = number > 0 ? number - 1 : number + count
  return number !== 0 && index >= 0 && index < count ? index : -1
}
