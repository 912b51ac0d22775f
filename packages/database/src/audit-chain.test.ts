import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appendAuditEventOnce,
  appendAuditEvents,
  type AuditEvent,
  openDatabase,
  type OpenDatabase,
  verifyAuditChain,
} from './index.js'

let connection: OpenDatabase
beforeAll(async () => {
  connection = await openDatabase({})
})
afterAll(() => connection.close())

const opening: AuditEvent = { actor: 'anna', action: 'file.open', subject: 'house', details: { version: 1 } }
const repetition = { windowMilliseconds: 60_000, details: { version: 1 } }
const appendOnce = (event: AuditEvent, over: Partial<typeof repetition> & { actions?: AuditEvent['action'][] } = {}) =>
  connection.database
    .transaction()
    .execute((transaction) => appendAuditEventOnce(transaction, event, { ...repetition, ...over }))
const count = async (): Promise<number> =>
  (await connection.database.selectFrom('audit_head').select('sequence').executeTakeFirstOrThrow()).sequence

describe('appendAuditEvents', () => {
  it('appends more events than fit into one statement, in their order', async () => {
    const events = Array.from({ length: 1005 }, (_, index) => ({ ...opening, subject: `house ${index}` }))
    await connection.database.transaction().execute((transaction) => appendAuditEvents(transaction, events))
    const rows = await connection.database.selectFrom('audit_event').select('subject').orderBy('sequence').execute()
    expect(rows.map(({ subject }) => subject)).toEqual(events.map(({ subject }) => subject))
    expect(await verifyAuditChain(connection.database)).toEqual({ whole: true, events: 1005 })
  })

  it('leaves the chain unchanged without events', async () => {
    const before = await count()
    await connection.database.transaction().execute((transaction) => appendAuditEvents(transaction, []))
    expect(await count()).toBe(before)
  })
})

describe('appendAuditEventOnce', () => {
  it('appends one of several equal events', async () => {
    const before = await count()
    await Promise.all([appendOnce(opening), appendOnce(opening)])
    await appendOnce(opening)
    expect(await count()).toBe(before + 1)
  })

  it.each([
    ['actor', { actor: 'boris' }],
    ['missing actor', { actor: null }],
    ['subject', { subject: 'bridge' }],
    ['action', { action: 'file.download' }],
  ] as const)('appends an event of another %s', async (_, over) => {
    const before = await count()
    await appendOnce({ ...opening, ...over })
    expect(await count()).toBe(before + 1)
  })

  it('compares events by the given details only', async () => {
    const before = await count()
    const second = { ...opening, details: { version: 2, recipient: 'x' } }
    await appendOnce(second, { details: { version: 2 } })
    await appendOnce({ ...second, details: { version: 2, recipient: 'y' } }, { details: { version: 2 } })
    expect(await count()).toBe(before + 1)
  })

  it('treats the given other actions as the same event', async () => {
    const before = await count()
    await appendOnce({ ...opening, action: 'link.open' }, { actions: ['file.open'] })
    expect(await count()).toBe(before)
  })

  it('appends an equal event again after the window', async () => {
    const before = await count()
    await appendOnce(opening, { windowMilliseconds: -60_000 })
    expect(await count()).toBe(before + 1)
  })
})
