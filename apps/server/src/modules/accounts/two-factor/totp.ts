import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238) as every authenticator app makes them: SHA-1, six digits, thirty seconds. */
const stepMilliseconds = 30_000
const digits = 6
const secretBytes = 20
/** Phone clocks are off by seconds: the neighbours of the present step are accepted too. */
const neighbours = [0, -1, 1] as const

export function newTotpSecret(): Uint8Array {
  return randomBytes(secretBytes)
}

/** Computes the code of a time step (RFC 4226, section 5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / stepMilliseconds)
}

/** Returns the step of a code, later than `lastStep`; null when it matches no step nearby. */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { readonly now: Date; readonly lastStep: number },
): number | null {
  if (!new RegExp(`^\\d{${digits}}$`).test(code)) return null
  const codeBytes = Buffer.from(code)
  const step = neighbours
    .map((neighbour) => totpStep(now) + neighbour)
    .find((candidate) => timingSafeEqual(codeBytes, Buffer.from(totpCode(secret, candidate))))
  return step !== undefined && step > lastStep ? step : null
}

/** Returns the URI that an authenticator app reads from the QR code (Key Uri Format). */
export function totpAddress(secret: Uint8Array, accountName: string): string {
  const label = `${encodeURIComponent('Kamar')}:${encodeURIComponent(accountName)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Kamar&algorithm=SHA1&digits=${digits}&period=30`
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes by RFC 4648, section 6, without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += base32Letters[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + base32Letters[(value << (5 - bits)) & 31]
}
