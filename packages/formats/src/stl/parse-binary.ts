import {
  TranslationError,
  type ByteSource,
  type Finding,
  type ReadContext,
  type Skipped,
  throwIfBeyond,
  throwIfCancelled,
} from '@kamar/core'
import { cleanName, decodeText } from '@kamar/codecs/text'
import { binaryHeaderBytes, binaryRecordBytes } from './descriptor.js'
import { facetColors, type FacetColors } from './facet-colors.js'
import { isDrawable, type SolidPart } from './solid.js'
import { warning, information } from '../kit/report.js'
import { maxMeshTriangles } from '../kit/split-mesh.js'

/** Facets per read: one megabyte. */
const recordsPerRead = 20_000
const unsetAttribute = 0

/** How a binary file is read. */
export interface BinaryReading {
  /** Called with the parts of the solid and the text of the header, which may name the unit. */
  readonly push: (part: SolidPart, header: string) => Promise<void>
  readonly maxTriangles?: number
}

/** Outcome of reading a binary file. */
export interface BinaryStl {
  readonly triangles: number
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
}

interface Extent {
  /** Number of facets stated in the header. */
  readonly declaredCount: number
  /** Number of complete facets that fit the file. */
  readonly present: number
  /** Number of facets to read. */
  readonly count: number
}

/** Computes the extent. Streaming writers leave a count of 0; then the file's size determines the number. */
function readExtent(header: Uint8Array, size: number): Extent {
  const declaredCount = new DataView(header.buffer, header.byteOffset).getUint32(80, true)
  const present = Math.floor((size - binaryHeaderBytes) / binaryRecordBytes)
  return { declaredCount, present, count: declaredCount === 0 ? present : Math.min(declaredCount, present) }
}

/**
 * Reads a binary STL in chunks of a megabyte. If the count exceeds the file's size, the available facets are read and
 * the rest is reported as skipped; throws `damaged` without a single facet, and `limit-exceeded`.
 */
export async function parseBinary(
  input: ByteSource,
  context: ReadContext,
  { push, maxTriangles = maxMeshTriangles }: BinaryReading,
): Promise<BinaryStl> {
  const header = await input.read(0, binaryHeaderBytes)
  if (header.length < binaryHeaderBytes) throw new TranslationError({ code: 'damaged', bytePosition: header.length })
  const extent = readExtent(header, input.size)
  if (extent.count === 0) throw new TranslationError({ code: 'damaged', bytePosition: binaryHeaderBytes })
  throwIfBeyond('triangles', extent.count, context.limits)
  const text = cleanName(decodeText(header.subarray(0, 80)).replace(/\0[^]*$/, ''))
  const facets = new FacetReader(Math.min(extent.count, maxTriangles), facetColors(header))
  for (let record = 0; record < extent.count; record += recordsPerRead) {
    throwIfCancelled(context.signal)
    const records = Math.min(recordsPerRead, extent.count - record)
    const bytes = await input.read(binaryHeaderBytes + record * binaryRecordBytes, records * binaryRecordBytes)
    for (const part of facets.add(bytes)) await push(part, text)
    context.progress((0.9 * (record + records)) / extent.count, 'reading')
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (facets.triangles > 0) await push(facets.end(), text)
  return { triangles: facets.triangles, ...classify(extent, facets.unusable, input.size) }
}

function classify(
  { declaredCount, present, count }: Extent,
  unusable: number,
  size: number,
): Pick<BinaryStl, 'skipped' | 'findings'> {
  const skipped: Skipped[] = []
  const findings: Finding[] = []
  if (unusable > 0) skipped.push({ kind: 'triangle', reason: 'not-a-number', count: unusable })
  if (declaredCount > present)
    skipped.push({ kind: 'triangle', reason: 'file-ends-early', count: declaredCount - present })
  if (declaredCount !== count) findings.push(warning('facet-count-wrong', { stated: declaredCount, present }))
  const trailingBytes = size - binaryHeaderBytes - count * binaryRecordBytes
  if (declaredCount === count && trailingBytes > 0) {
    findings.push(information('bytes-after-end', { bytes: trailingBytes }))
  }
  return { skipped, findings }
}

/** Reader of facets from records; omits and counts invalid numbers. */
class FacetReader {
  unusable = 0
  /** Number of usable facets so far. */
  triangles = 0
  readonly #scheme: FacetColors
  readonly #capacity: number
  #positions: Float32Array
  #colors: Uint8Array | null = null
  /** Facets of the part that is being read. */
  #length = 0
  #anyAttribute = false

  constructor(capacity: number, scheme: FacetColors) {
    this.#capacity = capacity
    this.#positions = new Float32Array(9 * capacity)
    this.#scheme = scheme
  }

  /** Adds records; yields each part that is full as soon as another facet follows. */
  *add(records: Uint8Array): Generator<SolidPart> {
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
    for (let first = 0; first + binaryRecordBytes <= records.length;) {
      if (this.#length === this.#capacity) yield this.#takePart(false)
      const capacityBytes = binaryRecordBytes * (this.#capacity - this.#length)
      const end = Math.min(records.length, first + capacityBytes)
      this.#addRecords(view, first, end)
      first += capacityBytes
    }
  }

  #addRecords(view: DataView, first: number, end: number): void {
    const before = this.#length
    for (let at = first; at + binaryRecordBytes <= end; at += binaryRecordBytes) {
      const target = 9 * this.#length
      for (let value = 0; value < 9; value++) {
        this.#positions[target + value] = view.getFloat32(at + 12 + 4 * value, true)
      }
      if (isDrawable(this.#positions, target)) this.#color(this.#length++, view.getUint16(at + 48, true))
      else this.unusable++
    }
    this.triangles += this.#length - before
  }

  #color(triangle: number, attribute: number): void {
    if (attribute !== unsetAttribute) this.#anyAttribute = true
    const own = this.#scheme.of(attribute)
    if (!own && !this.#colors) return
    this.#colors ??= this.#uncolored()
    const [red, green, blue] = own ?? this.#scheme.object ?? [255, 255, 255]
    this.#colors[3 * triangle] = red
    this.#colors[3 * triangle + 1] = green
    this.#colors[3 * triangle + 2] = blue
  }

  /** Returns colours for the facets so far, which had none: the object's. */
  #uncolored(): Uint8Array {
    const colors = new Uint8Array((this.#positions.length / 9) * 3)
    const [red, green, blue] = this.#scheme.object ?? [255, 255, 255]
    for (let at = 0; at < 3 * this.#length; at += 3) colors.set([red, green, blue], at)
    return colors
  }

  /** Ends the solid and returns its last part. */
  end(): SolidPart {
    return this.#takePart(true)
  }

  #takePart(isLast: boolean): SolidPart {
    const [positions, triangles] = [this.#positions, this.#length]
    const part = { name: '', positions, triangles, colors: this.#finalColors(), isLast }
    this.#positions = new Float32Array(isLast ? 0 : 9 * this.#capacity)
    this.#colors = null
    this.#length = 0
    return part
  }

  /**
   * Returns the final colours. All-zero attributes with an object colour in the header mean that colour, not black
   * facets.
   */
  #finalColors(): Uint8Array | null {
    const { object } = this.#scheme
    if (!object || (this.#colors && this.#anyAttribute)) return this.#colors
    const colors = new Uint8Array(3 * this.#length)
    for (let at = 0; at < colors.length; at++) colors[at] = object[at % 3]
    return colors
  }
}
