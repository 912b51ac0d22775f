import { describe, expect, it } from 'vitest'
import { exceedsDepth } from './json-bodies.js'

describe('exceedsDepth', () => {
  it.each([
    ['[[1]]', false],
    ['[[[1]]]', true],
    ['[{"a":[]}]', true],
    ['[[],[],[[]', true],
    ['[[],{},[],{}]', false],
    ['["[[[[",{"{{{":"\\"[[["}]', false],
    ['"\\\\",[[[', true],
    ['', false],
  ])('compares the nesting of %s with a limit of two levels', (json, isDeeper) => {
    expect(exceedsDepth(json, 2)).toBe(isDeeper)
  })

  it('handles a million unclosed brackets', () => {
    expect(exceedsDepth('['.repeat(1_000_000), 64)).toBe(true)
  })
})
