import type { DwgLookup } from './entities/dwg-lookup.js'
import { readEntityHeader } from './entities/header.js'
import type { ObjectStore } from './file/object-store.js'
import type { BlockHeader } from './objects/block-header.js'

const attributeKind = 2
const ownerForm = { paper: 1, model: 2 } as const
const [modelSpace, paperSpace] = ['*Model_Space', '*Paper_Space']
/** Handles of spaces whose headers are missing; no object of a file has them. */
const [modelHandle, paperHandle] = [-1, -2]

/**
 * Returns the blocks of a damaged drawing: those before 2004, and those whose headers are missing, with the entities
 * that state to belong to them.
 */
export function salvageBlocks(
  store: ObjectStore,
  lookup: DwgLookup,
  headers: readonly BlockHeader[],
): readonly BlockHeader[] {
  const handlesByOwner = groupByOwner(store, lookup, headers)
  const complete = headers.map((header): BlockHeader => {
    const listed = 'handles' in header.owned ? header.owned.handles : [0]
    // A list without gaps does not contain what was erased; a chain ends where one of its entities is missing.
    if (!listed.includes(0)) return header
    const handles = new Set([...listed, ...(handlesByOwner.get(header.handle) ?? [])])
    handles.delete(0)
    return { ...header, owned: { handles: [...handles] } }
  })
  const presentHandles = new Set(headers.map(({ handle }) => handle))
  const missing = [...handlesByOwner].flatMap(([owner, handles]) =>
    // Attributes and the like belong to entities, which are there.
    presentHandles.has(owner) || isEntity(store, owner) ? [] : [createHeader(owner, handles)],
  )
  return [...complete, ...missing]
}

const isEntity = (store: ObjectStore, handle: number): boolean => store.getDecoder(store.findKind(handle)) !== null

function groupByOwner(
  store: ObjectStore,
  lookup: DwgLookup,
  headers: readonly BlockHeader[],
): ReadonlyMap<number, readonly number[]> {
  const findSpace = (name: string): number | undefined =>
    headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.handle
  const [model, paper] = [findSpace(modelSpace) ?? modelHandle, findSpace(paperSpace) ?? paperHandle]
  const groups = new Map<number, number[]>()
  for (const [row, handle] of store.map.handles.entries()) {
    const kind = store.kinds[row]
    if (kind === attributeKind || !store.getDecoder(kind)) continue
    const owner = store.read(handle, (reader) => {
      readEntityHeader(reader, lookup, '')
      if (reader.ownerForm === ownerForm.model) return model
      return reader.ownerForm === ownerForm.paper ? paper : reader.ownerHandle
    })
    if (owner === null) continue
    const group = groups.get(owner)
    if (group) group.push(handle)
    else groups.set(owner, [handle])
  }
  return groups
}

const spaceNames = new Map([
  [modelHandle, modelSpace],
  [paperHandle, paperSpace],
])

function createHeader(owner: number, handles: readonly number[]): BlockHeader {
  return {
    handle: owner,
    name: spaceNames.get(owner) ?? `*U${owner}`,
    basePoint: [0, 0, 0],
    path: '',
    isExternal: false,
    isOverlay: false,
    layoutHandle: 0,
    owned: { handles },
    beginHandle: 0,
    dictionaryHandle: 0,
  }
}
