import { AppError, getMeshQuality, readerLimits, TranslationError, type TranslationFailure } from '@kamar/core'
import type { BlobStore, DerivativeStore, LocalCopy } from '@kamar/storage'
import type { TranslationContext } from '../events/translation-events.js'
import type { ClaimedTranslation } from '../jobs/claim.js'
import { completeTranslation, failAttempt, releaseTranslation, type Lease } from '../jobs/lease.js'
import type { CloudRefusal } from '../autodesk-cloud/cloud-refusal.js'
import { usesCloud, filesMayLeave } from '../providers/files-may-leave.js'
import { translateInOrder, type FallbackProvider } from '../providers/provider-order.js'
import type { ProviderObservers, TranslationProvider } from '../providers/translation-provider.js'
import { sliceFolder } from '../reader-process/messages.js'
import type { SandboxedResult, ReaderRunner } from '../reader-process/reader-pool.js'
import type { SandboxedObservers, SandboxedTask } from '../reader-process/reader-process.js'
import { limitExceeded } from '../run/to-failure.js'
import { ingestPackage, type Ingest } from './ingest.js'
import { LeaseRenewer, LeaseLostError, type LeaseTiming } from './lease-renewer.js'
import { LiveManifests } from './live-manifests.js'
import type { ReaderSlot } from './reader-slot.js'
import { SliceCoordinator } from './slices/slice-coordinator.js'

/** Dependencies of a worker. */
export interface Workshop {
  readonly context: TranslationContext
  readonly blobs: BlobStore
  readonly derivatives: DerivativeStore
  readonly pool: ReaderRunner
  /** Used if the readers here cannot go on and the project's files may leave; null without credentials. */
  readonly cloud: TranslationProvider | null
  /** Whether this process may remove files from the store; otherwise they are left to `removeLeftovers`. */
  readonly canRemove: boolean
  readonly timing: LeaseTiming
  readonly slicing: Slicing
  /** Called with the reason why the cloud gave nothing; the message contains no secret. */
  readonly onRefused: (refusal: {
    readonly translationId: string
    readonly reason: CloudRefusal
    readonly message: string
  }) => void
  /** Called with details hidden from the user: why a reader died, which fault occurred on our side. */
  readonly onFailure: (report: TranslationFailureReport) => void
}

/** Which files several workers share, and the size of the slices. */
export interface Slicing {
  readonly minFileBytes: number
  readonly sliceBytes: number
}

/** A failure report for the log. */
export interface TranslationFailureReport {
  readonly translationId: string
  readonly failure: TranslationFailure
  readonly cause?: unknown
  /** The end of the reader's error output. */
  readonly lastWords?: string
}

/** A handle to stop a translation in progress. */
export interface StopSwitch {
  /** Aborted with reason `cancel`, `lost` or `shutdown`. */
  readonly controller: AbortController
}

/** Runs one claimed translation from start to end. Never rejects. */
export async function doTranslation(
  workshop: Workshop,
  claimed: ClaimedTranslation,
  { lease, controller, slot }: StopSwitch & { readonly lease: Lease; readonly slot: ReaderSlot },
): Promise<void> {
  const leaseRenewer = new LeaseRenewer(workshop.context, lease, {
    ...workshop.timing,
    stop: (reason) => controller.abort(reason),
  })
  const live = new LiveManifests(workshop.context, lease)
  const copies: LocalCopy[] = []
  const concluding: Concluding = { workshop, lease, leaseRenewer, signal: controller.signal }
  let result: SandboxedResult | undefined
  try {
    result = await read({ workshop, claimed, lease, leaseRenewer, live, copies, slot, signal: controller.signal })
    await live.close()
    await conclude(concluding, result)
  } catch (cause) {
    await concludeWithError(concluding, cause)
  } finally {
    await live.close()
    await leaseRenewer.end()
    await result?.release()
    await Promise.all(copies.map((copy) => copy.release()))
    await dropProvisional(workshop, lease, live)
  }
}

interface Reading {
  readonly workshop: Workshop
  readonly lease: Lease
  readonly claimed: ClaimedTranslation
  readonly leaseRenewer: LeaseRenewer
  readonly live: LiveManifests
  readonly copies: LocalCopy[]
  readonly slot: ReaderSlot
  readonly signal: AbortSignal
}

async function read(reading: Reading): Promise<SandboxedResult> {
  const { workshop, claimed, leaseRenewer, live, slot, signal } = reading
  const input = await materialiseCopy(reading, claimed.blob_sha256)
  const companions: { name: string; path: string }[] = []
  for (const { name, sha256 } of claimed.companions)
    companions.push({ name, path: (await materialiseCopy(reading, sha256)).path })
  const task = {
    translationId: claimed.id,
    path: input.path,
    fileName: claimed.file_name,
    formatId: claimed.format_id,
    companions,
    quality: getMeshQuality(claimed.options),
    budgetMilliseconds: claimed.budget_left_milliseconds,
  }
  const observers = {
    signal,
    // The last hundredth is for ingesting the package.
    onProgress: (fraction: number, stage: string) => leaseRenewer.note(fraction * 99, stage),
    readSandboxed: async (sandboxedTask: SandboxedTask, sandboxedObservers: SandboxedObservers) => {
      const wasRemote = !slot.isAcquired
      await slot.acquireWhenFree(signal)
      const slices = sandboxedTask.path === input.path ? createSliceCoordinator(reading) : null
      try {
        return await workshop.pool.run(sandboxedTask, { ...sandboxedObservers, ...(slices && { slices }) })
      } finally {
        await slices?.close()
        if (wasRemote) slot.leave()
      }
    },
    onManifest: (manifest, output) =>
      live.show(manifest, {
        output,
        derivatives: workshop.derivatives,
        translationId: claimed.id,
        assertHeld: () => leaseRenewer.assertHeld(),
      }),
  } satisfies ProviderObservers
  return translateInOrder(task, observers, createFallback(reading))
}

/** Creates the exchange of slices with other workers, which readers without slices do not use; null for small files. */
function createSliceCoordinator({ workshop, claimed, lease }: Reading): SliceCoordinator | null {
  const { context, derivatives, slicing } = workshop
  const { source_bytes: sourceBytes } = claimed
  if (sourceBytes < slicing.minFileBytes) return null
  const maxStoredBytes = Math.max(readerLimits.outputTotalBytes, 2 * sourceBytes)
  const { sliceBytes } = slicing
  return new SliceCoordinator({ database: context.database, derivatives, lease, sliceBytes, maxStoredBytes })
}

/** Creates the cloud fallback, if this translation was requested with permission to use it. */
function createFallback({ claimed, leaseRenewer, slot, workshop }: Reading): FallbackProvider | null {
  const { cloud: provider } = workshop
  if (provider === null || !usesCloud(claimed.options)) return null
  return {
    provider,
    mayLeave: () => filesMayLeave(workshop.context.database, claimed.id),
    onRemoteChange(isRemote) {
      leaseRenewer.setRemote(isRemote)
      if (isRemote) slot.leave()
    },
    onRefused: (reason, message) => workshop.onRefused({ translationId: claimed.id, reason, message }),
  }
}

async function materialiseCopy({ workshop, copies }: Reading, sha256: string): Promise<LocalCopy> {
  const copy = await workshop.blobs.materialise(sha256)
  copies.push(copy)
  return copy
}

interface Concluding {
  readonly workshop: Workshop
  readonly lease: Lease
  readonly leaseRenewer: LeaseRenewer
  readonly signal: AbortSignal
}

async function conclude(options: Concluding, result: SandboxedResult): Promise<void> {
  const { workshop, lease, leaseRenewer, signal } = options
  const { outcome } = result
  if (!outcome.ok) {
    reportCrash(options, outcome.failure, result)
    return concludeWithFailure(options, outcome.failure)
  }
  const ingest: Ingest = {
    output: result.output,
    derivatives: workshop.derivatives,
    translationId: lease.translationId,
    assertHeld: () => {
      signal.throwIfAborted()
      leaseRenewer.assertHeld()
    },
  }
  const files = await ingestPackage(ingest, outcome.manifest)
  await leaseRenewer.end()
  const finished = { manifest: outcome.manifest, files, reader: outcome.reader }
  if ((await completeTranslation(workshop.context, lease, finished)) === 'done')
    await removeUnlisted(workshop, lease, new Set(files.map((file) => file.path)))
}

/** Removes the files of earlier attempts: unused since this lease began. */
async function removeUnlisted(
  { canRemove, derivatives }: Workshop,
  lease: Lease,
  listed: ReadonlySet<string>,
): Promise<void> {
  if (!canRemove) return
  const { translationId } = lease
  const stored = await derivatives.list(translationId).catch(() => [])
  for (const { path } of stored)
    if (!listed.has(path)) await derivatives.remove({ translationId, path }).catch(() => undefined)
}

/** Reports a reader that died or broke to the log; a fault of the file is not logged. */
function reportCrash(
  { workshop, lease, signal }: Concluding,
  failure: TranslationFailure,
  result: SandboxedResult,
): void {
  if (signal.aborted || (result.postMortem === undefined && failure.code !== 'reader-fault')) return
  const stderrTail = result.postMortem?.stderrTail ?? ''
  workshop.onFailure({ translationId: lease.translationId, failure, lastWords: stderrTail })
}

async function concludeWithFailure(
  { workshop, lease, leaseRenewer, signal }: Concluding,
  failure: TranslationFailure,
): Promise<void> {
  await leaseRenewer.beat() // Accounts for the time spent before the remaining budget is checked.
  await leaseRenewer.end()
  if (leaseRenewer.isLost) return
  if (signal.reason === 'shutdown') return releaseTranslation(workshop.context, lease)
  const { canRemove, derivatives, context } = workshop
  const isCancelled = signal.reason === 'cancel'
  // While the lease is in force no other attempt writes files. Slices that are done serve the next attempt.
  if (canRemove && isCancelled) await derivatives.removeAll(lease.translationId)
  else if (canRemove) await removeFiles(workshop, lease, (path) => !isSliceFile(path))
  const end = await failAttempt(context, lease, failure)
  if (canRemove && end === 'ended') await removeFiles(workshop, lease, isSliceFile)
}

const isSliceFile = (path: string): boolean => path.startsWith(`${sliceFolder}/`)

async function removeFiles(
  { derivatives }: Workshop,
  { translationId }: Lease,
  isRemoved: (path: string) => boolean,
): Promise<void> {
  for (const { path } of await derivatives.list(translationId))
    if (isRemoved(path)) await derivatives.remove({ translationId, path })
}

async function concludeWithError(options: Concluding, cause: unknown): Promise<void> {
  const { workshop, lease, signal } = options
  if (cause instanceof LeaseLostError) return
  const failure = signal.aborted ? ({ code: 'cancelled' } as const) : toLocalFailure(cause)
  if (!signal.aborted) workshop.onFailure({ translationId: lease.translationId, failure, cause })
  try {
    await concludeWithFailure(options, failure)
  } catch (error) {
    // The database is unavailable. The lease expires and another worker recovers the translation.
    workshop.onFailure({ translationId: lease.translationId, failure, cause: error })
  }
}

/** Returns the failure, for the user, of an error on our side: full storage, or a fault. */
function toLocalFailure(cause: unknown): TranslationFailure {
  if (cause instanceof TranslationError) return cause.failure
  if (cause instanceof AppError && cause.code === 'storage-full') return limitExceeded('free-space', 0)
  return { code: 'reader-fault', details: { reason: cause instanceof Error ? cause.name : 'unknown' } }
}

/**
 * Provisional files have no rows any more, whatever the result; they are under this lease’s number, which no other
 * lease uses.
 */
async function dropProvisional({ canRemove, derivatives }: Workshop, lease: Lease, live: LiveManifests): Promise<void> {
  if (!canRemove) return
  for (const path of live.stored)
    await derivatives.remove({ translationId: lease.translationId, path }).catch(() => undefined)
}
