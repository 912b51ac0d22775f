import {
  changesInWindows,
  pairSheets,
  sameSheet,
  type ChangeCounts,
  type SheetBox,
  type SheetChange,
  type SheetComparison,
  type SheetPair,
} from '@kamar/comparison'
import { readManifest, type Manifest, type ManifestSheet } from '@kamar/package-format/read'
import { readSheetInfo, sheetFingerprintsPath, type SheetInfo } from '@kamar/package-format/sheets'
import type { ComparedPick, ComparedSide, PackageLoader } from '@kamar/viewer'
import { createObservable, type Observable } from '../../../../platform/observable.js'
import type { ComparedUrns } from '../compare-packages.js'
import type { SheetFilesRead } from './read-compared-sheet.js'
import { type SheetComparer, startSheetComparer } from './sheet-comparer.js'

/** One change in the list: on the sheet itself, or inside one of its viewports. */
export interface ListedChange {
  readonly change: SheetChange
  /** Its location on the open sheet; null when none of it is drawn. */
  readonly box: SheetBox | null
  /** The entity in the versions that have it. */
  readonly picks: readonly ComparedPick[]
}

/** A sheet of one or both versions, with its changes once they are known. */
export interface ComparedPair extends SheetPair {
  readonly name: string
  /** Name in the older version, if different. */
  readonly nameBefore: string | null
  readonly kind: ManifestSheet['kind']
  readonly comparison: SheetComparison | null
  readonly changes: readonly ListedChange[]
  readonly counts: ChangeCounts | null
  /** Extents of everything on the sheet, in the newer version where there is one. */
  readonly extents: SheetBox | null
}

/** One version of a drawing. */
export interface DrawingVersion {
  readonly urn: string
  readonly loader: PackageLoader
  readonly manifest: Manifest
}

export interface DrawingState {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly error: unknown
  readonly versions: Readonly<Record<ComparedSide, DrawingVersion>> | null
  /** In the newer version's order; removed sheets come last. */
  readonly pairs: readonly ComparedPair[]
}

export const startOfDrawing: DrawingState = { status: 'loading', error: null, versions: null, pairs: [] }

/** Package source and sheet comparer. */
export interface DrawingDependencies {
  readonly createSource: (urn: string) => PackageLoader
  readonly startComparer: () => SheetComparer
}

type Infos = Readonly<Record<ComparedSide, Map<number, SheetInfo>>>

/**
 * Comparison of all sheets of two versions, model spaces first, because layouts include changes of their model space.
 */
export class DrawingDifferences {
  readonly state: Observable<DrawingState> = createObservable(startOfDrawing)
  readonly #urns: ComparedUrns
  readonly #parts: DrawingDependencies
  #ending = new AbortController()
  #infos: Infos = { older: new Map(), newer: new Map() }

  constructor(urns: ComparedUrns, parts: Pick<DrawingDependencies, 'createSource'> & Partial<DrawingDependencies>) {
    this.#urns = urns
    this.#parts = { startComparer: startSheetComparer, ...parts }
  }

  /** Compares the sheets and publishes results as they become available. Failures are in the state. */
  async start(): Promise<void> {
    this.#ending.abort()
    this.#ending = new AbortController()
    const { signal } = this.#ending
    this.#infos = { older: new Map(), newer: new Map() }
    this.state.set(startOfDrawing)
    const comparer = this.#parts.startComparer()
    signal.addEventListener('abort', () => comparer.close(), { once: true })
    try {
      await this.#compareAll(comparer, signal)
      this.#change(signal, { status: 'ready' })
    } catch (error) {
      this.#change(signal, { status: 'failed', error })
    } finally {
      comparer.close()
    }
  }

  dispose(): void {
    this.#ending.abort()
  }

  async #compareAll(comparer: SheetComparer, signal: AbortSignal): Promise<void> {
    const [older, newer] = await Promise.all([
      this.#version(this.#urns.older, signal),
      this.#version(this.#urns.newer, signal),
    ])
    const versions = { older, newer }
    const sheets = { older: older.manifest.sheets ?? [], newer: newer.manifest.sheets ?? [] }
    const pairs = pairSheets(sheets.older, sheets.newer).map((pair) => uncompared(pair, sheets))
    this.#change(signal, { versions, pairs })
    const order = pairs.map((_, number) => number).sort((one, other) => rank(pairs[one]) - rank(pairs[other]))
    for (const number of order) {
      const pair = pairs[number]
      if (!pair) continue
      const comparison = await this.#compare(pair, { versions, comparer, signal })
      signal.throwIfAborted()
      pairs[number] = this.#compared(pair, comparison, pairs)
      this.#change(signal, { pairs: [...pairs] })
    }
  }

  async #version(urn: string, signal: AbortSignal): Promise<DrawingVersion> {
    const loader = this.#parts.createSource(urn)
    return { urn, loader, manifest: readManifest(await loader.fetchManifest(signal)) }
  }

  async #compare(pair: SheetPair, { versions, comparer, signal }: Comparing): Promise<SheetComparison> {
    const { older, newer } = versions
    const loadInfo = (side: ComparedSide, number: number | null): Promise<SheetInfo | null> =>
      this.#info(versions[side], side, { number, signal })
    const [oldInfo, newInfo] = await Promise.all([loadInfo('older', pair.before), loadInfo('newer', pair.after)])
    if (newInfo && areFilesSame(pair, older.manifest, newer.manifest)) return sameSheet(newInfo.counts.entities)
    const [before, after] = await Promise.all([
      oldInfo && readFiles(older, oldInfo, { number: pair.before, signal }),
      newInfo && readFiles(newer, newInfo, { number: pair.after, signal }),
    ])
    return comparer.compare({ older: before, newer: after })
  }

  async #info(
    { loader, manifest }: DrawingVersion,
    side: ComparedSide,
    { number, signal }: { readonly number: number | null; readonly signal: AbortSignal },
  ): Promise<SheetInfo | null> {
    const path = number === null ? undefined : manifest.sheets?.[number]?.path
    if (number === null || path === undefined) return null
    const bytes = await loader.fetchFile(path, signal)
    const info = readSheetInfo(JSON.parse(new TextDecoder().decode(bytes)))
    this.#infos[side].set(number, info)
    return info
  }

  /** Returns the pair with its own changes, followed by those inside its viewports. */
  #compared(pair: ComparedPair, comparison: SheetComparison, pairs: readonly ComparedPair[]): ComparedPair {
    const { before, after } = pair
    const own = comparison.changes.map((change) => ({ change, box: change.box, picks: listPicks(change, pair) }))
    const side = (which: ComparedSide, number: number | null) => {
      const info = number === null ? undefined : this.#infos[which].get(number)
      return info ? { info, findSheet: (sheet: number) => this.#infos[which].get(sheet) ?? null } : null
    }
    const viewports = pairs.flatMap((other) =>
      other === pair || other.comparison === null
        ? []
        : changesInWindows({
            older: side('older', before),
            newer: side('newer', after),
            sheet: other,
            comparison: other.comparison,
          }).map(({ change, box, sheet }) => ({ change, box, picks: listPicks(change, sheet) })),
    )
    const changes = [...own, ...viewports]
    const { core } = this.#infos.newer.get(after ?? -1) ?? this.#infos.older.get(before ?? -1) ?? {}
    return {
      ...pair,
      comparison,
      changes,
      counts: countChanges(changes, comparison.counts.same),
      extents: core ? [core.min[0], core.min[1], core.max[0], core.max[1]] : null,
    }
  }

  #change(signal: AbortSignal, part: Partial<DrawingState>): void {
    if (!signal.aborted) this.state.set((current) => ({ ...current, ...part }))
  }
}

interface Comparing {
  readonly versions: Readonly<Record<ComparedSide, DrawingVersion>>
  readonly comparer: SheetComparer
  readonly signal: AbortSignal
}

const rank = (pair: ComparedPair | undefined): number => (pair?.kind === 'model' ? 0 : 1)

function uncompared(pair: SheetPair, sheets: Readonly<Record<ComparedSide, readonly ManifestSheet[]>>): ComparedPair {
  const before = pair.before === null ? undefined : sheets.older[pair.before]
  const after = pair.after === null ? undefined : sheets.newer[pair.after]
  const name = after?.name ?? before?.name ?? ''
  return {
    ...pair,
    name,
    nameBefore: before && before.name !== name ? before.name : null,
    kind: (after ?? before)?.kind ?? 'page',
    comparison: null,
    changes: [],
    counts: null,
    extents: null,
  }
}

function listPicks({ before, after }: SheetChange, sheet: SheetPair): ComparedPick[] {
  const picks: ComparedPick[] = []
  if (before >= 0 && sheet.before !== null) picks.push({ side: 'older', sheet: sheet.before, entity: before })
  if (after >= 0 && sheet.after !== null) picks.push({ side: 'newer', sheet: sheet.after, entity: after })
  return picks
}

function countChanges(changes: readonly ListedChange[], same: number): ChangeCounts {
  const counts = { added: 0, removed: 0, changed: 0, same }
  for (const { change } of changes) counts[change.kind]++
  return counts
}

/** Returns whether a sheet in the same folder of both packages has identical files. */
function areFilesSame({ before, after }: SheetPair, older: Manifest, newer: Manifest): boolean {
  const path = older.sheets?.[before ?? -1]?.path
  if (path === undefined || path !== newer.sheets?.[after ?? -1]?.path) return false
  const folder = path.replace(/[^/]*$/, '')
  const hashes = ({ files }: Manifest): string =>
    files
      .filter((file) => file.path.startsWith(folder) && file.path.endsWith('.bin'))
      .concat(files.filter((file) => file.path === path))
      .map((file) => `${file.path} ${file.sha256}`)
      .sort()
      .join('\n')
  const [one, other] = [hashes(older), hashes(newer)]
  return one !== '' && one === other
}

async function readFiles(
  { loader, manifest }: DrawingVersion,
  info: SheetInfo,
  { number, signal }: { readonly number: number | null; readonly signal: AbortSignal },
): Promise<SheetFilesRead> {
  const read = async (path: string): Promise<Uint8Array> => new Uint8Array(await loader.fetchFile(path, signal))
  const fingerprintsPath = sheetFingerprintsPath(manifest.sheets?.[number ?? -1]?.path ?? '')
  const hasFingerprints = manifest.files.some(({ path }) => path === fingerprintsPath)
  const [fills, textBytes, entities, printed, ...lines] = await Promise.all([
    info.fillFile === null ? null : read(info.fillFile),
    info.textFile === null ? null : read(info.textFile),
    read(info.entityFile),
    hasFingerprints ? read(fingerprintsPath) : null,
    ...info.lineFiles.map(read),
  ])
  return { info, fills, textBytes, entities, fingerprints: printed, lines: lines.filter((bytes) => bytes !== null) }
}
