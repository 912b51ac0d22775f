import type { ObjectReader } from '../bits/object-reader.js'
import type { DwgClass } from './classes.js'
import { ObjectMapBuilder, type ObjectMap } from './object-map.js'

const checksumBytes = 2
const minObjectBytes = 6
const maxFixedKind = 82
/** Fixed numbers of ACAD_PROXY_ENTITY and ACAD_PROXY_OBJECT. */
const proxyKinds = [498, 499]
const firstClassNumber = 500
/** Larger ones are only found behind another object. */
const maxSearchedBytes = 1 << 16

/**
 * Finds the objects of a section without the object map: each is followed by its checksum and the next one. Behind
 * missing or damaged bytes, the search goes on at the next bytes whose checksum is right.
 */
export function walkObjects(
  reader: ObjectReader,
  section: Uint8Array,
  { start, classes }: { readonly start: number; readonly classes: ReadonlyMap<number, DwgClass> },
): ObjectMap {
  const walk = new ObjectWalk(reader, section, classes)
  return walk.run(start)
}

class ObjectWalk {
  readonly #reader: ObjectReader
  readonly #section: Uint8Array
  readonly #classes: ReadonlyMap<number, DwgClass>
  readonly #builder = new ObjectMapBuilder()

  constructor(reader: ObjectReader, section: Uint8Array, classes: ReadonlyMap<number, DwgClass>) {
    this.#reader = reader
    this.#section = section
    this.#classes = classes
  }

  run(start: number): ObjectMap {
    let isFollowing = false
    for (let at = start; at + minObjectBytes <= this.#section.length;) {
      const end = this.#findEnd(at, isFollowing)
      if (end > 0) this.#builder.add(this.#reader.peekHandle(), at)
      isFollowing = end > 0
      at = end > 0 ? end + checksumBytes : this.#skipZeros(at + 1)
    }
    return this.#builder.build(false)
  }

  /** Returns the position of the next size that is not zero: missing pages are zeros. */
  #skipZeros(start: number): number {
    const bytes = this.#section
    let at = start
    while (at < bytes.length && bytes[at] === 0 && bytes[at + 1] === 0) at++
    return at
  }

  /** Opens the object at a position. Returns its end; 0 if there is none, or one that is damaged and not in a row. */
  #findEnd(at: number, isFollowing: boolean): number {
    const end = this.#openObject(at)
    if (end === 0 || (!isFollowing && end - at > maxSearchedBytes)) return 0
    if (this.#reader.hasChecksum) return end
    const isFollowed = isFollowing && this.#isIntact(end + checksumBytes)
    return isFollowed ? this.#openObject(at) : 0
  }

  #openObject(at: number): number {
    const reader = this.#reader
    if (!reader.tryOpenObject(at) || !this.#isKind(reader.kind) || reader.peekHandle() === 0) return 0
    const end = reader.endPosition
    return end + checksumBytes <= this.#section.length ? end : 0
  }

  #isIntact(at: number): boolean {
    const end = this.#openObject(at)
    return end > 0 && this.#reader.hasChecksum
  }

  #isKind(kind: number): boolean {
    if ((kind > 0 && kind <= maxFixedKind) || proxyKinds.includes(kind)) return true
    return this.#classes.size > 0 ? this.#classes.has(kind) : kind >= firstClassNumber
  }
}
