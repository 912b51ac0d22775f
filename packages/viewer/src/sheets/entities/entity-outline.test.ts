import { describe, expect, it } from 'vitest'
import { entityBox, entityOutline } from './entity-outline.js'
import type { LoadedSheet } from '../loaded-sheet.js'

/**
 * Creates a sheet with a grid step of one unit whose lines all belong to the first entity, with one text of 100 by 10
 * units at (200, 50).
 */
function createSheet(lines: readonly (readonly number[])[], hasText: boolean): LoadedSheet {
  const start = Uint32Array.from([0, ...lines.map((points) => points.length / 2)])
  for (let at = 1; at < start.length; at++) start[at] += start[at - 1]
  const text = { entity: 0, string: 'Hall', box: [0, 0, 100, 10], origin: [200, 50], xAxis: [1, 0], yAxis: [0, 1] }
  return {
    info: { origin: [0, 0], step: 1 },
    lines: [
      {
        count: lines.length,
        entity: new Uint32Array(lines.length),
        closed: new Uint8Array(lines.length),
        start,
        points: Int32Array.from(lines.flat()),
      },
    ],
    fills: null,
    texts: hasText ? { texts: [text] } : null,
  } as unknown as LoadedSheet
}

const glyph = [205, 50, 210, 60]
const tail = [205, 48, 205, 60]
const leader = [0, 0, 205, 55]

const readRings = ({ lines: [block] }: LoadedSheet): number[][] =>
  Array.from({ length: block.count }, (_, line) => [
    ...block.points.subarray(block.start[line] * 2, block.start[line + 1] * 2),
  ])

describe('entityOutline', () => {
  it('replaces glyphs by the text box and keeps other lines', () => {
    const outline = entityOutline(createSheet([glyph, tail, leader], true), 0)
    expect(readRings(outline)).toEqual([leader, [197, 47, 302, 47, 302, 62, 197, 62]])
  })

  it('contains every line of an entity without text, and none of other entities', () => {
    expect(readRings(entityOutline(createSheet([glyph, leader], false), 0))).toEqual([glyph, leader])
    expect(entityOutline(createSheet([glyph], false), 1).lines[0]?.count).toBe(0)
  })

  it('reaches as far as everything drawn of the entity', () => {
    expect(entityBox(createSheet([tail, leader], true), 0)).toEqual([0, 0, 300, 60])
    expect(entityBox(createSheet([tail], true), 7)).toBeNull()
  })
})
