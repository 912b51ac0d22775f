import type { BlockHeader } from '../../drawing/index.js'
import { DxfBlock, type BlockSource } from '../dxf-block.js'
import type { DxfLookup } from '../dxf-lookup.js'
import type { DrawingIndex, EntityIndex } from '../file/drawing-index.js'
import { NumberList } from '../file/number-list.js'
import type { DxfRecord } from '../groups/group-table.js'
import { limits } from '../limits.js'
import type { RecordStore } from '../record-store.js'
import { readEntryName } from './table-entries.js'

const [modelSpace, paperSpace] = ['*Model_Space', '*Paper_Space']
/** Names of the spaces in old drawings, in capitals. */
const spaceNames: Readonly<Partial<Record<string, string>>> = {
  $MODEL_SPACE: modelSpace,
  '*MODEL_SPACE': modelSpace,
  $PAPER_SPACE: paperSpace,
  '*PAPER_SPACE': paperSpace,
}
const toBlockName = (name: string): string => spaceNames[name.toUpperCase()] ?? name

const blockFlag = { external: 4, overlay: 8 } as const
const code = { path: 1, handle: 5, base: 10, flags: 70, owner: 330, layout: 340 } as const

/** What a BLOCK_RECORD states. */
interface TableRecord {
  readonly name: string
  readonly handle: number
  readonly layoutHandle: number
  readonly dictionaryHandle: number
}

/** What blocks are read from. */
interface DrawingParts {
  readonly index: DrawingIndex
  readonly store: RecordStore
  readonly lookup: DxfLookup
}

/** Reads the block definitions, and distributes the entities of the spaces. */
export function readBlocks({ index, store, lookup }: DrawingParts, source: BlockSource): DxfBlock[] {
  const sources = { records: readTableRecords(index, store), lookup }
  const headers: { header: BlockHeader; entities: EntityIndex }[] = index.blocks
    .slice(0, limits.blocks)
    .flatMap(({ position, positions, handles }) => {
      const header = store.read(position, (record) => readHeader(record, sources))
      return header ? [{ header, entities: { positions, handles } }] : []
    })
  nameModelSpace(index, headers)
  for (const name of [modelSpace, paperSpace])
    if (!headers.some(({ header }) => header.name === name))
      headers.push({ header: createHeader(name, sources), entities: noEntities })
  const spaces = distributeEntities(
    index,
    headers.map(({ header }) => header),
    store,
  )
  return headers.map(({ header, entities }) => {
    const others = spaces.get(header)
    return new DxfBlock(header, others ? joinEntities(entities, others) : entities, source)
  })
}

/** Some programs name the model space otherwise: it is the block that owns the entities outside of paper space. */
function nameModelSpace({ space }: DrawingIndex, blocks: { header: BlockHeader }[]): void {
  if (blocks.some(({ header }) => header.name === modelSpace)) return
  const owner = space.owners[space.paperFlags.indexOf(0)] ?? 0
  const block = owner === 0 ? undefined : blocks.find(({ header }) => header.handle === owner)
  if (block) block.header = { ...block.header, name: modelSpace }
}

const noEntities: EntityIndex = { positions: new Float64Array(0), handles: new Float64Array(0) }

function readTableRecords(index: DrawingIndex, store: RecordStore): ReadonlyMap<string, TableRecord> {
  const records = new Map<string, TableRecord>()
  for (const position of index.records.get('BLOCK_RECORD') ?? []) {
    const record = store.read(position, readTableRecord)
    if (record) records.set(record.name.toUpperCase(), record)
  }
  return records
}

const readTableRecord = (record: DxfRecord): TableRecord => ({
  name: toBlockName(readEntryName(record)),
  handle: record.groups.readHandle(code.handle),
  layoutHandle: record.groups.readHandle(code.layout),
  dictionaryHandle: record.dictionaryHandle,
})

function readHeader({ groups }: DxfRecord, sources: HeaderSources): BlockHeader {
  const flags = groups.readInteger(code.flags)
  const isExternal = (flags & (blockFlag.external | blockFlag.overlay)) !== 0
  const header = createHeader(toBlockName(groups.readText(2)), sources, groups.readHandle(code.owner))
  return {
    ...header,
    basePoint: groups.readPoint(code.base),
    isExternal,
    isOverlay: (flags & blockFlag.overlay) !== 0,
    path: isExternal ? groups.readText(code.path) : '',
  }
}

/** What the headers of blocks are made from. */
interface HeaderSources {
  /** Table records by their names in capitals. */
  readonly records: ReadonlyMap<string, TableRecord>
  readonly lookup: DxfLookup
}

function createHeader(name: string, { records, lookup }: HeaderSources, ownerHandle = 0): BlockHeader {
  const record = records.get(name.toUpperCase())
  // A block without a record of its own may state that of another block.
  const handle = record?.handle ?? (records.size === 0 ? ownerHandle : 0)
  return {
    name,
    handle: handle || lookup.createHandle(),
    basePoint: [0, 0, 0],
    layoutHandle: record?.layoutHandle ?? 0,
    dictionaryHandle: record?.dictionaryHandle ?? 0,
    isExternal: false,
    isOverlay: false,
    path: '',
  }
}

interface EntityLists {
  readonly positions: NumberList
  readonly handles: NumberList
}

/**
 * Distributes the entities of the spaces to the blocks that own them. Where no block is stated, a flag tells the space.
 * Entities that other entities own are counted as unread.
 */
function distributeEntities(
  index: DrawingIndex,
  headers: readonly BlockHeader[],
  store: RecordStore,
): ReadonlyMap<BlockHeader, EntityLists> {
  const byHandle = new Map(headers.map((header) => [header.handle, header]))
  const [model, paper] = [modelSpace, paperSpace].map((name) => headers.find((header) => header.name === name))
  const spaces = new Map<BlockHeader, EntityLists>()
  const { positions, handles, owners, paperFlags } = index.space
  let entityHandles: ReadonlySet<number> | null = null
  for (let at = 0; at < positions.length; at++) {
    let header = owners[at] === 0 ? undefined : byHandle.get(owners[at])
    if (!header) {
      entityHandles ??= new Set(owners.every((owner) => owner === 0) ? [] : handles)
      if (!entityHandles.has(owners[at])) header = paperFlags[at] === 0 ? model : paper
    }
    if (!header) {
      store.countUnread(positions[at], { name: store.readName(positions[at]), isEntity: true })
      continue
    }
    let lists = spaces.get(header)
    if (!lists) {
      lists = { positions: new NumberList(), handles: new NumberList() }
      spaces.set(header, lists)
    }
    lists.positions.push(positions[at])
    lists.handles.push(handles[at])
  }
  return spaces
}

function joinEntities(first: EntityIndex, second: EntityLists): EntityIndex {
  return {
    positions: join(first.positions, second.positions.toArray()),
    handles: join(first.handles, second.handles.toArray()),
  }
}

function join(first: Float64Array, second: Float64Array): Float64Array {
  if (first.length === 0) return second
  const numbers = new Float64Array(first.length + second.length)
  numbers.set(first)
  numbers.set(second, first.length)
  return numbers
}
