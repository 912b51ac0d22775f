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

describe('design URN', () => {
  it.each([
    ['base64', Buffer.from(objectId).toString('base64')],
    ['base64 without padding', Buffer.from(objectId).toString('base64').replaceAll('=', '')],
    ['base64url', Buffer.from(objectId).toString('base64url')],
    ['base64url with the prefix urn:', `urn:${Buffer.from(objectId).toString('base64url')}`],
    ['an object id', objectId],
  ])('is decoded from %s and normalised to base64url', (_, urn) => {
    expect(decodeUrn(urn)).toBe(objectId)
    expect(normaliseUrn(urn)).toBe(Buffer.from(objectId).toString('base64url'))
  })

  it('is encoded as base64url without padding', () => {
    for (const text of ['a', 'ab', 'abc', objectId, '???>>>']) {
      expect(encodeUrn(text)).toBe(Buffer.from(text).toString('base64url'))
    }
  })

  it.each(['', 'urn:', 'a b', '%', 'a', '/../x', '_w', 'x'.repeat(5000)])('is not decoded from %j', (urn) => {
    expect(decodeUrn(urn)).toBeNull()
    expect(normaliseUrn(urn)).toBeNull()
  })
})

describe('object id', () => {
  it('contains bucket and key, with any slashes in the key', () => {
    const address = { bucketKey: 'my-bucket', objectKey: 'Häuser/Դպրոց 1~?.ifc' }
    expect(toObjectId(address)).toBe(objectId)
    expect(parseObjectId(objectId)).toEqual(address)
  })

  it.each(['urn:adsk.objects:os.object:bucket', 'urn:adsk.objects:os.object:/key', 'urn:adsk.wipprod:fs.file:x/y', ''])(
    'is not parsed from %j',
    (text) => {
      expect(parseObjectId(text)).toBeNull()
    },
  )
})

describe('derivative URN', () => {
  it('contains the design and the path below output', () => {
    const address = { urn: encodeUrn(objectId), path: 'exports/model.glb' }
    const urn = toDerivativeUrn(address)
    expect(urn).toBe(`urn:adsk.viewing:fs.file:${address.urn}/output/exports/model.glb`)
    expect(parseDerivativeUrn(urn)).toEqual(address)
  })

  it('keeps a second output in its path', () => {
    expect(parseDerivativeUrn('urn:adsk.viewing:fs.file:abc/output/output/x')?.path).toBe('output/x')
  })

  it.each(['urn:adsk.viewing:fs.file:abc/exports/x', 'urn:adsk.viewing:fs.file:abc/output/', 'x', ''])(
    'is not parsed from %j',
    (text) => {
      expect(parseDerivativeUrn(text)).toBeNull()
    },
  )
})
