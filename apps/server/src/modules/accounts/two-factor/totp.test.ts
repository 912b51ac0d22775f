import { describe, expect, it } from 'vitest'
import { fromBase32 } from '../../../testing/authenticator.js'
import { base32, matchingStep, newTotpSecret, totpAddress, totpCode, totpStep } from './totp.js'

const secret = Buffer.from('12345678901234567890')

describe('TOTP code', () => {
  // RFC 6238, appendix B (SHA-1), the last six of eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('has for the second %i the value %s', (second, code) => {
    expect(totpCode(secret, totpStep(new Date(second * 1000)))).toBe(code)
  })

  const now = new Date(1_234_567_890_000)
  const step = totpStep(now)
  it.each([
    [-2, 0, null],
    [-1, 0, step - 1],
    [0, 0, step],
    [1, 0, step + 1],
    [2, 0, null],
    [0, step, null],
    [0, step + 1, null],
    [1, step, step + 1],
  ])('%i steps away, with %i as the last used step, matches step %s', (steps, lastStep, expected) => {
    expect(matchingStep(secret, totpCode(secret, step + steps), { now, lastStep })).toBe(expected)
  })

  it.each(['', '12345', '1234567', 'abcdef', '12345a', '١٢٣٤٥٦'])('%j is rejected as malformed', (code) => {
    expect(matchingStep(secret, code, { now, lastStep: 0 })).toBeNull()
  })
})

describe('TOTP secret', () => {
  it('has 160 random bits', () => {
    expect(newTotpSecret()).toHaveLength(20)
    expect(Buffer.from(newTotpSecret()).equals(Buffer.from(newTotpSecret()))).toBe(false)
  })

  // RFC 4648, section 10, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('is encoded in Base32: %j as %j', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded)
    expect(fromBase32(encoded).toString()).toBe(text)
  })

  it('is included in the otpauth URL with the account name', () => {
    const address = new URL(totpAddress(secret, 'ani+cad@kamar.am'))
    expect(address.href).toMatch(/^otpauth:\/\/totp\/Kamar:ani%2Bcad%40kamar\.am\?/)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      secret: base32(secret),
      issuer: 'Kamar',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
