import { expect, test } from 'vitest'
import { coveredInsets } from './covered-insets.js'

test.each([
  ['nothing open', { left: null, right: null }, { left: 60, right: 8 }],
  ['a panel at the left', { left: 300, right: null }, { left: 368, right: 8 }],
  ['the inspector', { left: null, right: 336 }, { left: 60, right: 352 }],
  ['both', { left: 300, right: 336 }, { left: 368, right: 352 }],
])('viewer insets at the sides include %s', (_name, widths, sides) => {
  const covered = coveredInsets({ ...widths, hasSheet: true, isLowered: false, isCompact: false }, 900)
  expect(covered).toEqual({ ...sides, top: 64, bottom: 64 })
})

test.each([
  ['no', false, 64],
  ['an open', true, 484],
])('viewer insets on a phone include %s sheet at the bottom', (_name, hasSheet, bottom) => {
  const covered = coveredInsets({ left: 300, right: 336, hasSheet, isLowered: false, isCompact: true }, 808)
  expect(covered).toEqual({ left: 8, right: 8, top: 64, bottom })
})

test('viewer insets on a phone include the selection bar of a lowered sheet', () => {
  const compact = { left: null, right: null, hasSheet: false, isCompact: true }
  const { bottom } = coveredInsets({ ...compact, isLowered: false }, 808)
  expect(coveredInsets({ ...compact, isLowered: true }, 808).bottom).toBe(bottom + 60)
})
