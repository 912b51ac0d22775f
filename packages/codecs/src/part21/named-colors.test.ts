import { expect, it } from 'vitest'
import { namedColor } from './named-colors.js'

it.each([
  ['red', [1, 0, 0]],
  ['CYAN', [0, 1, 1]],
  ['Black', [0, 0, 0]],
  ['rainbow', null],
  ['', null],
  ['constructor', null],
  ['__proto__', null],
])('namedColor maps %j to %j', (word, color) => {
  expect(namedColor(word)).toEqual(color)
})
