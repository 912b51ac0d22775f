import type { UnreadObject } from '../../drawing/drawing.js'
import { MalformedRecordError } from '../../records/malformed-record-error.js'
import { ObjectReader } from '../bits/object-reader.js'
import type { DwgContainer } from '../container/container.js'
import type { DwgSignature } from '../release.js'
import { tryRead } from '../container/try-read.js'
import { decodersByName, decodersByNumber, readCustom, type EntityDecoder } from '../entities/decoders.js'
import { readClasses, type DwgClass } from './classes.js'
import { indexObjects } from './object-index.js'
import type { ObjectMap } from './object-map.js'

const firstClassNumber = 500
/** Depth to which reading an object may read others; deeper references of a damaged file give nothing. */
const maxDepth = 8

/** The objects of a drawing, read by their handles. Objects that are damaged are counted and left out. */
export class ObjectStore {
  readonly signature: DwgSignature
  readonly map: ObjectMap
  /** Numbers of the kinds of objects, in the order of the map. */
  readonly kinds: Uint16Array
  /** Whether objects are not where the object map states them. */
  readonly isDamaged: boolean
  /** Whether the file ends early, or more than single objects are missing. */
  readonly isIncomplete: boolean
  /** Number of objects that the object map states and the file does not contain. */
  readonly missingCount: number
  #classes: ReadonlyMap<number, DwgClass>
  readonly #section: Uint8Array
  readonly #readers: ObjectReader[] = []
  readonly #unread = new Map<number, UnreadObject>()
  readonly #decodersByClass = new Map<number, EntityDecoder | null>()
  #depth = 0

  /** @throws {MalformedRecordError} if the drawing has no objects. */
  constructor(container: DwgContainer) {
    const section = container.readSection('AcDb:AcDbObjects')
    if (!section) throw new MalformedRecordError('no objects')
    const { release, maintenance, codePage } = container
    // Without the container: it keeps the file, as large as the objects again.
    this.signature = { release, maintenance, codePage }
    this.#section = section
    this.#classes = tryRead(() => readClasses(container)) ?? new Map()
    const index = indexObjects(container, section, this.#classes)
    if (index.map.size === 0) throw new MalformedRecordError('no objects')
    this.map = index.map
    this.kinds = index.kinds
    this.isDamaged = index.isDamaged
    this.isIncomplete = index.isIncomplete
    this.missingCount = index.missingCount
  }

  /** Classes of custom objects, by number. */
  get classes(): ReadonlyMap<number, DwgClass> {
    return this.#classes
  }

  /** Adds classes that are missing in the file. What was read by trial before does not count as unread. */
  addClasses(classes: ReadonlyMap<number, DwgClass>): void {
    this.#classes = new Map([...this.#classes, ...classes])
    this.#decodersByClass.clear()
    this.#unread.clear()
  }

  /** Objects that could not be read. */
  get unread(): readonly UnreadObject[] {
    return [...this.#unread.values()]
  }

  /** Returns the number of the kind of an object; -1 if there is none. */
  findKind(handle: number): number {
    const row = this.map.findRow(handle)
    return row < 0 ? -1 : this.kinds[row]
  }

  /** Returns the handles of the objects of a kind. */
  listKind(kind: number): readonly number[] {
    const handles: number[] = []
    for (let row = this.kinds.indexOf(kind); row >= 0; row = this.kinds.indexOf(kind, row + 1))
      handles.push(this.map.handles[row])
    return handles
  }

  /** Returns the name in a DXF of an object of a class; '' for kinds with fixed numbers. */
  getClassName(kind: number): string {
    return this.classes.get(kind)?.name ?? ''
  }

  /** Returns how a kind of entity is read; null for objects that are not drawn. */
  getDecoder(kind: number): EntityDecoder | null {
    if (kind < firstClassNumber) return decodersByNumber[kind] ?? null
    let decoder = this.#decodersByClass.get(kind)
    if (decoder === undefined) {
      const dwgClass = this.classes.get(kind)
      const read = dwgClass && (decodersByName[dwgClass.name] ?? (dwgClass.isEntity ? readCustom : undefined))
      decoder = dwgClass && read ? { name: dwgClass.name, read } : null
      this.#decodersByClass.set(kind, decoder)
    }
    return decoder
  }

  /** Reads an object; null if there is none, or if it is damaged and now counted. */
  read<Result>(handle: number, decode: (reader: ObjectReader) => Result): Result | null {
    const position = this.map.findPosition(handle)
    if (position < 0 || this.#depth >= maxDepth) return null
    const reader = this.#takeReader()
    this.#depth++
    try {
      reader.openObject(position)
      return decode(reader)
    } catch (error) {
      if (!(error instanceof MalformedRecordError || error instanceof RangeError)) throw error
      this.#unread.set(handle, this.#describe(reader.kind))
      return null
    } finally {
      this.#depth--
    }
  }

  /** Returns the reader of the current depth: reading an object may read the ones that it owns. */
  #takeReader(): ObjectReader {
    const { release, codePage } = this.signature
    this.#readers[this.#depth] ??= new ObjectReader(this.#section, release, codePage)
    return this.#readers[this.#depth]
  }

  #describe(kind: number): UnreadObject {
    const decoder = this.getDecoder(kind)
    return { name: decoder?.name ?? (this.getClassName(kind) || `${kind}`), isEntity: decoder !== null }
  }
}
