import { createHash } from 'node:crypto'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { JsonObject } from './columns.js'
import type { Database } from './schema.js'

/** Something worth remembering about who did what. */
export interface AuditEvent {
  readonly actor: string | null
  /** `file.delete`, `account.approve`, … */
  readonly action: string
  /** Id of what it was done to. */
  readonly subject: string
  readonly details?: JsonObject
}

interface HashedFields extends Required<AuditEvent> {
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

function hashOf(event: HashedFields): string {
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
  await sql`select pg_advisory_xact_lock(${appendLock})`.execute(transaction)
  const last = await transaction
    .selectFrom('audit_event')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  const fields: HashedFields = {
    actor: event.actor,
    action: event.action,
    subject: event.subject,
    // Through JSON and back, so that what is hashed is what `jsonb` gives back.
    details: JSON.parse(JSON.stringify(event.details ?? {})) as JsonObject,
    sequence: (last?.sequence ?? 0) + 1,
    time: new Date(),
    previousHash: last?.hash ?? firstHash,
  }
  await transaction
    .insertInto('audit_event')
    .values({
      sequence: fields.sequence,
      time: fields.time,
      actor: fields.actor,
      action: fields.action,
      subject: fields.subject,
      details: JSON.stringify(fields.details),
      previous_hash: fields.previousHash,
      hash: hashOf(fields),
    })
    .execute()
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
  const head = await database.selectFrom('audit_head').select(['sequence', 'hash']).executeTakeFirst()
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
      if (!follows(row, { sequence, previousHash }) || (sequence === head?.sequence && row.hash !== head.hash))
        return { whole: false, brokenAt: sequence }
      previousHash = row.hash
    }
    if (page.length < 1000) break
  }
  const reachesHead = head !== undefined && sequence >= head.sequence
  return reachesHead ? { whole: true, events: sequence } : { whole: false, brokenAt: sequence + 1 }
}

type AuditRow = Selectable<Database['audit_event']>

function follows(row: AuditRow, { sequence, previousHash }: Pick<HashedFields, 'sequence' | 'previousHash'>): boolean {
  const isNext = row.sequence === sequence && row.previous_hash === previousHash
  return isNext && row.hash === hashOf({ ...row, previousHash, sequence })
}
