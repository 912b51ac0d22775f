import { describe, expect, it } from 'vitest'
import { isDeeperThan } from './json-bodies.js'

describe('isDeeperThan', () => {
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
    expect(isDeeperThan(json, 2)).toBe(isDeeper)
  })

  it('handles a million unclosed brackets', () => {
    expect(isDeeperThan('['.repeat(1_000_000), 64)).toBe(true)
  })
})
