import { describe, expect, test } from 'vitest'
import { nextIndex } from './use-grid-events.js'

describe('nextIndex in a list of ten, five per page', () => {
  const at = (current: number) => ({ count: 10, current, columns: 1, page: 5 })

  test.each([
    ['ArrowDown', 3, 4],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['ArrowDown', 9, 9],
    ['PageDown', 3, 8],
    ['PageDown', 8, 9],
    ['PageUp', 3, 0],
    ['Home', 7, 0],
    ['End', 2, 9],
  ])('maps %s from %i to %i', (key, from, to) => {
    expect(nextIndex(key, at(from))).toBe(to)
  })

  test.each(['ArrowLeft', 'ArrowRight', 'a', 'Tab', 'Enter'])('returns null for %s', (key) => {
    expect(nextIndex(key, at(3))).toBeNull()
  })
})

describe('nextIndex in a grid of three columns', () => {
  const at = (current: number) => ({ count: 10, current, columns: 3, page: 2 })

  test.each([
    ['ArrowRight', 2, 3],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 1, 4],
    ['ArrowUp', 4, 1],
    ['ArrowDown', 8, 9],
    ['PageDown', 0, 6],
    ['PageUp', 7, 1],
    ['Home', 9, 0],
    ['End', 0, 9],
  ])('maps %s from %i to %i', (key, from, to) => {
    expect(nextIndex(key, at(from))).toBe(to)
  })
})

test('nextIndex returns null in an empty list', () => {
  expect(nextIndex('ArrowDown', { count: 0, current: 0, columns: 1, page: 5 })).toBeNull()
})
