import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from './blob-store.js'
import type { DerivativeStore } from './derivative-store.js'
import { unlessMissing } from './store-errors.js'

const batch = 500

/** The stores of a sweep and its lookups of live items. */
export interface Sweep {
  readonly blobs: BlobStore
  readonly derivatives: DerivativeStore
  /** Minimum age of removed items, milliseconds; a day is right, an upload in progress renews its file. */
  readonly minAgeMilliseconds: number
  /** Returns the names of temporary files of live uploads. */
  readonly liveTemporaryFiles?: () => Promise<ReadonlySet<string>>
  /** Returns which of these blobs any row references. */
  readonly referencedBlobs: (addresses: readonly string[]) => Promise<ReadonlySet<string>>
  /** Returns which of these translations have a row. */
  readonly knownTranslations: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly now?: () => Date
}

/** Counts of removed items. */
export interface SweepResult {
  readonly temporaryFiles: number
  readonly blobs: number
  readonly translations: number
}

/** Removes leftovers of crashes and deletions: old temporary files, blobs and view packages without a row. */
export async function sweepStorage(sweep: Sweep): Promise<SweepResult> {
  const before = new Date((sweep.now?.() ?? new Date()).getTime() - sweep.minAgeMilliseconds)
  return {
    temporaryFiles: await sweepTemporaryFiles(sweep, before),
    blobs: await sweepBlobs(sweep, before),
    translations: await sweepTranslations(sweep),
  }
}

async function sweepTemporaryFiles({ blobs, liveTemporaryFiles }: Sweep, before: Date): Promise<number> {
  const live = (await liveTemporaryFiles?.()) ?? new Set<string>()
  let removed = 0
  for (const name of await readdir(blobs.temporaryFolder)) {
    const path = join(blobs.temporaryFolder, name)
    const stats = live.has(name) ? null : await unlessMissing(stat(path))
    if (stats === null || stats.mtime >= before) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}

async function sweepBlobs({ blobs, referencedBlobs }: Sweep, before: Date): Promise<number> {
  let removed = 0
  const examine = async (addresses: readonly string[]): Promise<void> => {
    const referenced = await referencedBlobs(addresses)
    for (const sha256 of addresses)
      if (!referenced.has(sha256) && (await blobs.removeIfStoredBefore(sha256, before))) removed++
  }
  let old: string[] = []
  for await (const entry of blobs.list()) {
    if (entry.storedAt >= before) continue
    old.push(entry.sha256)
    if (old.length < batch) continue
    await examine(old)
    old = []
  }
  await examine(old)
  return removed
}

async function sweepTranslations({ derivatives, knownTranslations }: Sweep): Promise<number> {
  const ids: string[] = []
  for await (const id of derivatives.translations()) ids.push(id)
  let removed = 0
  for (let start = 0; start < ids.length; start += batch) {
    const page = ids.slice(start, start + batch)
    const knownIds = await knownTranslations(page)
    for (const id of page.filter((candidate) => !knownIds.has(candidate))) {
      await derivatives.removeAll(id)
      removed++
    }
  }
  return removed
}
