import { formatName, getFileExtension, uploadFormats, type TranslationFailure, drawsNothing } from '@kamar/core'
import {
  newId,
  type Database,
  type JsonObject,
  type TranslationCompanion,
  type TranslationState,
} from '@kamar/database'
import type { Kysely } from 'kysely'
import { usesCloud } from '../providers/files-may-leave.js'
import { optionsHash, writerVersion } from '../writer-version.js'
import { databaseNow } from './columns.js'
import { freshJob } from './fresh-job.js'
import { jobRules, isRetryable } from './state-machine.js'

/** The content to translate. */
export interface TranslationRequest {
  /** The blob's row exists (in the same transaction). */
  readonly blobSha256: string
  readonly sourceBytes: number
  /** Only its extension is used: a translation is shared by all files with the same bytes, a name is not. */
  readonly fileName: string
  /** Format by extension, an id of `uploadFormats`. */
  readonly formatId: string
  /** Format by content, if the upload detected one. */
  readonly detectedFormatId?: string | null
  readonly companions?: readonly TranslationCompanion[]
  readonly options?: JsonObject
  /** The requesting account, for fair queueing. */
  readonly accountId?: string | null
}

/** The translation that serves a request. */
export interface TranslationTicket {
  readonly id: string
  readonly state: TranslationState
  /** False if the same content is already translated or being translated. */
  readonly created: boolean
}

/** Returns a failure if nothing reads the format, neither here nor in the cloud, else null. */
function withoutReader({ formatId, detectedFormatId, options = {} }: TranslationRequest): TranslationFailure | null {
  if (usesCloud(options) || uploadFormats.some(({ id }) => id === formatId || id === detectedFormatId)) return null
  return { code: 'no-reader', details: { expected: formatName(formatId) } }
}

/**
 * Finds or creates the one translation of this content (same bytes, format, companions, options and writer version).
 * Restarts a cancelled one, and one with a retryable failure. Call it in the transaction that writes the file;
 * publish `readTranslationEvent` after the commit.
 */
export async function enqueueTranslation(
  database: Kysely<Database>,
  request: TranslationRequest,
): Promise<TranslationTicket> {
  const { companions = [], options = {} } = request
  const key = {
    blob_sha256: request.blobSha256,
    writer_version: writerVersion,
    options_hash: optionsHash({ formatId: request.formatId, companions, options }),
  }
  const failure = withoutReader(request)
  const inserted = await database
    .insertInto('translation')
    .values({
      id: newId(),
      ...key,
      options: JSON.stringify(options),
      format_id: request.formatId,
      file_name: `model${getFileExtension(request.fileName)}`,
      source_bytes: request.sourceBytes,
      companions: JSON.stringify(companions),
      account_id: request.accountId ?? null,
      maximum_attempts: jobRules.maxAttempts,
      budget_left_milliseconds: jobRules.computeBudgetMilliseconds,
      state: failure === null ? 'queued' : 'failed',
      failure: failure === null ? null : JSON.stringify(failure),
      finished_at: failure === null ? null : databaseNow,
    })
    .onConflict((conflict) => conflict.columns(['blob_sha256', 'writer_version', 'options_hash']).doNothing())
    .returning(['id', 'state'])
    .executeTakeFirst()
  if (inserted !== undefined) return { ...inserted, created: true }
  const { hasEndedLocally, ...ticket } = await reuse(database, key, failure)
  // A package that users have seen never changes: a retry in the cloud is a translation of its own.
  return hasEndedLocally && usesCloud(options) ? enqueueTranslation(database, tryAgain(request)) : ticket
}

function tryAgain(request: TranslationRequest): TranslationRequest {
  const { options = {} } = request
  return { ...request, options: { ...options, cloudTry: Number(options['cloudTry'] ?? 1) + 1 } }
}

interface TranslationKey {
  readonly blob_sha256: string
  readonly writer_version: string
  readonly options_hash: string
}

async function reuse(
  database: Kysely<Database>,
  key: TranslationKey,
  withoutReaderNow: TranslationFailure | null,
): Promise<TranslationTicket & { readonly hasEndedLocally: boolean }> {
  const { id, state, failure, report } = await database
    .selectFrom('translation')
    .select(['id', 'state', 'failure', 'report'])
    .where((row) => row.and(key))
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (withoutReaderNow !== null || !startsOver(state, failure))
    return { id, state, created: false, hasEndedLocally: hasEndedLocally(state, { failure, report }) }
  await database.updateTable('translation').set(freshJob).where('id', '=', id).execute()
  return { id, state: 'queued', created: false, hasEndedLocally: false }
}

/**
 * Returns whether the readers here could not go on and the cloud, if used, gave nothing: it may succeed another time.
 */
function hasEndedLocally(
  state: TranslationState,
  { failure, report }: { readonly failure: TranslationFailure | null; readonly report: JsonObject | null },
): boolean {
  if (state === 'succeeded') return report !== null && drawsNothing(report)
  return (
    state === 'failed' && failure !== null && (failure.code === 'no-reader' || failure.code === 'unsupported-version')
  )
}

/** Failures that another server, or this one with other settings, might avoid. */
const endsWithTheServer: ReadonlySet<TranslationFailure['code']> = new Set([
  'no-reader',
  'isolation-too-weak',
  'reader-limit-too-low',
])

function startsOver(state: TranslationState, failure: TranslationFailure | null): boolean {
  if (state === 'cancelled') return true
  if (state !== 'failed' || failure === null) return false
  return endsWithTheServer.has(failure.code) || isRetryable(failure)
}
