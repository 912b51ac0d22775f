import { tryRead } from './container/try-read.js'
import { decodersByName } from './entities/decoders.js'
import { DwgLookup } from './entities/dwg-lookup.js'
import { readEntityHeader } from './entities/header.js'
import type { DwgClass } from './file/classes.js'
import type { ObjectStore } from './file/object-store.js'
import { readBlockHeader } from './objects/block-header.js'
import type { ObjectReader } from './bits/object-reader.js'

const firstClassNumber = 500
const blockHeaderKind = 49
/** Start of the names of blocks with the lines of tables. */
const tableBlockPrefix = '*T'
/** Max objects of a kind that are tried. */
const maxTrials = 50
/** Min ratio of the tried objects that must be of a class: single ones may be damaged. */
const minMatchRatio = 0.9

/** Classes whose objects are read to their last bits, which no other class of the samples does. */
const exactNames = ['MULTILEADER', 'LWPOLYLINE', 'HATCH', 'MESH', 'ARC_DIMENSION', 'PDFUNDERLAY', 'IMAGE'] as const

/**
 * Recognizes the classes of entities whose names are missing in a damaged drawing: by decoders that end on the last bits
 * of data and references, and tables by their blocks.
 */
export function recognizeClasses(store: ObjectStore): ReadonlyMap<number, DwgClass> {
  return new ClassTrials(store).run()
}

/** Records what an entity refers to. */
class RecordingLookup extends DwgLookup {
  definitionHandle = 0
  blockHandle = 0

  override findFileName(handle: number): string {
    this.definitionHandle = handle
    return ''
  }

  override findBlock(handle: number): null {
    this.blockHandle = handle
    return null
  }
}

class ClassTrials {
  readonly #store: ObjectStore
  readonly #lookup: RecordingLookup
  readonly #classes = new Map<number, DwgClass>()

  constructor(store: ObjectStore) {
    this.#store = store
    this.#lookup = new RecordingLookup(store, new Map(), { transparency: 0, font: 0 })
  }

  run(): ReadonlyMap<number, DwgClass> {
    for (const [kind, handles] of this.#groupHandles()) {
      const name = this.#recognize(handles)
      if (name !== null) this.#add(kind, name, true)
    }
    return this.#classes
  }

  /** Returns handles of some objects of each kind that has no class. */
  #groupHandles(): ReadonlyMap<number, readonly number[]> {
    const { kinds, classes, map } = this.#store
    const groups = new Map<number, number[]>()
    for (const [row, kind] of kinds.entries()) {
      if (kind < firstClassNumber || classes.has(kind)) continue
      const group = groups.get(kind)
      if (!group) groups.set(kind, [map.handles[row]])
      else if (group.length < maxTrials) group.push(map.handles[row])
    }
    return groups
  }

  #recognize(handles: readonly number[]): string | null {
    const counts = new Map<string, number>()
    for (const handle of handles) {
      const name = this.#match(handle)
      if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    const best = [...counts].find(([, count]) => count >= minMatchRatio * handles.length)
    return best?.[0] ?? null
  }

  /** Returns the class that an object matches. */
  #match(handle: number): string | null {
    const name = exactNames.find((candidate) => this.#try(handle, candidate, (reader) => reader.isAtEnd))
    if (name === 'IMAGE') return this.#toRasterName()
    return name ?? (this.#try(handle, 'ACAD_TABLE', () => this.#isTableBlock()) ? 'ACAD_TABLE' : null)
  }

  #try(handle: number, name: string, isMatch: (reader: ObjectReader) => boolean): boolean {
    const matches = this.#store.read(handle, (reader) =>
      tryRead(() => {
        decodersByName[name]?.(reader, readEntityHeader(reader, this.#lookup, name), this.#lookup)
        return isMatch(reader)
      }),
    )
    return matches === true
  }

  /** An IMAGE refers to its definition, whose class it names; a WIPEOUT has the same layout and none. */
  #toRasterName(): string {
    const { definitionHandle } = this.#lookup
    if (definitionHandle === 0) return 'WIPEOUT'
    const kind = this.#store.findKind(definitionHandle)
    if (kind >= firstClassNumber) this.#add(kind, 'IMAGEDEF', false)
    return 'IMAGE'
  }

  #isTableBlock(): boolean {
    const { blockHandle } = this.#lookup
    if (this.#store.findKind(blockHandle) !== blockHeaderKind) return false
    return this.#store.read(blockHandle, readBlockHeader)?.name.startsWith(tableBlockPrefix) === true
  }

  #add(number: number, name: string, isEntity: boolean): void {
    if (!this.#store.classes.has(number)) this.#classes.set(number, { number, name, isEntity })
  }
}
