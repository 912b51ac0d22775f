import type { OpenDatabase } from '@kamar/database'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, releaseDatabase } from '../../../testing/empty-database.js'
import { createSealer } from '../../../platform/secrets/sealer.js'
import { signingDays, SigningKeys } from './signing-keys.js'

const dayMilliseconds = 24 * 3_600_000
const sealer = createSealer('a secret of the deployment that is long', 'signing key')

let open: OpenDatabase
let time: number
beforeAll(async () => {
  open = await emptyDatabase()
})
afterAll(() => releaseDatabase(open))
beforeEach(async () => {
  time = Date.UTC(2026, 10, 21)
  await open.database.deleteFrom('signing_key').execute()
})
const createKeys = (which = sealer): SigningKeys =>
  new SigningKeys({ database: open.database, sealer: which, now: () => new Date(time) })
const pass = (days: number): void => {
  time += days * dayMilliseconds
}
const published = async (keys: SigningKeys): Promise<string[]> => (await keys.published()).keys.map(({ kid }) => kid)

describe('SigningKeys', () => {
  it('creates one key for simultaneous requests', async () => {
    const [one, two] = [createKeys(), createKeys()]
    const [first, second] = await Promise.all([one.current(), two.current()])
    expect(first.kid).toBe(second.kid)
    expect(await published(createKeys())).toEqual([first.kid])
  })

  it('rotates a key and trusts the old one until its tokens have expired', async () => {
    const keys = createKeys()
    const old = await keys.current()
    pass(signingDays - 1)
    expect((await keys.current()).kid).toBe(old.kid)
    pass(1)
    const newer = await keys.current()
    expect(newer.kid).not.toBe(old.kid)
    expect(await published(keys)).toEqual([newer.kid, old.kid])
    expect(await keys.trusted(old.kid)).toMatchObject({ kid: old.kid })
    await keys.removeOld()
    expect(await createKeys().trusted(old.kid)).not.toBeNull()
    pass(2)
    await keys.removeOld()
    expect(await published(createKeys())).toEqual([newer.kid])
    expect(await createKeys().trusted(old.kid)).toBeNull()
  })

  it('stores private keys sealed and ignores keys sealed with another secret', async () => {
    const ownKey = await createKeys().current()
    const row = await open.database.selectFrom('signing_key').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toMatch(/PRIVATE|"d":/)
    expect(Buffer.from(row.sealed_private_key, 'base64url').toString('latin1')).not.toContain('\x2a\x86\x48\x86\xf7')
    const others = createKeys(createSealer('another secret that is long as well', 'signing key'))
    expect(await others.trusted(ownKey.kid)).toBeNull()
    const otherKey = await others.current()
    expect(otherKey.kid).not.toBe(ownKey.kid)
    expect(await published(others)).toEqual([otherKey.kid])
  })

  it('finds a key that another server has created', async () => {
    const [one, two] = [createKeys(), createKeys()]
    await one.current()
    pass(signingDays)
    await two.published()
    const newer = await one.current()
    time += 1001
    expect(await two.trusted(newer.kid)).toMatchObject({ kid: newer.kid })
    expect(await two.trusted('not a key')).toBeNull()
  })
})
