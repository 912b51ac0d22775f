import { randomBytes } from 'node:crypto'
import { ProtocolError } from '@kamar/aps'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSignedAddresses, type SignedAddress } from './signed-addresses.js'

const key = randomBytes(32)
let now: Date
beforeEach(() => {
  now = new Date('2026-11-21T02:00:00.500Z')
})
const addresses = createSignedAddresses(key, () => now)
const signed = (changes: Partial<SignedAddress> = {}): string =>
  addresses.sign({
    method: 'GET',
    path: '/oss/v2/transfers/downloads/7',
    expiresAt: new Date('2026-11-21T02:02:00.000Z'),
    parameters: { size: '10', 'response-content-disposition': 'attachment; filename="Դպրոց & a=b.ifc"' },
    ...changes,
  })
const findRefusal = (method: string, url: string): ProtocolError | null => {
  try {
    addresses.check({ method, url })
    return null
  } catch (error) {
    if (error instanceof ProtocolError) return error
    throw error
  }
}

describe('signed URL', () => {
  it('is valid for its method, and for HEAD when signed for GET', () => {
    expect(findRefusal('GET', signed())).toBeNull()
    expect(findRefusal('HEAD', signed())).toBeNull()
    expect(findRefusal('PUT', signed({ method: 'PUT' }))).toBeNull()
  })

  it('is invalid for another method', () => {
    for (const method of ['PUT', 'POST', 'DELETE']) expect(findRefusal(method, signed())?.status).toBe(403)
    for (const method of ['GET', 'HEAD']) expect(findRefusal(method, signed({ method: 'PUT' }))?.status).toBe(403)
  })

  it('accepts its query parameters in any order', () => {
    const [path = '', query = ''] = signed().split('?')
    expect(findRefusal('GET', `${path}?${query.split('&').reverse().join('&')}`)).toBeNull()
  })

  it('is invalid when a character is changed, removed or added', () => {
    const url = signed()
    for (let index = 0; index < url.length; index++) {
      const other = url[index] === 'x' ? 'y' : 'x'
      const changed = [
        url.slice(0, index) + other + url.slice(index + 1),
        url.slice(0, index) + url.slice(index + 1),
      ].filter((text) => describeAddress(text) !== describeAddress(url))
      for (const text of changed) expect(findRefusal('GET', text)?.status, text).toBe(403)
    }
    expect(findRefusal('GET', `${url}&size=99`)?.status).toBe(403)
    expect(findRefusal('GET', `${url}&signature=AAAA`)?.status).toBe(403)
    expect(findRefusal('GET', '/oss/v2/transfers/downloads/7')?.status).toBe(403)
  })

  it('expires at its exact time with "Request has expired"', () => {
    now = new Date('2026-11-21T02:01:59.999Z')
    expect(findRefusal('GET', signed())).toBeNull()
    now = new Date('2026-11-21T02:02:00.000Z')
    expect(findRefusal('GET', signed())).toMatchObject({ status: 403, message: 'Request has expired' })
  })

  it('is invalid for another deployment', () => {
    const others = createSignedAddresses(randomBytes(32), () => now)
    expect(() => others.check({ method: 'GET', url: signed() })).toThrow('The address is not signed')
  })
})

/** Describes the server's reading of a URL: two spellings of one signature are one signature. */
function describeAddress(url: string): string {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  const signature = Buffer.from(parameters.get('signature') ?? '', 'base64url').toString('hex')
  parameters.delete('signature')
  parameters.sort()
  return `${path}\n${parameters.toString()}\n${signature}`
}
