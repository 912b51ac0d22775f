import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appendAuditEvent, openDatabase, verifyAuditChain, type OpenDatabase } from './index.js'

let connection: OpenDatabase
beforeAll(async () => {
  connection = await openDatabase({})
  for (const action of ['file.upload', 'file.open', 'file.rename', 'file.bin', 'file.purge'] as const) {
    await connection.database
      .transaction()
      .execute((transaction) =>
        appendAuditEvent(transaction, { actor: null, action, subject: 'x', details: { b: 1, a: [{ z: 1, y: null }] } }),
      )
  }
})
afterAll(() => connection.close())

/** Carries a verification result out of a transaction that is rolled back. */
class Undone extends Error {
  constructor(readonly verification: unknown) {
    super('undone')
  }
}

/** Returns the verification result after a superuser has made these changes to the database. */
async function verifyAfter(...damage: readonly RawBuilder<unknown>[]): Promise<unknown> {
  const attempt = connection.database.transaction().execute(async (transaction) => {
    await sql`alter table audit_event disable trigger user`.execute(transaction)
    for (const step of damage) await step.execute(transaction)
    throw new Undone(await verifyAuditChain(transaction))
  })
  return attempt.catch((error: unknown) => {
    if (error instanceof Undone) return error.verification
    throw error
  })
}

const move = (from: number, to: number): RawBuilder<unknown> =>
  sql`update audit_event set sequence = ${to} where sequence = ${from}`

it.each([
  ['edited', [sql`update audit_event set subject = 'y' where sequence = 2`], 2],
  ['edited together with their own hashes', [sql`update audit_event set hash = repeat('a', 64) where sequence = 4`], 4],
  ['removed', [sql`delete from audit_event where sequence = 3`], 3],
  ['removed from the beginning', [sql`delete from audit_event where sequence = 1`], 1],
  ['reordered', [move(2, 100), move(3, 2), move(100, 3)], 2],
  ['removed from the end', [sql`delete from audit_event where sequence > 3`], 4],
  ['removed completely', [sql`delete from audit_event`], 1],
  [
    'removed from the end together with the stored chain head',
    [sql`delete from audit_event where sequence > 3`, sql`delete from audit_head`],
    4,
  ],
  ['edited at the end together with the chain', [sql`update audit_head set hash = repeat('b', 64)`], 5],
] as const)('L10 verifyAuditChain locates events that were %s', async (_, damage, brokenAt) => {
  expect(await verifyAfter(...damage)).toEqual({ whole: false, brokenAt })
})

it('L10 verifyAuditChain confirms an untouched log', async () => {
  expect(await verifyAuditChain(connection.database)).toEqual({ whole: true, events: 5 })
})

it('L10 verifyAuditChain confirms a log to which events are appended meanwhile', async () => {
  const append = (): Promise<void> =>
    connection.database
      .transaction()
      .execute((transaction) => appendAuditEvent(transaction, { actor: null, action: 'file.open', subject: 'x' }))
  const [verification] = await Promise.all([verifyAuditChain(connection.database), append(), append()])
  expect(verification).toMatchObject({ whole: true })
  expect(await verifyAuditChain(connection.database)).toEqual({ whole: true, events: 7 })
})
