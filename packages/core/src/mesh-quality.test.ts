import { describe, expect, it } from 'vitest'
import { getMeshQuality } from './mesh-quality.js'

describe('getMeshQuality', () => {
  it('returns the quality of the options, or standard for a missing or invalid one', () => {
    expect(getMeshQuality({ quality: 'fine' })).toBe('fine')
    for (const options of [{}, { quality: 'best' }, { quality: 3 }]) expect(getMeshQuality(options)).toBe('standard')
  })
})
