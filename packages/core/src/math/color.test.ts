import { expect, it } from 'vitest'
import { hexadecimal, screenChannel } from './color.js'

it.each([
  [[0, 0, 0], '#000000'],
  [[1, 0.5, 1 / 255], '#ff8001'],
  [[160 / 255, 177 / 255, 194 / 255], '#a0b1c2'],
] as const)('hexadecimal formats the colour %j as %s', (color, text) => {
  expect(hexadecimal(color)).toBe(text)
})

it('screenChannel converts linear light to sRGB', () => {
  expect([0, 0.001, 0.5, 1].map((light) => Math.round(screenChannel(light) * 255))).toEqual([0, 3, 188, 255])
})
