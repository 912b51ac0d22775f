import {
  decodeSheetEntities,
  decodeSheetFills,
  decodeSheetLines,
  decodeSheetTexts,
  readSheetInfo,
  type SheetEntities,
  type SheetFills,
  type SheetInfo,
  type SheetLines,
  type SheetTexts,
} from '@kamar/package-format/sheets'
import { decodePropertyBlock, sheetFolder, type Manifest } from '@kamar/package-format/read'
import type { PropertySet } from '@kamar/core'
import type { PackageLoader } from '../engine/types.js'
import { asViewerError, ViewerError } from '../engine/errors.js'
import type { SheetEntityInfo } from './sheet-api.js'

/** Sheet with its drawing data. */
export interface LoadedSheet {
  readonly number: number
  readonly info: SheetInfo
  readonly lines: readonly SheetLines[]
  readonly fills: SheetFills | null
  readonly texts: SheetTexts | null
}

/** Fetches the sheets of a package, each once. */
export class SheetFiles {
  readonly manifest: Manifest
  readonly #loader: PackageLoader
  /** All sheets of a package are in the same folder. */
  readonly #folder: string
  readonly #abort = new AbortController()
  readonly #sheets = new Map<number, Promise<LoadedSheet>>()
  readonly #entities = new Map<number, Promise<SheetEntities>>()

  constructor(manifest: Manifest, loader: PackageLoader) {
    this.manifest = manifest
    this.#loader = loader
    this.#folder = manifest.sheets?.[0] ? sheetFolder(manifest.sheets[0]) : ''
  }

  /** Cancels all pending fetches. */
  dispose(): void {
    this.#abort.abort()
  }

  /** Loads a sheet; rejects with a `ViewerError`. */
  sheet(number: number): Promise<LoadedSheet> {
    return remembered(this.#sheets, number, () => this.#load(number))
  }

  /** Loads the sheet and all that are visible through its viewports, by number. */
  async withShown(number: number): Promise<ReadonlyMap<number, LoadedSheet>> {
    const first = await this.sheet(number)
    const count = this.manifest.sheets?.length ?? 0
    const others = new Set(
      first.info.viewports.flatMap(({ shows }) => (shows === null || shows >= count ? [] : [shows])),
    )
    others.delete(number)
    const loaded = await Promise.all([...others].map((other) => this.sheet(other)))
    return new Map([first, ...loaded].map((sheet) => [sheet.number, sheet]))
  }

  async entities(number: number): Promise<SheetEntities> {
    const { info } = await this.sheet(number)
    return remembered(this.#entities, number, async () =>
      decodeSheetEntities(await this.bytes(info.entityFile), info.layers.length),
    )
  }

  /** Fetches the inspector rows of one entity. */
  async fetchSets(number: number, entity: number): Promise<readonly PropertySet[]> {
    const { info } = await this.sheet(number)
    const entities = await this.entities(number)
    const sets: PropertySet[] = []
    for (const set of entities.sets(entity)) {
      const block = entities.blockStart.findLastIndex((first) => first <= set)
      const path = info.propertyFiles[block]
      if (path !== undefined) sets.push(decodePropertyBlock(await this.bytes(path)).set(set))
    }
    return sets
  }

  /** Fetches the data of one entity. */
  async fetchEntityInfo(number: number, entity: number): Promise<SheetEntityInfo> {
    const { info } = await this.sheet(number)
    const entities = await this.entities(number)
    return {
      sheet: number,
      entity,
      handle: entities.handle(entity),
      type: entities.type(entity),
      name: entities.name(entity),
      layer: info.layers[entities.layer[entity]]?.name ?? '',
      sets: await this.fetchSets(number, entity),
    }
  }

  /** Fetches the bytes of a file that a sheet references. */
  async bytes(path: string): Promise<Uint8Array> {
    return this.#fetch(this.#folder + path)
  }

  async #fetch(path: string): Promise<Uint8Array> {
    const bytes = await this.#loader.fetchFile(path, this.#abort.signal)
    return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
  }

  async #load(number: number): Promise<LoadedSheet> {
    const entry = this.manifest.sheets?.[number]
    if (entry === undefined) throw new ViewerError('package-damaged', `sheet ${number}`)
    try {
      const info = readSheetInfo(JSON.parse(new TextDecoder().decode(await this.#fetch(entry.path))))
      const [fills, texts, ...lines] = await Promise.all([
        info.fillFile === null ? null : this.bytes(info.fillFile),
        info.textFile === null ? null : this.bytes(info.textFile),
        ...info.lineFiles.map((path) => this.bytes(path)),
      ])
      return {
        number,
        info,
        lines: lines.map((bytes) => decodeSheetLines(bytes ?? new Uint8Array(0), info)),
        fills: fills && decodeSheetFills(fills, info),
        texts: texts && decodeSheetTexts(texts, info),
      }
    } catch (error) {
      throw error instanceof RangeError || error instanceof SyntaxError
        ? new ViewerError('package-damaged', entry.path, { cause: error })
        : asViewerError(error, 'fetch-failed')
    }
  }
}

/** Caches pending and completed fetches; failed ones may be retried. */
function remembered<Value>(
  cache: Map<number, Promise<Value>>,
  key: number,
  make: () => Promise<Value>,
): Promise<Value> {
  let value = cache.get(key)
  if (value === undefined) {
    value = make()
    cache.set(key, value)
    value.catch(() => cache.delete(key))
  }
  return value
}
