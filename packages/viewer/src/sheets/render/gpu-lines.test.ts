import { describe, expect, it } from 'vitest'
import { runsWithin } from './gpu-lines.js'
import { endBit, LineRecords, type StretchBox, stretchRecords } from './line-records.js'

/** Creates a zigzag to the right: a record at each step. */
function zigzag(records: number): LineRecords {
  const lineRecords = new LineRecords()
  for (let at = 0; at < records; at++)
    lineRecords.add([at, at % 2], at, { style: at === records - 1 ? endBit : 3, level: 7 })
  return lineRecords
}

describe('GPU line records', () => {
  it('are rows of a texture, padded at the end', () => {
    const records = zigzag(3)
    const floats = new Float32Array(records.placeRows(0, 2, 2).buffer)
    expect([...floats.slice(0, 3), ...floats.slice(4, 7)]).toEqual([0, 0, 0, 1, 1, 1])
    expect(records.placeRows(0, 2, 2)[3]).toBe(3)
    expect([...records.levelRows(0, 2, 2)]).toEqual([7, 7, 7, 0])
    expect(records.lineCount).toBe(2)
  })

  it('are line primitives: each from a record to the next, none where a line ends, dots marked', () => {
    const records = new LineRecords()
    const recordStyle = { style: 5, level: 0 }
    records.add([0, 0], 0, recordStyle)
    records.add([4, 3], 5, { ...recordStyle, style: (5 | endBit) >>> 0 })
    records.add([7, 7], 0, recordStyle)
    records.add([7, 7], 0, { ...recordStyle, style: (5 | endBit) >>> 0 })
    const { vertices, indices } = records.primitives(0, records.lineCount)
    expect([...indices]).toEqual([0, 1, 1, 1, 2, 3])
    const dotBit = 0x40000000
    expect([3, 7, 11, 15].map((at) => vertices[at])).toEqual([5, 5 + endBit, 5, 5 + endBit + dotBit])
    expect([...records.primitives(2, 1).indices]).toEqual([0, 1])
  })

  it('have a box per stretch, including the segment to its last end', () => {
    const records = zigzag(2 * stretchRecords + 2)
    expect(records.stretches()).toEqual([
      [0, 0, stretchRecords, 1],
      [stretchRecords, 0, 2 * stretchRecords, 1],
      [2 * stretchRecords, 0, 2 * stretchRecords + 1, 1],
    ])
  })

  it('contain no lines when empty or a single point', () => {
    expect(new LineRecords().stretches()).toEqual([])
    expect(zigzag(1).lineCount).toBe(0)
  })
})

describe('GPU line draw calls', () => {
  const stretches = (count: number): StretchBox[] =>
    Array.from({ length: count }, (_, number) => [number * 10, 0, number * 10 + 5, 1])
  const runs = (count: number, box: StretchBox, lineCount = count * stretchRecords) => [
    ...runsWithin({ lineCount, stretches: stretches(count) }, box),
  ]

  it('contain the stretches inside the view, with neighbours joined', () => {
    expect(runs(5, [12, 0, 31, 1])).toEqual([{ first: stretchRecords, count: 3 * stretchRecords }])
    expect(runs(5, [6, 0, 9, 1])).toEqual([])
  })

  it('are limited to the vertices that 16-bit indices can address', () => {
    const all = runs(40, [0, 0, 1000, 1])
    expect(all.map(({ count }) => count / stretchRecords)).toEqual([16, 16, 8])
    expect(all.map(({ first }) => first / stretchRecords)).toEqual([0, 16, 32])
  })

  it('end at the last line', () => {
    expect(runs(2, [0, 0, 1000, 1], stretchRecords + 5)).toEqual([{ first: 0, count: stretchRecords + 5 }])
  })
})
