import { expect, it } from 'vitest'
import { hexadecimal } from './color.js'

it.each([
  [[0, 0, 0], '#000000'],
  [[1, 0.5, 1 / 255], '#ff8001'],
  [[160 / 255, 177 / 255, 194 / 255], '#a0b1c2'],
] as const)('the colour %j is shown as %s', (color, text) => {
  expect(hexadecimal(color)).toBe(text)
})
