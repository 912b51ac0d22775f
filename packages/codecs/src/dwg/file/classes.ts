import { ObjectReader } from '../bits/object-reader.js'
import type { DwgContainer } from '../container/container.js'

/** A class of custom objects. */
export interface DwgClass {
  readonly number: number
  /** Name of its objects in a DXF. */
  readonly name: string
  readonly isEntity: boolean
}

const sentinelBytes = 16
const entityClass = 0x1f2
const firstClassNumber = 500
const maxClasses = 0x7fff

/** Reads the classes of a drawing, by number (Open Design Specification, section 10). */
export function readClasses(container: DwgContainer): ReadonlyMap<number, DwgClass> {
  const classes = new Map<number, DwgClass>()
  const section = container.readSection('AcDb:Classes')
  if (!section || section.length <= sentinelBytes) return classes
  const reader = new ObjectReader(section, container.release, container.codePage)
  reader.moveTo(sentinelBytes, section.length - sentinelBytes)
  const end = openClassStream(reader, container)
  while (reader.position < end - 8 && classes.size < maxClasses) {
    const number = reader.readShort() & 0xffff
    if (number < firstClassNumber) break
    reader.readShort()
    reader.readText()
    reader.readText()
    const name = reader.readText()
    // The texts are cut off; classes without names are recognized by their objects.
    if (name === '') break
    reader.readBit()
    const isEntity = (reader.readShort() & 0xffff) === entityClass
    if (container.release >= 2004) for (let left = 5; left > 0; left--) reader.readLong()
    classes.set(number, { number, name, isEntity })
  }
  return classes
}

/** Moves to the first class. Returns where the last one ends, bits. */
function openClassStream(reader: ObjectReader, { release, maintenance }: DwgContainer): number {
  const byteCount = reader.readRawLong()
  if (release >= 2018 || (release >= 2010 && maintenance > 3)) reader.readRawLong()
  const { position } = reader
  if (release < 2007) {
    if (release >= 2004) {
      reader.readShort()
      reader.readByte()
      reader.readByte()
      reader.readBit()
    }
    return position + byteCount * 8
  }
  const end = reader.openTexts(position + reader.readRawLong())
  reader.readLong()
  reader.readBit()
  return end
}
