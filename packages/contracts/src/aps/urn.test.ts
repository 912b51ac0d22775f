import { describe, expect, it } from 'vitest'
import {
  decodeUrn,
  toDerivativeUrn,
  encodeUrn,
  normaliseUrn,
  toObjectId,
  parseDerivativeUrn,
  parseObjectId,
} from './urn.js'

const objectId = 'urn:adsk.objects:os.object:my-bucket/Häuser/Դպրոց 1~?.ifc'

describe('the URN of a design', () => {
  it.each([
    ['base64', Buffer.from(objectId).toString('base64')],
    ['base64 without padding', Buffer.from(objectId).toString('base64').replaceAll('=', '')],
    ['base64url', Buffer.from(objectId).toString('base64url')],
    ['base64url behind urn:', `urn:${Buffer.from(objectId).toString('base64url')}`],
    ['the id of the object', objectId],
  ])('is read from %s, and has one spelling', (_, urn) => {
    expect(decodeUrn(urn)).toBe(objectId)
    expect(normaliseUrn(urn)).toBe(Buffer.from(objectId).toString('base64url'))
  })

  it('is answered as base64url without padding', () => {
    for (const text of ['a', 'ab', 'abc', objectId, '???>>>']) {
      expect(encodeUrn(text)).toBe(Buffer.from(text).toString('base64url'))
    }
  })

  it.each(['', 'urn:', 'a b', '%', 'a', '/../x', '_w', 'x'.repeat(5000)])('is not read from %j', (urn) => {
    expect(decodeUrn(urn)).toBeNull()
    expect(normaliseUrn(urn)).toBeNull()
  })
})

describe('the id of an object', () => {
  it('names bucket and key, whatever slashes the key has', () => {
    const address = { bucketKey: 'my-bucket', objectKey: 'Häuser/Դպրոց 1~?.ifc' }
    expect(toObjectId(address)).toBe(objectId)
    expect(parseObjectId(objectId)).toEqual(address)
  })

  it.each(['urn:adsk.objects:os.object:bucket', 'urn:adsk.objects:os.object:/key', 'urn:adsk.wipprod:fs.file:x/y', ''])(
    'is not %j',
    (text) => {
      expect(parseObjectId(text)).toBeNull()
    },
  )
})

describe('the URN of a derivative', () => {
  it('names the design and the path below output', () => {
    const address = { urn: encodeUrn(objectId), path: 'exports/model.glb' }
    const urn = toDerivativeUrn(address)
    expect(urn).toBe(`urn:adsk.viewing:fs.file:${address.urn}/output/exports/model.glb`)
    expect(parseDerivativeUrn(urn)).toEqual(address)
  })

  it('keeps what stands behind a second output', () => {
    expect(parseDerivativeUrn('urn:adsk.viewing:fs.file:abc/output/output/x')?.path).toBe('output/x')
  })

  it.each(['urn:adsk.viewing:fs.file:abc/exports/x', 'urn:adsk.viewing:fs.file:abc/output/', 'x', ''])(
    'is not %j',
    (text) => {
      expect(parseDerivativeUrn(text)).toBeNull()
    },
  )
})
