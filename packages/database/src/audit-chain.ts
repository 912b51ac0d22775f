import { createHash } from 'node:crypto'
import type { AuditAction } from '@kamar/contracts'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { JsonObject } from './tables/columns.js'
import type { Database } from './tables/schema.js'

/** Event for the audit log: an actor, an action and its subject. */
export interface AuditEvent {
  readonly actor: string | null
  readonly action: AuditAction
  /** Id of the object of the action. */
  readonly subject: string
  readonly details?: JsonObject
}

interface HashedFields extends Omit<Required<AuditEvent>, 'action'> {
  /** From a stored row: an older version may have recorded actions that this one does not define. */
  readonly action: string
  readonly sequence: number
  readonly time: Date
  readonly previousHash: string
}

const firstHash = '0'.repeat(64)
// Serialises appends across all servers of a deployment; the number is an arbitrary constant.
const appendLock = 7_104_221

/** Serialises JSON with sorted keys: `jsonb` does not preserve their order, but the hash requires one. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}

function computeHash(event: HashedFields): string {
  const text = canonicalJson([
    event.sequence,
    event.time.toISOString(),
    event.actor,
    event.action,
    event.subject,
    event.details,
    event.previousHash,
  ])
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Appends to the audit log inside the caller's transaction, so that the action and its record are committed or rolled
 * back together.
 */
export async function appendAuditEvent(transaction: Transaction<Database>, event: AuditEvent): Promise<void> {
  await appendAuditEvents(transaction, [event])
}

/** Appends to the audit log in a transaction of its own, for an action that changes nothing else. */
export function recordAuditEvent(database: Kysely<Database>, event: AuditEvent): Promise<void> {
  return database.transaction().execute((transaction) => appendAuditEvent(transaction, event))
}

// PostgreSQL allows 65,535 parameters per statement; a row has eight.
const rowsPerInsert = 1000

/** Appends several events in order and reads the end of the chain only once. */
export async function appendAuditEvents(
  transaction: Transaction<Database>,
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length === 0) return
  await lockChain(transaction)
  const last = await transaction
    .selectFrom('audit_event')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  let { sequence, hash } = last ?? { sequence: 0, hash: firstHash }
  const rows = events.map((event) => {
    sequence += 1
    const row = toRow(event, { sequence, previousHash: hash })
    hash = row.hash
    return row
  })
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await transaction
      .insertInto('audit_event')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute()
  }
}

/** Criteria by which an event repeats a recorded one. */
export interface Repetition {
  readonly windowMilliseconds: number
  /** Actions that count as equal; only the event's own by default. */
  readonly actions?: readonly AuditAction[]
  /** Details that the earlier event must contain. */
  readonly details: JsonObject
}

/**
 * Appends an event unless the same actor did the same to the same subject within the window that ends now. The second
 * check holds the chain's lock, so that of two concurrent events, on any server, one is recorded; the first check
 * avoids the lock for repetitions.
 */
export async function appendAuditEventOnce(
  transaction: Transaction<Database>,
  event: AuditEvent,
  repetition: Repetition,
): Promise<void> {
  if (await isRepetition(transaction, event, repetition)) return
  await lockChain(transaction)
  if (await isRepetition(transaction, event, repetition)) return
  await appendAuditEvent(transaction, event)
}

async function isRepetition(
  transaction: Transaction<Database>,
  event: AuditEvent,
  { actions = [event.action], details, windowMilliseconds }: Repetition,
): Promise<boolean> {
  const earlier = await transaction
    .selectFrom('audit_event')
    .select('sequence')
    .where('subject', '=', event.subject)
    .where('action', 'in', actions)
    .where(sql<boolean>`actor is not distinct from ${event.actor}`)
    .where('time', '>', new Date(Date.now() - windowMilliseconds))
    .where(sql<boolean>`details @> ${JSON.stringify(details)}::jsonb`)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

async function lockChain(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${appendLock})`.execute(transaction)
}

function toRow(event: AuditEvent, { previousHash, sequence }: Pick<HashedFields, 'sequence' | 'previousHash'>) {
  const { action, actor, subject } = event
  // A JSON round trip, so that the hashed value equals what `jsonb` returns.
  const details = JSON.parse(JSON.stringify(event.details ?? {})) as JsonObject
  const time = new Date()
  const hash = computeHash({ actor, action, subject, details, sequence, time, previousHash })
  return { sequence, time, actor, action, subject, details: JSON.stringify(details), previous_hash: previousHash, hash }
}

/**
 * Result of verifying the log; `brokenAt` is the sequence number of the first event that was changed, moved or lost.
 */
export type AuditChainVerification =
  | { readonly whole: true; readonly events: number }
  | { readonly whole: false; readonly brokenAt: number }

/**
 * Verifies the complete log in pages and recomputes every hash. Truncation leaves a valid chain, so the chain must also
 * reach the head, which is read first: events appended meanwhile come after it.
 */
export async function verifyAuditChain(database: Kysely<Database>): Promise<AuditChainVerification> {
  const chainEnd = await database.selectFrom('audit_head').select(['sequence', 'hash']).executeTakeFirst()
  let previousHash = firstHash
  let sequence = 0
  for (;;) {
    const page = await database
      .selectFrom('audit_event')
      .selectAll()
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(1000)
      .execute()
    for (const row of page) {
      sequence++
      if (!follows(row, { sequence, previousHash }) || (sequence === chainEnd?.sequence && row.hash !== chainEnd.hash))
        return { whole: false, brokenAt: sequence }
      previousHash = row.hash
    }
    if (page.length < 1000) break
  }
  const reachesHead = chainEnd !== undefined && sequence >= chainEnd.sequence
  return reachesHead ? { whole: true, events: sequence } : { whole: false, brokenAt: sequence + 1 }
}

type AuditRow = Selectable<Database['audit_event']>

function follows(row: AuditRow, { sequence, previousHash }: Pick<HashedFields, 'sequence' | 'previousHash'>): boolean {
  const isNext = row.sequence === sequence && row.previous_hash === previousHash
  return isNext && row.hash === computeHash({ ...row, previousHash, sequence })
}
