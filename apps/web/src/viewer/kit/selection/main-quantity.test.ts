import type { Property } from '@kamar/core'
import { expect, test } from 'vitest'
import { findMainQuantity } from './main-quantity.js'

const quantity = (name: string, value: Property['value'], unit?: string): Property => ({
  name,
  value,
  ...(unit === undefined ? {} : { unit }),
})

test.each([
  [
    'the net floor area before the gross one',
    [quantity('GrossFloorArea', 14, 'm²'), quantity('NetFloorArea', 12.4, 'm²')],
    12.4,
  ],
  ['an area before a length and a volume', [quantity('Length', 3), quantity('Volume', 9), quantity('Area', 8)], 8],
  ['a name that is written in words', [quantity('Net side area', 5, 'm²')], 5],
  ['any other area', [quantity('GSA BIM Area', 13.9, 'm²')], 13.9],
  ['no text and no zero', [quantity('Area', 'large'), quantity('NetArea', 0), quantity('Length', 2)], 2],
] as const)('findMainQuantity returns %s', (_name, properties, value) => {
  expect(findMainQuantity([{ name: 'Quantities', properties }])?.value).toBe(value)
})

test('findMainQuantity adds the unit that a quantity without one is in', () => {
  expect(findMainQuantity([{ name: 'Quantities', properties: [quantity('Volume', 9)] }])?.unit).toBe('m³')
  expect(findMainQuantity([{ name: 'Quantities', properties: [quantity('Area', 9, 'sq ft')] }])?.unit).toBe('sq ft')
})

test('findMainQuantity returns null for an element without quantities', () => {
  expect(findMainQuantity([{ name: 'Common', properties: [quantity('IsExternal', true)] }])).toBeNull()
})
