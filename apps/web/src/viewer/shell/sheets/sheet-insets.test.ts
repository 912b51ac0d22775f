import { expect, test } from 'vitest'
import { sheetInsets } from './sheet-insets.js'

test.each([
  ['nothing', { left: null, right: null }, { left: 8, right: 8 }],
  ['the list', { left: 300, right: null }, { left: 316, right: 8 }],
  ['both panels', { left: 320, right: 280 }, { left: 336, right: 296 }],
])('drawing insets at the sides include the width of %s', (_name, open, sides) => {
  expect(sheetInsets({ ...open, isCompact: false }, 900)).toEqual({ ...sides, top: 64, bottom: 64 })
})

test.each([
  ['nothing', { left: null, right: null }, 64],
  ['the list', { left: 300, right: null }, 484],
  ['what is selected', { left: null, right: 300 }, 484],
])('drawing insets on a phone include the bottom sheet of %s', (_name, open, bottom) => {
  expect(sheetInsets({ ...open, isCompact: true }, 808)).toEqual({ left: 8, right: 8, top: 64, bottom })
})
