import { describe, expect, it } from 'vitest'
import { pathRule, rulesetAttributes } from './landlock.js'

const readFields = (bytes: Buffer): bigint[] =>
  Array.from({ length: bytes.length / 8 }, (_, index) => bytes.readBigUInt64LE(index * 8))

describe('Landlock ruleset', () => {
  it('handles every access right that the kernel version knows', () => {
    expect(readFields(rulesetAttributes(1))).toEqual([0x1fffn])
    expect(readFields(rulesetAttributes(2))).toEqual([0x3fffn])
    expect(readFields(rulesetAttributes(3))).toEqual([0x7fffn])
    expect(readFields(rulesetAttributes(4))).toEqual([0x7fffn, 3n])
    expect(readFields(rulesetAttributes(5))).toEqual([0xffffn, 3n])
    expect(readFields(rulesetAttributes(7))).toEqual([0xffffn, 3n, 3n])
  })

  it('allows reading and executing below a readable folder', () => {
    const rule = pathRule(7, 'read', true, 11)
    expect([rule.length, rule.readBigUInt64LE(0), rule.readInt32LE(8)]).toEqual([12, 0b1101n, 11])
  })

  it('allows everything but executing below a writable folder', () => {
    expect(pathRule(7, 'write', true, 11).readBigUInt64LE(0)).toBe(0xfffen)
    expect(pathRule(1, 'write', true, 11).readBigUInt64LE(0)).toBe(0x1ffen)
  })

  it('omits directory rights for a file, which the kernel would refuse', () => {
    expect(pathRule(7, 'read', false, 11).readBigUInt64LE(0)).toBe(0b101n)
  })
})
