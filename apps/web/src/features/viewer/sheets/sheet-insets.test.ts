import { expect, test } from 'vitest'
import { sheetInsets } from './sheet-insets.js'

test.each([
  ['nothing', { left: null, right: null }, { left: 8, right: 8 }],
  ['the list', { left: 300, right: null }, { left: 316, right: 8 }],
  ['both panels', { left: 320, right: 280 }, { left: 336, right: 296 }],
])('%s at the sides of a drawing covers as much as it is wide', (_name, open, sides) => {
  expect(sheetInsets({ ...open, isCompact: false }, 900)).toEqual({ ...sides, top: 64, bottom: 64 })
})

test.each([
  ['nothing', { left: null, right: null }, 64],
  ['the list', { left: 300, right: null }, 484],
  ['what is selected', { left: null, right: 300 }, 484],
])('on a phone %s covers the lower part', (_name, open, bottom) => {
  expect(sheetInsets({ ...open, isCompact: true }, 808)).toEqual({ left: 8, right: 8, top: 64, bottom })
})
