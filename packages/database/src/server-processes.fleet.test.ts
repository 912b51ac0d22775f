import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { type PubSub, runExclusively, openDatabase, openPubSub } from './index.js'

const url = process.env['KAMAR_TEST_DATABASE_URL'] ?? ''

describe.skipIf(url === '')('processes on one database server', () => {
  let pool: pg.Pool
  let first: PubSub
  let second: PubSub
  const errors: unknown[] = []
  beforeAll(async () => {
    pool = new pg.Pool({ connectionString: url })
    pool.on('error', () => undefined)
    const onError = (error: unknown): unknown => errors.push(error)
    ;[first, second] = [await openPubSub({ url, pool, onError }), await openPubSub({ url, pool, onError })]
  })
  afterAll(async () => {
    await first.close()
    await second.close()
    await pool.end()
  })

  it('receive messages of each other in order, but not their own, for any characters and length', async () => {
    const texts = ['one', 'ուրիշ տառեր 🏛 "\\', 'long '.repeat(20_000), '']
    const receivedTexts: string[] = []
    const own: string[] = []
    second.subscribe('file', (text) => receivedTexts.push(text))
    second.subscribe('other', () => receivedTexts.push('of another topic'))
    first.subscribe('file', (text) => own.push(text))
    for (const text of texts) first.publish('file', text)
    await vi.waitFor(() => expect(receivedTexts).toEqual(texts), 10_000)
    expect(own).toEqual([])
  })

  it('are notified of a gap when a message is too large', async () => {
    let gaps = 0
    const stop = second.onGap(() => gaps++)
    first.publish('file', 'x'.repeat(1_000_000))
    await vi.waitFor(() => expect(gaps).toBe(1), 10_000)
    stop()
  })

  it('C08 receive messages again, and a gap notification, after their connections were terminated', async () => {
    let gaps = 0
    second.onGap(() => gaps++)
    const receivedTexts: string[] = []
    second.subscribe('again', (text) => receivedTexts.push(text))
    await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kamar notices'")
    await vi.waitFor(() => expect(gaps).toBeGreaterThan(0), 10_000)
    first.publish('again', 'still here')
    await vi.waitFor(() => expect(receivedTexts).toEqual(['still here']), 10_000)
  })

  it('C08 roll back a transaction whose connection is terminated, and keep working', async () => {
    const name = `kamar_c08_${Date.now()}`
    await pool.query(`create database ${name}`)
    const own = new URL(url)
    own.pathname = `/${name}`
    const open = await openDatabase({ url: own.href })
    const transaction = open.database.transaction().execute(async (transactionDatabase) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transactionDatabase)
      await sql`insert into setting (key, value) values ('c08', '1')`.execute(transactionDatabase)
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await sql`select 1`.execute(transactionDatabase)
    })
    await expect(transaction).rejects.toThrow(/terminat|connection|ECONNRESET/i)
    expect(await open.database.selectFrom('setting').select('key').where('key', '=', 'c08').execute()).toEqual([])
    await open.close()
    await pool.query(`drop database ${name} with (force)`)
  })

  it('run one exclusive job at a time', async () => {
    const open = { kind: 'server', pool } as const
    const order: string[] = []
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    const begun = new Promise<void>((resolve) => {
      void runExclusively(open, 'housekeeping', {
        wait: false,
        work: async () => {
          resolve()
          await ended
          order.push('first')
        },
      })
    })
    await begun
    expect(
      await runExclusively(open, 'housekeeping', { wait: false, work: async () => void order.push('never') }),
    ).toBe(false)
    const waiting = runExclusively(open, 'housekeeping', { wait: true, work: async () => void order.push('second') })
    end()
    expect(await waiting).toBe(true)
    expect(order).toEqual(['first', 'second'])
  })
})
