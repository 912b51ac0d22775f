import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, Finding, ReadContext, Skipped } from '@kamar/scene'
import { cleanName, decodeText } from '../shared/names.js'
import { throwIfBeyond, throwIfCancelled } from '../shared/read-guards.js'
import { binaryHeaderBytes, binaryRecordBytes } from './binary-layout.js'
import { facetColors } from './facet-colors.js'
import type { FacetColors } from './facet-colors.js'
import { isDrawable } from './solid.js'
import type { Solid } from './solid.js'

/** Facets per read: one megabyte. */
const recordsPerRead = 20_000
const unsetAttribute = 0

/** What a binary file holds. */
export interface BinaryStl {
  readonly solid: Solid
  /** The header's text, for its unit and for the property panel. */
  readonly header: string
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
}

interface Extent {
  /** Facets the header states. */
  readonly declaredCount: number
  /** Whole facets the file has room for. */
  readonly present: number
  /** Facets to read. */
  readonly count: number
}

/** A count of 0 is what programs leave that write facets before they know how many; then the file's size counts. */
function readExtent(header: Uint8Array, size: number): Extent {
  const declaredCount = new DataView(header.buffer, header.byteOffset).getUint32(80, true)
  const present = Math.floor((size - binaryHeaderBytes) / binaryRecordBytes)
  return { declaredCount, present, count: declaredCount === 0 ? present : Math.min(declaredCount, present) }
}

/**
 * Reads a binary STL in pieces of a megabyte. A count beyond the file's size gives what is there, stated as skipped;
 * throws `damaged` when not even one facet is, and `limit-exceeded`.
 */
export async function parseBinary(input: ByteSource, context: ReadContext): Promise<BinaryStl> {
  const header = await input.read(0, binaryHeaderBytes)
  if (header.length < binaryHeaderBytes) throw new TranslationError({ code: 'damaged', bytePosition: header.length })
  const extent = readExtent(header, input.size)
  if (extent.count === 0) throw new TranslationError({ code: 'damaged', bytePosition: binaryHeaderBytes })
  throwIfBeyond('triangles', extent.count, context.limits)
  const facets = new FacetReader(extent.count, facetColors(header))
  for (let record = 0; record < extent.count; record += recordsPerRead) {
    throwIfCancelled(context.signal)
    const records = Math.min(recordsPerRead, extent.count - record)
    facets.add(await input.read(binaryHeaderBytes + record * binaryRecordBytes, records * binaryRecordBytes))
    context.progress((0.9 * (record + records)) / extent.count, 'reading')
    await new Promise((resolve) => setImmediate(resolve))
  }
  const text = cleanName(decodeText(header.subarray(0, 80)).replace(/\0[^]*$/, ''))
  return { solid: facets.solid(), header: text, ...judge(extent, facets.unusable, input.size) }
}

function judge(
  { declaredCount, present, count }: Extent,
  unusable: number,
  size: number,
): Pick<BinaryStl, 'skipped' | 'findings'> {
  const skipped: Skipped[] = []
  const findings: Finding[] = []
  if (unusable > 0) skipped.push({ kind: 'triangle', reason: 'not-a-number', count: unusable })
  if (declaredCount > present)
    skipped.push({ kind: 'triangle', reason: 'file-ends-early', count: declaredCount - present })
  if (declaredCount !== count)
    findings.push({ code: 'facet-count-wrong', severity: 'warning', details: { stated: declaredCount, present } })
  const behind = size - binaryHeaderBytes - count * binaryRecordBytes
  if (declaredCount === count && behind > 0) {
    findings.push({ code: 'bytes-after-end', severity: 'information', details: { bytes: behind } })
  }
  return { skipped, findings }
}

/** Takes facets out of records; what is no number is left out and counted. */
class FacetReader {
  unusable = 0
  readonly #positions: Float32Array
  readonly #scheme: FacetColors
  #colors: Uint8Array | null = null
  #triangles = 0
  #anyAttribute = false

  constructor(capacity: number, scheme: FacetColors) {
    this.#positions = new Float32Array(9 * capacity)
    this.#scheme = scheme
  }

  add(records: Uint8Array): void {
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
    for (let at = 0; at + binaryRecordBytes <= records.length; at += binaryRecordBytes) {
      const target = 9 * this.#triangles
      for (let value = 0; value < 9; value++) {
        this.#positions[target + value] = view.getFloat32(at + 12 + 4 * value, true)
      }
      if (isDrawable(this.#positions, target)) this.#color(this.#triangles++, view.getUint16(at + 48, true))
      else this.unusable++
    }
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

  /** The facets so far had no colour of their own: they have the object's. */
  #uncolored(): Uint8Array {
    const colors = new Uint8Array((this.#positions.length / 9) * 3)
    const [red, green, blue] = this.#scheme.object ?? [255, 255, 255]
    for (let at = 0; at < 3 * this.#triangles; at += 3) colors.set([red, green, blue], at)
    return colors
  }

  solid(): Solid {
    return { name: '', positions: this.#positions, triangles: this.#triangles, colors: this.#finalColors() }
  }

  /** A header with a colour over attributes that are all zero means the object's colour, not black facets. */
  #finalColors(): Uint8Array | null {
    const { object } = this.#scheme
    if (!object || (this.#colors && this.#anyAttribute)) return this.#colors
    const colors = new Uint8Array(3 * this.#triangles)
    for (let at = 0; at < colors.length; at++) colors[at] = object[at % 3]
    return colors
  }
}
