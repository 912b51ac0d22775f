import { describe, expect, it } from 'vitest'
import { halfAxes, readCurveShape, subtypeWord } from './curve-shapes.js'
import { acisFile, entityHeader } from './testing/acis-text.js'

function readShape(record: string) {
  const file = acisFile(`${record} #`)
  const parsedRecord = file.record(1)
  if (!parsedRecord) throw new Error(`No record in ${record}`)
  return readCurveShape(file, parsedRecord)
}
const spline = '{ exactcur full nubs 1 open 2 0 1 1 1 0 0 0 1 0 0 }'

describe('ACIS curve reader', () => {
  it('reads a straight curve', () => {
    expect(readShape(`straight-curve ${entityHeader} 1 2 3 0 0 1 I I`)).toEqual({
      kind: 'straight',
      at: [1, 2, 3],
      direction: [0, 0, 1],
    })
  })

  it('reads an ellipse', () => {
    expect(readShape(`ellipse-curve ${entityHeader} 1 2 3 0 0 1 4 0 0 0.5 I I`)).toEqual({
      kind: 'ellipse',
      center: [1, 2, 3],
      normal: [0, 0, 1],
      major: [4, 0, 0],
      ratio: 0.5,
    })
  })

  it.each([
    ['forward', false],
    ['reversed', true],
    ['0', false],
    ['1', true],
  ])('reads a spline with the sense %s', (sense, isReversed) => {
    expect(readShape(`intcurve-curve ${entityHeader} ${sense} ${spline} I I`)).toMatchObject({
      kind: 'spline',
      isReversed,
      spline: { degree: 1 },
    })
  })

  it('resolves a spline by reference to another record', () => {
    const file = acisFile(
      `intcurve-curve ${entityHeader} forward ${spline} #\nintcurve-curve ${entityHeader} reversed { ref 0 } #`,
    )
    const record = file.record(2)
    expect(record && readCurveShape(file, record)).toMatchObject({ kind: 'spline', isReversed: true })
  })

  it.each([
    ['an unknown curve type', `comet-curve ${entityHeader} 1 2 3`, 'comet-curve'],
    ['a truncated direction', `straight-curve ${entityHeader} 1 2 3 0 0`, 'straight-curve'],
    ['an ellipse of zero size', `ellipse-curve ${entityHeader} 0 0 0 0 0 1 0 0 0 1`, 'ellipse-curve'],
    ['a degenerate ellipse', `ellipse-curve ${entityHeader} 0 0 0 0 0 1 1 0 0 0`, 'ellipse-curve'],
    ['a non-numeric value', `ellipse-curve ${entityHeader} 0 0 0 0 0 up 1 0 0 1`, 'ellipse-curve'],
    ['a spline stored as a formula', `intcurve-curve ${entityHeader} forward { helix_int_cur 1 2 }`, 'helix_int_cur'],
    ['a spline without braces', `intcurve-curve ${entityHeader} forward`, 'intcurve-curve'],
    ['a dangling reference', `intcurve-curve ${entityHeader} forward { ref 9 }`, 'intcurve-curve'],
  ])('returns the type name for %s', (_, record, word) => {
    expect(readShape(record)).toEqual({ kind: 'unread', word })
  })
})

describe('ACIS type name of a record', () => {
  it('is the record name when the subtype block has no word', () => {
    const file = acisFile(`spline-surface ${entityHeader} { 5 } #`)
    const record = file.record(1)
    expect(record && subtypeWord(file, record)).toBe('spline-surface')
  })
})

describe('ACIS ellipse half axes', () => {
  it('are ordered with the longer first, as STEP requires', () => {
    expect(halfAxes([0, 0, 1], [2, 0, 0], 0.5)).toEqual({ reference: [2, 0, 0], first: 2, second: 1 })
    expect(halfAxes([0, 0, 1], [2, 0, 0], 3)).toEqual({ reference: [0, 2, 0], first: 6, second: 2 })
  })
})
