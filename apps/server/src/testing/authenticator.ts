import { totpCode, totpStep } from '../modules/accounts/two-factor/totp.js'
import { bearer, type TestUser, type TestServer } from './test-server.js'

/** Authenticator app and recovery codes of a test user. */
export interface Authenticator {
  /** Returns the code at a moment. */
  codeAt(now: number): string
  readonly recoveryCodes: readonly string[]
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Enables two-factor sign-in, with the code of that moment. */
export async function turnOnTwoFactor(server: TestServer, user: TestUser, now: number): Promise<Authenticator> {
  const post = (url: string, payload: object) => server.inject({ method: 'POST', url, headers: bearer(user), payload })
  const setUp = await post('/api/auth/two-factor', { password: user.password })
  const { secret } = setUp.json<{ secret: string }>()
  const codeAt = (moment: number): string => totpCode(fromBase32(secret), totpStep(new Date(moment)))
  const confirmed = await post('/api/auth/two-factor/confirm', { code: codeAt(now) })
  if (confirmed.statusCode !== 200) throw new Error(`confirm answered ${confirmed.statusCode} ${confirmed.body}`)
  return { codeAt, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes }
}

/** Decodes by RFC 4648, section 6; only tests need it, because the product only encodes. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (character) => base32Alphabet.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
