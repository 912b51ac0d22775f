import { describe, expect, it } from 'vitest'
import { readResultUrn, resultUrn } from './result-address.js'

describe('result URN', () => {
  it('contains the URN of its version and its number', () => {
    expect(readResultUrn(resultUrn('Ab_c-9', 12))).toEqual({ urn: 'Ab_c-9', result: 12 })
  })

  it.each(['Ab_c-9', '', 'Ab.', 'Ab.0', 'Ab.x', 'Ab.1234567', 'Ab.1.'])(
    'is read as a version URN without a result: %j',
    (text) => {
      expect(readResultUrn(text)).toEqual({ urn: text, result: null })
    },
  )
})
