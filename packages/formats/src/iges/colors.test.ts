import { describe, expect, it } from 'vitest'
import { readColor } from './colors.js'
import { parseEntities } from './fixtures/iges-document.js'
import type { FixtureEntity } from './fixtures/iges-writer.js'

/** Returns the colour of a line that follows other entities of its file. */
function colorIn(color: number, ...before: readonly FixtureEntity[]): ReturnType<typeof readColor> {
  const file = parseEntities(...before, { type: 110, color, values: [0, 0, 0, 1, 0, 0] })
  const entity = file.entities.at(-1)
  return entity ? readColor(file, entity) : null
}

describe('IGES colour', () => {
  it.each([
    [1, [0, 0, 0]],
    [2, [1, 0, 0]],
    [3, [0, 1, 0]],
    [4, [0, 0, 1]],
    [5, [1, 1, 0]],
    [6, [1, 0, 1]],
    [7, [0, 1, 1]],
    [8, [1, 1, 1]],
  ])('is taken from the palette for number %d', (number, color) => {
    expect(colorIn(number)).toEqual(color)
  })

  it.each([0, 9, 4711])('is null for number %d', (number) => {
    expect(colorIn(number)).toBeNull()
  })

  it('is defined in percent by a colour definition entity, with or without a name', () => {
    expect(colorIn(-1, { type: 314, values: [100, 50, 0] })).toEqual([1, 0.5, 0])
    expect(colorIn(-1, { type: 314, values: ['2.5D1', 0, '12.5', '5HOchre'] })).toEqual([0.25, 0, 0.125])
  })

  it('is clamped to the range 0 to 1', () => {
    expect(colorIn(-1, { type: 314, values: [250, -30, 20] })).toEqual([1, 0, 0.2])
  })

  it('is zero in a non-numeric channel', () => {
    expect(colorIn(-1, { type: 314, values: [100, '3HRED', 100] })).toEqual([1, 0, 1])
  })

  it.each([
    ['with too few channels', [{ type: 314, values: [10, 20] }]],
    ['of another entity type', [{ type: 110, values: [0, 0, 0, 1, 0, 0] }]],
    ['that does not exist', []],
  ])('is null for a definition %s', (_, before) => {
    expect(colorIn(-1, ...before)).toBeNull()
  })
})
