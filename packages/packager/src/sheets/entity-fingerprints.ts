import { encodeContainer } from '@kamar/package-format'
import type { PolylinePart } from '../stores/coordinate-parts.js'
import type { SheetStore } from './sheet-store.js'

/** Hashes numbers and texts in two lanes of 32 bits. */
class FingerprintHasher {
  readonly #halves = new Uint32Array(2)
  readonly #number = new Float64Array(this.#halves.buffer)
  readonly lanes: Uint32Array
  #at = 0
  constructor(lanes: Uint32Array) {
    this.lanes = lanes
  }

  /** Continues the hash of an entity. */
  of(entity: number): this {
    this.#at = entity * 2
    return this
  }

  number(value: number): void {
    this.#number[0] = value
    this.#mix(this.#halves[0])
    this.#mix(this.#halves[1])
  }
  numbers(values: ArrayLike<number>): void {
    for (let index = 0; index < values.length; index++) this.number(values[index])
  }
  text(text: string): void {
    for (let index = 0; index < text.length; index++) this.#mix(text.charCodeAt(index))
    this.#mix(0xffff)
  }

  #mix(word: number): void {
    const { lanes } = this
    const at = this.#at
    lanes[at] = Math.imul(lanes[at] ^ word, 0x01000193)
    lanes[at + 1] = Math.imul(lanes[at + 1] ^ (word + 0x9e3779b9), 0x85ebca6b) ^ (lanes[at] >>> 15)
  }
}

/** Computes `prints.bin`: 64 bits per entity over its appearance, equal whenever the appearance is equal. */
export class EntityFingerprints {
  readonly #sheet: SheetStore
  readonly #hasher: FingerprintHasher
  readonly #styles: readonly string[]

  constructor(sheet: SheetStore) {
    this.#sheet = sheet
    this.#hasher = new FingerprintHasher(new Uint32Array(sheet.entities.count * 2).fill(0x811c9dc5))
    this.#styles = sheet.styles.values.map((style) =>
      JSON.stringify([
        sheet.layers[style.layer]?.name,
        style.color,
        style.lineWeightMillimetres,
        style.widthUnits,
        typeof style.lineType === 'number' ? sheet.lineTypes[style.lineType] : style.lineType,
        style.lineTypeScale,
        style.opacity,
      ]),
    )
  }

  /** Adds the next part of the polylines. */
  addPolylines({ first, end, coordinates }: PolylinePart): void {
    const { entity, size, style } = this.#sheet.polylines
    let start = 0
    for (let line = first; line < end; line++) {
      const next = start + size.at(line)
      this.#hasher.of(entity.at(line)).text(this.#styles[style.at(line)])
      this.#hasher.numbers(coordinates.subarray(start, next))
      start = next
    }
  }

  /** Adds everything but the polylines, and encodes the file before brotli. */
  encode(): Uint8Array {
    const sheet = this.#sheet
    const hasher = this.#hasher
    const styles = this.#styles
    for (const fill of sheet.fills) {
      hasher.of(fill.entity).text(styles[fill.style])
      for (const ring of fill.rings) hasher.numbers(ring)
    }
    // Excludes the numbers of entities, styles and fonts, which differ between versions.
    for (const { push: _push, entity, style, paragraphs, ...text } of sheet.texts) {
      hasher.of(entity).text(styles[style])
      const runs = paragraphs.map((runsOf) => runsOf.map((run) => ({ ...run, font: sheet.fonts.values[run.font] })))
      hasher.text(JSON.stringify([text, runs]))
    }
    for (const { push: _push, entity, layer, ...image } of sheet.images)
      hasher.of(entity).text(JSON.stringify([image, sheet.layers[layer]?.name]))
    for (const viewport of sheet.viewports) {
      hasher.of(viewport.entity).numbers(viewport.matrix)
      for (const ring of viewport.clip) hasher.numbers(ring)
    }
    return encodeContainer({ entities: sheet.entities.count }, [{ name: 'print', data: hasher.lanes }])
  }
}
