import { describe, expect, it } from 'vitest'
import { dictionary } from '@zxcvbn-ts/language-common'
import { assertAcceptablePassword, hashPassword, verifyPassword } from './passwords.js'

async function findRefusal(password: string, personal: readonly string[] = []): Promise<string | null> {
  try {
    await assertAcceptablePassword(password, personal)
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('hashPassword', () => {
  it('uses salted Argon2id with 19 MiB and two passes', async () => {
    const [first, second] = await Promise.all([hashPassword('one password'), hashPassword('one password')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(second).not.toBe(first)
  })

  it('does not block the event loop', async () => {
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    await Promise.all(Array.from({ length: 16 }, () => hashPassword('one password')))
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(0)
  })
})

describe('verifyPassword', () => {
  it('distinguishes the correct password from a wrong one', async () => {
    const hash = await hashPassword('one password')
    expect(await verifyPassword(hash, 'one password')).toBe(true)
    expect(await verifyPassword(hash, 'One password')).toBe(false)
  })

  it('compares every byte, also beyond the 72nd', async () => {
    const long = 'x'.repeat(72)
    const hash = await hashPassword(`${long}a`)
    expect(await verifyPassword(hash, `${long}a`)).toBe(true)
    expect(await verifyPassword(hash, `${long}b`)).toBe(false)
  })

  it('treats composed and decomposed letters as equal', async () => {
    const hash = await hashPassword('caf\u00e9 caf\u00e9')
    expect(await verifyPassword(hash, 'cafe\u0301 cafe\u0301')).toBe(true)
  })

  it('distinguishes emoji', async () => {
    const hash = await hashPassword('🏛🏛🏛🏛')
    expect(await verifyPassword(hash, '🏛🏛🏛🏛')).toBe(true)
    expect(await verifyPassword(hash, '🏛🏛🏛🏚')).toBe(false)
  })

  it('rejects every password when there is no hash', async () => {
    expect(await verifyPassword(null, 'nobody has this password')).toBe(false)
  })

  it('takes the same time without a hash', async () => {
    const hash = await hashPassword('one password')
    const measure = async (of: string | null): Promise<number> => {
      const started = process.cpuUsage()
      for (let round = 0; round < 12; round++) await verifyPassword(of, 'a wrong password')
      const { user, system } = process.cpuUsage(started)
      return user + system
    }
    await measure(null)
    const [knownAccount, unknownAccount] = [await measure(hash), await measure(null)]
    expect(unknownAccount / knownAccount).toBeGreaterThan(0.5)
    expect(unknownAccount / knownAccount).toBeLessThan(2)
  })
})

describe('assertAcceptablePassword', () => {
  it.each(['seven77', '', '🏛🏛🏛🏛🏛🏛🏛'])('refuses %j as too short', async (password) => {
    expect(await findRefusal(password)).toBe('password-too-short')
  })

  it.each(['password', 'PASSWORD', 'Password1', '12345678', 'qwertyuiop', 'iloveyou', 'kamar123', 'autocad123'])(
    'refuses %s as too common',
    async (password) => {
      expect(await findRefusal(password)).toBe('password-too-common')
    },
  )

  it.each(['aaaaaaaa', 'abcabcabc', '12341234', 'abcdefgh', '98765432', 'zyxwvuts'])(
    'refuses the pattern %s',
    async (password) => {
      expect(await findRefusal(password)).toBe('password-too-common')
    },
  )

  it('refuses the name and the email address of the user', async () => {
    const personal = ['anahit.grigoryan@example.am', 'Anahit Grigoryan']
    expect(await findRefusal('Anahit Grigoryan', personal)).toBe('password-too-common')
    expect(await findRefusal('anahit.grigoryan', personal)).toBe('password-too-common')
    expect(await findRefusal('anahit.grigoryan@example.am', personal)).toBe('password-too-common')
  })

  it.each(['correct horse battery', 'եռանկյունի 3', 'k7#vQ!zp', 'ein langes Passwort'])(
    'accepts %s',
    async (password) => {
      expect(await findRefusal(password, ['somebody@example.am'])).toBeNull()
    },
  )

  const company = ['mariam@grigor-partners.am', 'Mariam', 'Grigor & Partners']

  it.each(['grigor2026', 'Partners2026!', 'GrigorPartners', 'grigor&partners24', '2026-Partners', 'Mariam1990'])(
    'refuses the user or company name with a year: %s',
    async (password) => {
      expect(await findRefusal(password, company)).toBe('password-too-common')
    },
  )

  it.each(['grigor and the crane', 'partners-of-nobody', 'Mariam 83 62 19 07 44'])('accepts %s', async (password) => {
    expect(await findRefusal(password, company)).toBeNull()
  })

  it('refuses the 10,000 most frequent passwords of published leaks', async () => {
    const frequentPasswords = dictionary['passwords-common'].slice(0, 10_000)
    const acceptedPasswords: string[] = []
    for (const password of frequentPasswords)
      if ((await findRefusal(password)) === null) acceptedPasswords.push(password)
    expect(acceptedPasswords).toEqual([])
  })
})
