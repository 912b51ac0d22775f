import { encodeContainer } from '@kamar/package-format'
import type { SheetStore } from './sheet-store.js'

/** Hashes numbers and texts in two lanes of 32 bits. */
class FingerprintHasher {
  readonly #halves = new Uint32Array(2)
  readonly #number = new Float64Array(this.#halves.buffer)
  readonly lanes: Uint32Array
  readonly #at: number
  constructor(lanes: Uint32Array, at: number) {
    this.lanes = lanes
    this.#at = at
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

/**
 * Encodes `prints.bin` before brotli: 64 bits per entity over its appearance, equal whenever the appearance is equal.
 */
export function encodeEntityFingerprints(sheet: SheetStore): Uint8Array {
  const lanes = new Uint32Array(sheet.entities.count * 2).fill(0x811c9dc5)
  const createHasher = (entity: number): FingerprintHasher => new FingerprintHasher(lanes, entity * 2)
  const styles = sheet.styles.values.map((style) =>
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
  const { polylines } = sheet
  const [entities, style, start] = [polylines.entity.view(), polylines.style.view(), polylines.start.view()]
  const coordinates = polylines.coordinates.view()
  for (let line = 0; line < polylines.count; line++) {
    const hasher = createHasher(entities[line])
    hasher.text(styles[style[line]])
    hasher.numbers(coordinates.subarray(start[line], line + 1 < polylines.count ? start[line + 1] : undefined))
  }
  for (const fill of sheet.fills) {
    const hasher = createHasher(fill.entity)
    hasher.text(styles[fill.style])
    for (const ring of fill.rings) hasher.numbers(ring)
  }
  // Excludes the numbers of entities, styles and fonts, which differ between versions.
  for (const { push: _push, entity, style, paragraphs, ...text } of sheet.texts) {
    const hasher = createHasher(entity)
    hasher.text(styles[style])
    const runs = paragraphs.map((runsOf) => runsOf.map((run) => ({ ...run, font: sheet.fonts.values[run.font] })))
    hasher.text(JSON.stringify([text, runs]))
  }
  for (const { push: _push, entity, layer, ...image } of sheet.images)
    createHasher(entity).text(JSON.stringify([image, sheet.layers[layer]?.name]))
  for (const viewport of sheet.viewports) {
    const hasher = createHasher(viewport.entity)
    hasher.numbers(viewport.matrix)
    for (const ring of viewport.clip) hasher.numbers(ring)
  }
  return encodeContainer({ entities: sheet.entities.count }, [{ name: 'print', data: lanes }])
}
