import { createHash } from 'node:crypto'
import type { AuditAction } from '@kamar/contracts'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { JsonObject } from './columns.js'
import type { Database } from './schema.js'

/** Something worth remembering about who did what. */
export interface AuditEvent {
  readonly actor: string | null
  readonly action: AuditAction
  /** Id of what it was done to. */
  readonly subject: string
  readonly details?: JsonObject
}

interface HashedFields extends Omit<Required<AuditEvent>, 'action'> {
  /** Of a stored row: an older version may have recorded what this one does not. */
  readonly action: string
  readonly sequence: number
  readonly time: Date
  readonly previousHash: string
}

const firstHash = '0'.repeat(64)
// Serialises appends over all servers of a deployment; any constant of our own will do.
const appendLock = 7_104_221

/** JSON with sorted keys: `jsonb` does not keep their order, the hash has to. */
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

/** Appends to the audit log inside the caller's transaction, so that the deed and its record are kept or lost together. */
export async function appendAuditEvent(transaction: Transaction<Database>, event: AuditEvent): Promise<void> {
  await appendAuditEvents(transaction, [event])
}

// PostgreSQL takes 65,535 parameters in a statement; a row has eight.
const rowsPerInsert = 1000

/** Appends several events in their order: one look at the end of the chain for all of them. */
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

/** What makes an event a repetition of one that was recorded before. */
export interface Repetition {
  readonly windowMilliseconds: number
  /** Actions that count as the same; the event's own where it is left out. */
  readonly actions?: readonly AuditAction[]
  /** What the details of the earlier event contain. */
  readonly details: JsonObject
}

/**
 * Appends an event unless the same actor did the same to the same subject within the window that ends now. The second
 * look is under the lock of the chain, so that of two at once, on any server, one is recorded; the first spares
 * repetitions the lock.
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
  // Through JSON and back, so that what is hashed is what `jsonb` gives back.
  const details = JSON.parse(JSON.stringify(event.details ?? {})) as JsonObject
  const time = new Date()
  const hash = computeHash({ actor, action, subject, details, sequence, time, previousHash })
  return { sequence, time, actor, action, subject, details: JSON.stringify(details), previous_hash: previousHash, hash }
}

/** Whether the log is whole; `brokenAt` is the sequence number of the first event that was changed, moved or lost. */
export type AuditChainVerdict =
  | { readonly whole: true; readonly events: number }
  | { readonly whole: false; readonly brokenAt: number }

/**
 * Walks the whole log in pages and recomputes every hash. Events cut off the end leave a chain that is whole in itself, so
 * it also has to reach the head, which is read first: what is appended meanwhile comes after it.
 */
export async function verifyAuditChain(database: Kysely<Database>): Promise<AuditChainVerdict> {
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
