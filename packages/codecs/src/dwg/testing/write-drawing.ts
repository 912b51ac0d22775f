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

/** A layout of a test: name of its tab, and the entities on its paper. */
export interface WrittenLayout {
  readonly name: string
  readonly entities: Iterable<WrittenEntity>
}

/** An object of a test that is not an entity of a block. */
export interface WrittenObject {
  readonly kind: number
  readonly handle: number
  readonly write: (writer: ObjectWriter) => void
}

/** What a written drawing has besides its tables and the entities of its model space. */
export interface WrittenContent {
  /** Entities of the block `Door`, at most 16. */
  readonly doorEntities?: Iterable<WrittenEntity>
  /** At most 14. */
  readonly layerNames?: readonly string[]
  /** At most 8, from release 2000 on. */
  readonly layouts?: readonly WrittenLayout[]
  /** Handle of the dictionary of the model space. */
  readonly dictionary?: number
  readonly objects?: readonly WrittenObject[]
  readonly sections?: Sections
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
  firstPaper: 0x80,
  firstLayout: 0xc0,
  firstEntity: 0x100,
} as const

/** Returns the handle of a layer by its index. */
export const getLayerHandle = (index: number): number => fixedHandles.layer + (index === 0 ? 0 : index + 1)
const getPaperHandle = (index: number): number => fixedHandles.firstPaper + 4 * index
const getLayoutHandle = (index: number): number => fixedHandles.firstLayout + index

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

/** Writes a drawing with entities in its model space. */
export function writeDrawing(
  release: DwgRelease,
  entities: Iterable<WrittenEntity>,
  {
    doorEntities = [],
    layerNames = ['Walls'],
    layouts = [],
    dictionary = 0,
    objects: others = [],
    sections = {},
  }: WrittenContent = {},
): Uint8Array {
  const section = new ObjectSection(release <= 2000 ? plainObjectsAt : sectionMark.length)
  const drawing = { release, section }
  addTables(drawing, layerNames, layouts.length)
  const door = addEntities(drawing, doorEntities, { first: fixedHandles.firstDoorEntity, owner: fixedHandles.door })
  addBlock(drawing, { name: 'Door', handle: fixedHandles.door, handles: door })
  const model = addEntities(drawing, entities, { first: fixedHandles.firstEntity, owner: 0 })
  addBlock(drawing, { name: '*Model_Space', handle: fixedHandles.modelSpace, handles: model, dictionary })
  addLayouts(drawing, layouts, fixedHandles.firstEntity + model.length)
  for (const { write, ...object } of others) addObject(drawing, object, write)
  const objects = release <= 2000 ? section.toBytes() : joinMark(section.toBytes())
  return writeContainer(release, { ...sections, 'AcDb:AcDbObjects': objects, 'AcDb:Handles': section.toMap() })
}

function joinMark(objects: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(sectionMark.length + objects.length)
  bytes.set(sectionMark)
  bytes.set(objects, sectionMark.length)
  return bytes
}

interface OpenDrawing {
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
  layout: 82,
} as const

function addObject(
  { release, section }: OpenDrawing,
  { kind, handle }: Omit<WrittenObject, 'write'>,
  write: WrittenObject['write'],
): void {
  const writer = new ObjectWriter(release, kind, handle)
  write(writer)
  section.add(handle, writer.toBytes())
}

function addTables(drawing: OpenDrawing, layerNames: readonly string[], layoutCount: number): void {
  addObject(drawing, { kind: kinds.blockControl, handle: fixedHandles.blockControl }, (writer) => {
    const papers = Array.from({ length: layoutCount }, (_, index) => getPaperHandle(index))
    // The model space and the paper space shown last are not counted.
    writer.writeObjectHeader().data.writeLong(Math.max(1, layoutCount))
    for (const paper of papers.slice(1)) writer.writeReference(paper)
    writer
      .writeReference(fixedHandles.door)
      .writeReference(fixedHandles.modelSpace)
      .writeReference(papers[0] ?? 0)
  })
  addObject(drawing, { kind: kinds.layerControl, handle: fixedHandles.layerControl }, (writer) => {
    writer.writeObjectHeader().data.writeLong(layerNames.length)
    for (const index of layerNames.keys()) writer.writeReference(getLayerHandle(index))
  })
  for (const [index, name] of layerNames.entries()) addLayer(drawing, name, index)
  addObject(drawing, { kind: kinds.style, handle: fixedHandles.style }, (writer) => {
    writer.writeObjectHeader().writeText('Notes').writeReferenceFlags()
    writer.data.writeBit(0).writeBit(0).writeDoubles(0, 1, 0).writeByte(0).writeDouble(2.5)
    writer.writeText('txt.shx').writeText('').writeReference(0)
  })
}

function addLayer(drawing: OpenDrawing, name: string, index: number): void {
  addObject(drawing, { kind: kinds.layer, handle: getLayerHandle(index) }, (writer) => {
    writer.writeObjectHeader(fixedHandles.layerControl).writeText(name).writeReferenceFlags()
    if (writer.release <= 14) writer.data.writeBit(0).writeBit(0).writeBit(0).writeBit(0)
    else writer.data.writeShort(16)
    writer.writeColor(index + 3).writeReference(0)
    const extraCount = [2000, 2007, 2013].filter((release) => writer.release >= release).length
    for (let left = 1 + extraCount; left > 0; left--) writer.writeReference(0)
  })
}

/** Adds layouts of A1 sheets, with the blocks of their entities. */
function addLayouts(drawing: OpenDrawing, layouts: readonly WrittenLayout[], firstEntity: number): void {
  let first = firstEntity
  for (const [index, { name, entities }] of layouts.entries()) {
    const [handle, layoutHandle] = [getPaperHandle(index), getLayoutHandle(index)]
    const handles = addEntities(drawing, entities, { first, owner: handle })
    first += handles.length
    addBlock(drawing, { name: `*Paper_Space${index === 0 ? '' : index - 1}`, handle, handles, layoutHandle })
    addObject(drawing, { kind: kinds.layout, handle: layoutHandle }, (writer) => writeLayout(writer, name, index))
  }
}

const [paperWidth, paperHeight] = [841, 594]

function writeLayout(writer: ObjectWriter, name: string, index: number): void {
  const { data, release } = writer
  writer.writeObjectHeader().writeText('').writeText('').data.writeShort(0)
  data.writeDoubles(0, 0, 0, 0, paperWidth, paperHeight)
  writer.writeText('')
  data.writeDoubles(0, 0).writeShort(1).writeShort(0)
  data.writeShort(0).writeDoubles(0, 0, 0, 0)
  if (release <= 2000) writer.writeText('')
  data.writeDoubles(1, 1)
  writer.writeText('').data.writeShort(0).writeDoubles(1, 0, 0)
  if (release >= 2004) data.writeShort(0).writeShort(0).writeShort(0)
  for (const since of [2004, 2007]) if (release >= since) writer.writeReference(0)
  writer.writeText(name).data.writeLong(index + 1)
  data.writeShort(0).writeDoubles(0, 0, 0).writeRawDoubles(0, 0, paperWidth, paperHeight)
  writer.writeReference(getPaperHandle(index))
}

/** Adds entities. Returns their handles. */
function addEntities(
  drawing: OpenDrawing,
  entities: Iterable<WrittenEntity>,
  { first, owner }: { readonly first: number; readonly owner: number },
): readonly number[] {
  const handles: number[] = []
  for (const { kind, write, options } of entities) {
    const handle = first + handles.length
    addObject(drawing, { kind, handle }, (writer) => {
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
  readonly layoutHandle?: number
}

/** Adds a BLOCK_HEADER with its BLOCK and its ENDBLK. */
function addBlock(drawing: OpenDrawing, { name, handle, handles, dictionary, layoutHandle = 0 }: WrittenBlock): void {
  addObject(drawing, { kind: kinds.block, handle: handle + 1 }, (writer) =>
    writer.writeEntityHeader({ owner: handle }).writeText(name),
  )
  addObject(drawing, { kind: kinds.endBlock, handle: handle + 2 }, (writer) =>
    writer.writeEntityHeader({ owner: handle }),
  )
  addObject(drawing, { kind: kinds.blockHeader, handle }, (writer) => {
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
    if (release >= 2000) writer.writeReference(layoutHandle)
  })
}
