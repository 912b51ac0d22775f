import { createStringTable, type TextColumns } from '../container/string-table.js'

/**
 * Names of elements as columns: each is a stem and, in decimal, a tail. Authoring tools end names with the number of
 * the element (`Basic Wall:Interior - 138mm:351423`), so that two million different names have some thousand stems.
 */
export interface NameColumns {
  readonly stems: TextColumns
  /** Stem of each element. */
  readonly stemOf: Uint16Array | Uint32Array
  /** Tail of each element, 0 for none; without elements where no name has one. */
  readonly tails: Uint32Array
}

/** Maximum digits of a tail, which is below 2³². */
const maxTailDigits = 9
/** Names are split where at least one in this number of elements has a name of its own. */
const minDistinctRatio = 4
const zero = 0x30

/** Returns where the tail of a name begins: its last digits from one that is not 0; the end if it has none. */
function findTail(bytes: Uint8Array, start: number, end: number): number {
  let tail = end
  while (tail > start && end - tail < maxTailDigits && bytes[tail - 1] >= zero && bytes[tail - 1] <= zero + 9) tail--
  while (tail < end && bytes[tail] === zero) tail++
  return tail
}

/** Numbers byte sequences, each distinct one once, without a string for any. */
class TextInterner {
  #bytes = new Uint8Array(1024)
  #ends = new Uint32Array(256)
  /** Numbers + 1 by hash, 0 for a free slot. */
  #slots = new Uint32Array(1024)
  #count = 0

  intern(source: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ source[at], 0x01000193)
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask)
      if (this.#equals(this.#slots[slot] - 1, source, start, end)) return this.#slots[slot] - 1
    this.#slots[slot] = this.#add(source, start, end) + 1
    if (this.#count * 2 > this.#slots.length) this.#grow()
    return this.#count - 1
  }

  get texts(): TextColumns {
    const ends = this.#ends.slice(0, this.#count)
    return { bytes: this.#bytes.slice(0, this.#count === 0 ? 0 : ends[this.#count - 1]), ends }
  }

  #equals(number: number, source: Uint8Array, start: number, end: number): boolean {
    let at = number === 0 ? 0 : this.#ends[number - 1]
    if (this.#ends[number] - at !== end - start) return false
    for (let from = start; from < end; from++, at++) if (this.#bytes[at] !== source[from]) return false
    return true
  }

  #add(source: Uint8Array, start: number, end: number): number {
    const from = this.#count === 0 ? 0 : this.#ends[this.#count - 1]
    const to = from + end - start
    if (to > this.#bytes.length) {
      const bytes = new Uint8Array(Math.max(to, this.#bytes.length * 2))
      bytes.set(this.#bytes.subarray(0, from))
      this.#bytes = bytes
    }
    if (this.#count === this.#ends.length) {
      const ends = new Uint32Array(this.#count * 2)
      ends.set(this.#ends)
      this.#ends = ends
    }
    this.#bytes.set(source.subarray(start, end), from)
    this.#ends[this.#count] = to
    return this.#count++
  }

  #grow(): void {
    const mask = this.#slots.length * 4 - 1
    const slots = new Uint32Array(mask + 1)
    for (let number = 0; number < this.#count; number++) {
      let hash = 0x811c9dc5
      for (let at = number === 0 ? 0 : this.#ends[number - 1]; at < this.#ends[number]; at++)
        hash = Math.imul(hash ^ this.#bytes[at], 0x01000193)
      let slot = (hash ^ (hash >>> 15)) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}

/** Returns the numbers in the smallest array type that holds them. */
const narrow = (numbers: Uint32Array, count: number): Uint16Array | Uint32Array =>
  count <= 0x10000 ? Uint16Array.from(numbers) : numbers

/** Splits the names of elements; `nameOf` is the number of each element's name in `names`. */
export function splitNames(names: TextColumns, nameOf: Uint32Array): NameColumns {
  const count = names.ends.length
  if (count * minDistinctRatio < nameOf.length || count === 0)
    return { stems: names, stemOf: narrow(nameOf, count), tails: new Uint32Array(0) }
  const stems = new TextInterner()
  const stemOfName = new Uint32Array(count)
  const tailOfName = new Uint32Array(count)
  let hasTails = false
  let start = 0
  for (let name = 0; name < count; name++) {
    const end = names.ends[name]
    const tail = findTail(names.bytes, start, end)
    stemOfName[name] = stems.intern(names.bytes, start, tail)
    let value = 0
    for (let at = tail; at < end; at++) value = value * 10 + names.bytes[at] - zero
    tailOfName[name] = value
    hasTails ||= value > 0
    start = end
  }
  const { texts } = stems
  const stemOf = texts.ends.length <= 0x10000 ? new Uint16Array(nameOf.length) : new Uint32Array(nameOf.length)
  const tails = new Uint32Array(hasTails ? nameOf.length : 0)
  for (let element = 0; element < nameOf.length; element++) {
    stemOf[element] = stemOfName[nameOf[element]]
    if (hasTails) tails[element] = tailOfName[nameOf[element]]
  }
  return { stems: texts, stemOf, tails }
}

/** Returns a function that decodes the name of an element. */
export function createNameReader({ stems, stemOf, tails }: NameColumns): (element: number) => string {
  const table = createStringTable(stems)
  return (element) => {
    const stem = table.text(stemOf[element])
    return tails.length > 0 && tails[element] > 0 ? stem + String(tails[element]) : stem
  }
}
