import { AppError, meshQualityOf, TranslationError, type TranslationFailure } from '@kamar/contracts/core'
import type { BlobStore, DerivativeStore, LocalCopy } from '@kamar/storage'
import type { TranslationContext } from '../events/translation-events.js'
import type { ClaimedTranslation } from '../jobs/claim.js'
import { completeTranslation, failAttempt, releaseTranslation, type Lease } from '../jobs/lease.js'
import type { ReaderPool, BoxedResult } from '../reader-process/reader-pool.js'
import { limitExceeded } from '../run/failure-of.js'
import { ingestPackage, type Ingest } from './ingest.js'
import { LeaseKeeper, LeaseLostError, type LeaseTiming } from './lease-keeper.js'
import { LiveManifests } from './live-manifests.js'

/** Everything a worker works with. */
export interface Workshop {
  readonly context: TranslationContext
  readonly blobs: BlobStore
  readonly derivatives: DerivativeStore
  readonly pool: ReaderPool
  readonly timing: LeaseTiming
  /** Told what the user is not: why a reader died, what went wrong on our side. */
  readonly onTrouble: (trouble: TranslationTrouble) => void
}

/** Something for the log. */
export interface TranslationTrouble {
  readonly translationId: string
  readonly failure: TranslationFailure
  readonly cause?: unknown
  /** The end of the reader's error output. */
  readonly lastWords?: string
}

/** How to stop a translation under way. */
export interface StopSwitch {
  /** Aborted with reason `cancel`, `lost` or `shutdown`. */
  readonly controller: AbortController
}

/** One claimed translation from its first byte to its last word. Never rejects. */
export async function doTranslation(
  workshop: Workshop,
  claimed: ClaimedTranslation,
  { lease, controller }: StopSwitch & { readonly lease: Lease },
): Promise<void> {
  const keeper = new LeaseKeeper(workshop.context, lease, {
    ...workshop.timing,
    stop: (why) => controller.abort(why),
  })
  const live = new LiveManifests(workshop.context, lease)
  const copies: LocalCopy[] = []
  let result: BoxedResult | undefined
  try {
    result = await read({ workshop, claimed, keeper, live, copies, signal: controller.signal })
    await live.close()
    await conclude({ workshop, lease, keeper, live, result, signal: controller.signal })
  } catch (cause) {
    await concludeWithError({ workshop, lease, keeper, signal: controller.signal, cause })
  } finally {
    await live.close()
    await keeper.end()
    await result?.release()
    await Promise.all(copies.map((copy) => copy.release()))
    await dropProvisional(workshop, lease, live)
  }
}

interface Reading {
  readonly workshop: Workshop
  readonly claimed: ClaimedTranslation
  readonly keeper: LeaseKeeper
  readonly live: LiveManifests
  readonly copies: LocalCopy[]
  readonly signal: AbortSignal
}

async function read(reading: Reading): Promise<BoxedResult> {
  const { workshop, claimed, keeper, live, signal } = reading
  const input = await copyOf(reading, claimed.blob_sha256)
  const companions: { name: string; path: string }[] = []
  for (const { name, sha256 } of claimed.companions)
    companions.push({ name, path: (await copyOf(reading, sha256)).path })
  const task = {
    path: input.path,
    fileName: claimed.file_name,
    formatId: claimed.format_id,
    companions,
    quality: meshQualityOf(claimed.options),
    budgetMilliseconds: claimed.budget_left_milliseconds,
  }
  return workshop.pool.run(task, {
    signal,
    // The last hundredth is for taking the package over.
    onProgress: (fraction, stage) => keeper.note(fraction * 99, stage),
    onManifest: (manifest, output) =>
      live.show(manifest, {
        output,
        derivatives: workshop.derivatives,
        translationId: claimed.id,
        assertHeld: () => keeper.assertHeld(),
      }),
  })
}

async function copyOf({ workshop, copies }: Reading, sha256: string): Promise<LocalCopy> {
  const copy = await workshop.blobs.materialise(sha256)
  copies.push(copy)
  return copy
}

interface Concluding {
  readonly workshop: Workshop
  readonly lease: Lease
  readonly keeper: LeaseKeeper
  readonly signal: AbortSignal
}

async function conclude(options: Concluding & { live: LiveManifests; result: BoxedResult }): Promise<void> {
  const { workshop, lease, keeper, result, signal } = options
  const { outcome } = result
  if (!outcome.ok) {
    reportDeath(options, outcome.failure, result)
    return concludeWithFailure(options, outcome.failure)
  }
  const ingest: Ingest = {
    output: result.output,
    derivatives: workshop.derivatives,
    translationId: lease.translationId,
    assertHeld: () => {
      signal.throwIfAborted()
      keeper.assertHeld()
    },
  }
  const files = await ingestPackage(ingest, outcome.manifest)
  await keeper.end()
  const finished = { manifest: outcome.manifest, files, reader: outcome.reader }
  if ((await completeTranslation(workshop.context, lease, finished)) === 'done')
    await removeUnlisted(workshop, lease, new Set(files.map((file) => file.path)))
}

/** What earlier attempts left: nobody has asked for it since this lease began. */
async function removeUnlisted({ derivatives }: Workshop, lease: Lease, listed: ReadonlySet<string>): Promise<void> {
  const { translationId } = lease
  const stored = await derivatives.list(translationId).catch(() => [])
  for (const { path } of stored)
    if (!listed.has(path)) await derivatives.remove({ translationId, path }).catch(() => undefined)
}

/** A reader that died or broke is for the log; a file that says what is wrong with it is not. */
function reportDeath({ workshop, lease, signal }: Concluding, failure: TranslationFailure, result: BoxedResult): void {
  if (signal.aborted || (result.postMortem === undefined && failure.code !== 'reader-fault')) return
  const lastWords = result.postMortem?.lastWords ?? ''
  workshop.onTrouble({ translationId: lease.translationId, failure, lastWords })
}

async function concludeWithFailure(
  { workshop, lease, keeper, signal }: Concluding,
  failure: TranslationFailure,
): Promise<void> {
  await keeper.beat() // accounts for the time spent before it is decided whether there is any left
  await keeper.end()
  if (keeper.isLost) return
  if (signal.reason === 'shutdown') return releaseTranslation(workshop.context, lease)
  await workshop.derivatives.removeAll(lease.translationId)
  await failAttempt(workshop.context, lease, failure)
}

async function concludeWithError(options: Concluding & { cause: unknown }): Promise<void> {
  const { workshop, lease, signal, cause } = options
  if (cause instanceof LeaseLostError) return
  const failure = signal.aborted ? ({ code: 'cancelled' } as const) : failureOfOurs(cause)
  if (!signal.aborted) workshop.onTrouble({ translationId: lease.translationId, failure, cause })
  try {
    await concludeWithFailure(options, failure)
  } catch (error) {
    // The database is away. The lease runs out and the translation is found by whoever is there then.
    workshop.onTrouble({ translationId: lease.translationId, failure, cause: error })
  }
}

/** What a user is told about an error on our side: storage that is full, or a fault. */
function failureOfOurs(cause: unknown): TranslationFailure {
  if (cause instanceof TranslationError) return cause.failure
  if (cause instanceof AppError && cause.code === 'storage-full') return limitExceeded('free-space', 0)
  return { code: 'reader-fault', details: { reason: cause instanceof Error ? cause.name : 'unknown' } }
}

/** Provisional files have no rows any more, however it ended; they lie under this lease’s number and are nobody else’s. */
async function dropProvisional({ derivatives }: Workshop, lease: Lease, live: LiveManifests): Promise<void> {
  for (const path of live.stored)
    await derivatives.remove({ translationId: lease.translationId, path }).catch(() => undefined)
}
