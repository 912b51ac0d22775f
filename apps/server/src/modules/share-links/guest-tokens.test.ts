import { randomBytes } from 'node:crypto'
import { limits } from '@kamar/contracts'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createGuestTokens } from './guest-tokens.js'

const key = randomBytes(32)
const id = '00000000-0000-7000-8000-00000000abcd'
const second = 1000
const start = Date.UTC(2026, 10, 21)
const clock = { now: start }
const tokens = createGuestTokens(key, () => new Date(clock.now))
const forge = (header: object, claims: object, by: Uint8Array = key) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'guest+jwt', ...header })
    .setIssuedAt(start / second)
    .setExpirationTime(start / second + 60)
    .sign(by)

describe('guest token', () => {
  it('identifies its link for one hour', async () => {
    clock.now = start
    const { seconds, token } = await tokens.issue({ id, expiresAt: null })
    expect(seconds).toBe(limits.viewerTokenLifetimeSeconds)
    expect(await tokens.verify(token)).toBe(id)
    clock.now = start + (seconds - 1) * second
    expect(await tokens.verify(token)).toBe(id)
    clock.now = start + (seconds + 1) * second
    expect(await tokens.verify(token)).toBeNull()
  })

  it('expires with its link', async () => {
    clock.now = start
    const { seconds, token } = await tokens.issue({ id, expiresAt: new Date(start + 90 * second) })
    expect(seconds).toBe(90)
    clock.now = start + 91 * second
    expect(await tokens.verify(token)).toBeNull()
  })

  it.each<[string, () => Promise<string>]>([
    ['another key', () => forge({}, { sub: id, iss: 'kamar', aud: 'kamar-guests' }, randomBytes(32))],
    ['another purpose', () => forge({ typ: 'access+jwt' }, { sub: id, iss: 'kamar', aud: 'kamar-guests' })],
    ['another audience', () => forge({}, { sub: id, iss: 'kamar', aud: 'kamar-api' })],
    ['another issuer', () => forge({}, { sub: id, iss: 'somebody', aud: 'kamar-guests' })],
    ['no share link', () => forge({}, { iss: 'kamar', aud: 'kamar-guests' })],
    ['a string that is not a token', () => Promise.resolve('nonsense')],
  ])('is rejected with %s', async (_, make) => {
    clock.now = start
    expect(await tokens.verify(await make())).toBeNull()
  })
})
