import type { DwgRelease } from '../release.js'
import { BitWriter } from './bit-writer.js'
import { ObjectWriter, writeModularByte, type EntityOptions } from './object-writer.js'
import { plainObjectsAt, writeContainer, type Sections } from './write-container.js'

/** All releases that are read. */
export const releases = [13, 14, 2000, 2004, 2007, 2010, 2013, 2018] as const satisfies readonly DwgRelease[]

/** An entity of a test: number of its kind, and what follows its header. */
export interface WrittenEntity {
  readonly kind: number
  readonly write: (writer: ObjectWriter) => void
  readonly options?: EntityOptions
}

/** Handles of the objects that every written drawing has. */
export const fixedHandles = {
  blockControl: 1,
  layerControl: 2,
  layer: 0x10,
  style: 0x11,
  modelSpace: 0x20,
  door: 0x40,
  firstDoorEntity: 0x50,
  firstEntity: 0x100,
} as const

/** Objects of a drawing, one behind another, and their positions. */
class ObjectSection {
  readonly #base: number
  readonly #rows: [handle: number, position: number][] = []
  #bytes = new Uint8Array(4096)
  #size = 0

  constructor(base: number) {
    this.#base = base
  }

  add(handle: number, bytes: Uint8Array): void {
    while (this.#size + bytes.length > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#rows.push([handle, this.#base + this.#size])
    this.#bytes.set(bytes, this.#size)
    this.#size += bytes.length
  }

  toBytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  toMap(): Uint8Array {
    return writeObjectMap(this.#rows.toSorted(([a], [b]) => a - b))
  }
}

/** First bytes of the objects since 2004. */
const sectionMark = [0xca, 0x0d, 0, 0]
const maxMapPageBytes = 2000

/** Writes an object map from handles, ascending, and positions. */
export function writeObjectMap(rows: readonly (readonly [handle: number, position: number])[]): Uint8Array {
  const map = new BitWriter()
  let page = new BitWriter()
  let [lastHandle, lastPosition] = [0, 0]
  const endPage = (): void => {
    const bytes = page.toBytes()
    const size = bytes.length + 2
    map.writeByte(size >> 8).writeByte(size)
    map.append(page).writeRawShort(0)
    page = new BitWriter()
    lastHandle = 0
    lastPosition = 0
  }
  for (const [handle, position] of rows) {
    if (page.position / 8 > maxMapPageBytes) endPage()
    writeModularByte(page, handle - lastHandle)
    writeSignedModularByte(page, position - lastPosition)
    lastHandle = handle
    lastPosition = position
  }
  endPage()
  return map.writeByte(0).writeByte(2).writeRawShort(0).toBytes()
}

function writeSignedModularByte(bits: BitWriter, value: number): void {
  let rest = Math.abs(value)
  for (; rest > 0x3f; rest = Math.floor(rest / 0x80)) bits.writeByte((rest & 0x7f) | 0x80)
  bits.writeByte(value < 0 ? rest | 0x40 : rest)
}

/** An object of a test that is not an entity of a block. */
export interface WrittenObject {
  readonly kind: number
  readonly handle: number
  readonly write: (writer: ObjectWriter) => void
}

/** What a written drawing has besides its model space. */
export interface WrittenContent {
  readonly doorEntities?: Iterable<WrittenEntity>
  /** Handle of the dictionary of the model space. */
  readonly dictionary?: number
  readonly objects?: readonly WrittenObject[]
  readonly sections?: Sections
}

/** Writes a drawing with entities in its model space, and others in a block named `Door`. */
export function writeDrawing(
  release: DwgRelease,
  entities: Iterable<WrittenEntity>,
  { doorEntities = [], dictionary = 0, objects: others = [], sections = {} }: WrittenContent = {},
): Uint8Array {
  const section = new ObjectSection(release <= 2000 ? plainObjectsAt : sectionMark.length)
  const drawing = { release, section }
  addTables(drawing)
  const door = addEntities(drawing, doorEntities, { first: fixedHandles.firstDoorEntity, owner: fixedHandles.door })
  addBlock(drawing, { name: 'Door', handle: fixedHandles.door, handles: door })
  const model = addEntities(drawing, entities, { first: fixedHandles.firstEntity, owner: 0 })
  addBlock(drawing, { name: '*Model_Space', handle: fixedHandles.modelSpace, handles: model, dictionary })
  for (const { kind, handle, write } of others) addObject(drawing, [kind, handle], write)
  const objects = release <= 2000 ? section.toBytes() : joinMark(section.toBytes())
  return writeContainer(release, { ...sections, 'AcDb:AcDbObjects': objects, 'AcDb:Handles': section.toMap() })
}

function joinMark(objects: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(sectionMark.length + objects.length)
  bytes.set(sectionMark)
  bytes.set(objects, sectionMark.length)
  return bytes
}

interface WrittenObjects {
  readonly release: DwgRelease
  readonly section: ObjectSection
}

const kinds = {
  block: 4,
  endBlock: 5,
  blockControl: 48,
  blockHeader: 49,
  layerControl: 50,
  layer: 51,
  style: 53,
} as const

function addObject(
  { release, section }: WrittenObjects,
  [kind, handle]: readonly [kind: number, handle: number],
  write: (writer: ObjectWriter) => void,
): void {
  const writer = new ObjectWriter(release, kind, handle)
  write(writer)
  section.add(handle, writer.toBytes())
}

function addTables(drawing: WrittenObjects): void {
  addObject(drawing, [kinds.blockControl, fixedHandles.blockControl], (writer) => {
    writer.writeObjectHeader().data.writeLong(1)
    writer.writeReference(fixedHandles.door).writeReference(fixedHandles.modelSpace).writeReference(0)
  })
  addObject(drawing, [kinds.layerControl, fixedHandles.layerControl], (writer) => {
    writer.writeObjectHeader().data.writeLong(1)
    writer.writeReference(fixedHandles.layer)
  })
  addObject(drawing, [kinds.layer, fixedHandles.layer], (writer) => {
    writer.writeObjectHeader(fixedHandles.layerControl).writeText('Walls').writeReferenceFlags()
    if (writer.release <= 14) writer.data.writeBit(0).writeBit(0).writeBit(0).writeBit(0)
    else writer.data.writeShort(16)
    writer.writeColor(3).writeReference(0)
    const extraCount = [2000, 2007, 2013].filter((release) => writer.release >= release).length
    for (let left = 1 + extraCount; left > 0; left--) writer.writeReference(0)
  })
  addObject(drawing, [kinds.style, fixedHandles.style], (writer) => {
    writer.writeObjectHeader().writeText('Notes').writeReferenceFlags()
    writer.data.writeBit(0).writeBit(0).writeDoubles(0, 1, 0).writeByte(0).writeDouble(2.5)
    writer.writeText('txt.shx').writeText('').writeReference(0)
  })
}

/** Adds entities. Returns their handles. */
function addEntities(
  drawing: WrittenObjects,
  entities: Iterable<WrittenEntity>,
  { first, owner }: { readonly first: number; readonly owner: number },
): readonly number[] {
  const handles: number[] = []
  for (const { kind, write, options } of entities) {
    const handle = first + handles.length
    addObject(drawing, [kind, handle], (writer) => {
      writer.writeEntityHeader({ owner, layer: fixedHandles.layer, ...options })
      write(writer)
    })
    handles.push(handle)
  }
  return handles
}

interface WrittenBlock {
  readonly name: string
  readonly handle: number
  readonly handles: readonly number[]
  readonly dictionary?: number
}

/** Adds a BLOCK_HEADER with its BLOCK and its ENDBLK. */
function addBlock(drawing: WrittenObjects, { name, handle, handles, dictionary = 0 }: WrittenBlock): void {
  addObject(drawing, [kinds.block, handle + 1], (writer) => writer.writeEntityHeader({ owner: handle }).writeText(name))
  addObject(drawing, [kinds.endBlock, handle + 2], (writer) => writer.writeEntityHeader({ owner: handle }))
  addObject(drawing, [kinds.blockHeader, handle], (writer) => {
    const { release, data } = writer
    writer.writeObjectHeader(fixedHandles.blockControl, dictionary).writeText(name).writeReferenceFlags()
    for (let left = release >= 2000 ? 5 : 4; left > 0; left--) data.writeBit(0)
    if (release >= 2004) data.writeLong(handles.length)
    data.writeDoubles(0, 0, 0)
    writer.writeText('')
    if (release >= 2000) {
      data.writeByte(0)
      writer.writeText('').data.writeLong(0)
    }
    if (release >= 2007) data.writeShort(4).writeBit(1).writeByte(0)
    writer.writeReference(0).writeReference(handle + 1)
    const listed = release >= 2004 ? handles : [handles[0] ?? 0, handles.at(-1) ?? 0]
    for (const owned of listed) writer.writeReference(owned)
    writer.writeReference(handle + 2)
    if (release >= 2000) writer.writeReference(0)
  })
}
