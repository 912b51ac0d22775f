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
  ])('compares the depth of %s with two levels', (json, isDeeper) => {
    expect(isDeeperThan(json, 2)).toBe(isDeeper)
  })

  it('stops at the first level too many', () => {
    expect(isDeeperThan('['.repeat(1_000_000), 64)).toBe(true)
  })
})
