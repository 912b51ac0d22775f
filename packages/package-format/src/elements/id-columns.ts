import type { Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { createStringTable, readTextColumns, type TextColumns } from '../container/string-table.js'
import { isGlobalId, packGlobalId, unpackGlobalId } from './global-id.js'
import { idKind } from './tree.js'

/** Source ids of elements as columns. */
export interface IdColumns {
  /** Kind of each element's id (`idKind`); null if all are GlobalIds, as in IFC files. */
  readonly kinds: Uint8Array | null
  /** GlobalIds of those that have one, in their order: 16 planes, the first bytes of all ids first. */
  readonly globalIds: Uint8Array
  /** Texts of those that have another id, in their order. */
  readonly texts: TextColumns
}

/** Reads the ids of `count` elements of `tree.bin`. */
export function readIds(container: Container, count: number): IdColumns {
  const kinds = container.exactColumn('n.id', 'u8', count)
  const counts = [0, 0, 0]
  for (let element = 0; element < count; element++) {
    if (kinds[element] > idKind.text) throw malformed('id of unknown kind')
    counts[kinds[element]]++
  }
  const globalIds = container.count('globalIds')
  const texts = readTextColumns(container, 'id', container.count('idTexts'))
  if (globalIds < counts[idKind.globalId] || texts.ends.length < counts[idKind.text]) throw malformed('ids are missing')
  const isUniform = counts[idKind.globalId] === count && globalIds === count
  return {
    kinds: isUniform ? null : kinds,
    globalIds: container.exactColumn('id.packed', 'u8', globalIds * 16),
    texts,
  }
}

/** Elements whose earlier ids are counted together: a number for each would take more memory than the kinds. */
const rankStep = 64

/** Finds the row of an element's id among those of its kind: the number of earlier ids of the same kind. */
class IdRows {
  readonly #kinds: Uint8Array
  readonly #ranks: readonly [Uint32Array, Uint32Array, Uint32Array]

  constructor(kinds: Uint8Array) {
    this.#kinds = kinds
    const steps = Math.ceil(kinds.length / rankStep)
    this.#ranks = [new Uint32Array(steps), new Uint32Array(steps), new Uint32Array(steps)]
    const counts = [0, 0, 0]
    for (let element = 0; element < kinds.length; element++) {
      if (element % rankStep === 0) counts.forEach((count, kind) => (this.#ranks[kind][element / rankStep] = count))
      counts[kinds[element]]++
    }
  }

  of(element: number): number {
    const kind = this.#kinds[element]
    const step = Math.floor(element / rankStep)
    let row = this.#ranks[kind][step]
    for (let before = step * rankStep; before < element; before++) if (this.#kinds[before] === kind) row++
    return row
  }
}

/** Returns a function that decodes the id of an element, '' if it has none. */
export function createIdReader({ kinds, globalIds, texts }: IdColumns): (element: number) => string {
  const table = createStringTable(texts)
  const planeLength = globalIds.length / 16
  const bytes = new Uint8Array(16)
  let rows: IdRows | null = null
  const findRow = (element: number): number => (kinds === null ? element : (rows ??= new IdRows(kinds)).of(element))
  return (element) => {
    // An element beyond the last has none.
    if (element >= (kinds?.length ?? planeLength) || kinds?.[element] === idKind.none) return ''
    const row = findRow(element)
    if (kinds?.[element] === idKind.text) return table.text(row)
    for (let byte = 0; byte < 16; byte++) bytes[byte] = globalIds[byte * planeLength + row]
    return unpackGlobalId(bytes, 0)
  }
}

/** Finds the elements that have one of the ids, ascending, without decoding the ids of all. */
export function findByIds({ kinds, globalIds, texts }: IdColumns, ids: Iterable<string>): number[] {
  const packed: Uint8Array[] = []
  const encoded: Uint8Array[] = []
  const encoder = new TextEncoder()
  for (const id of ids) {
    if (id === '') continue
    if (!isGlobalId(id)) encoded.push(encoder.encode(id))
    else packGlobalId(id, (packed[packed.length] = new Uint8Array(16)), 0)
  }
  const globalRows = findGlobalIds(globalIds, packed)
  const textRows = findTexts(texts, encoded)
  if (kinds === null) return [...globalRows].toSorted((a, b) => a - b)
  const elements: number[] = []
  const rows = [0, 0, 0]
  for (let element = 0; element < kinds.length; element++) {
    const kind = kinds[element]
    const row = rows[kind]++
    if (kind === idKind.globalId ? globalRows.has(row) : kind === idKind.text && textRows.has(row))
      elements.push(element)
  }
  return elements
}

const noRows: ReadonlySet<number> = new Set()

/** Finds rows by their last three bytes first, which differ most within a file. */
function findGlobalIds(planes: Uint8Array, ids: readonly Uint8Array[]): ReadonlySet<number> {
  if (ids.length === 0) return noRows
  const count = planes.length / 16
  const byEnd = new Map<number, Uint8Array[]>()
  const isEnd = new Uint8Array(0x10000)
  for (const id of ids) {
    const end = (id[13] << 16) | (id[14] << 8) | id[15]
    isEnd[end & 0xffff] = 1
    byEnd.set(end, [...(byEnd.get(end) ?? []), id])
  }
  const rows = new Set<number>()
  for (let row = 0; row < count; row++) {
    const low = (planes[14 * count + row] << 8) | planes[15 * count + row]
    if (isEnd[low] === 0) continue
    const candidates = byEnd.get((planes[13 * count + row] << 16) | low) ?? []
    if (candidates.some((id) => id.every((value, byte) => planes[byte * count + row] === value))) rows.add(row)
  }
  return rows
}

function findTexts({ bytes, ends }: TextColumns, ids: readonly Uint8Array[]): ReadonlySet<number> {
  if (ids.length === 0) return noRows
  const byLength = new Map<number, Uint8Array[]>()
  for (const id of ids) byLength.set(id.length, [...(byLength.get(id.length) ?? []), id])
  const rows = new Set<number>()
  let start = 0
  for (let row = 0; row < ends.length; row++) {
    const candidates = byLength.get(ends[row] - start)
    if (candidates?.some((id) => id.every((value, at) => bytes[start + at] === value)) === true) rows.add(row)
    start = ends[row]
  }
  return rows
}
