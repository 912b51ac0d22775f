import { describe, expect, it } from 'vitest'
import { getMeshQuality, readResultUrn, resultUrn } from './index.js'

describe('the address of a result', () => {
  it('is that of its version and its number', () => {
    expect(readResultUrn(resultUrn('Ab_c-9', 12))).toEqual({ urn: 'Ab_c-9', result: 12 })
  })

  it.each(['Ab_c-9', '', 'Ab.', 'Ab.0', 'Ab.x', 'Ab.1234567', 'Ab.1.'])('is a version’s own: %j', (text) => {
    expect(readResultUrn(text)).toEqual({ urn: text, result: null })
  })
})

describe('the quality of a translation', () => {
  it('is what its options say, and standard where they say nothing of sense', () => {
    expect(getMeshQuality({ quality: 'fine' })).toBe('fine')
    for (const options of [{}, { quality: 'best' }, { quality: 3 }]) expect(getMeshQuality(options)).toBe('standard')
  })
})
