import { describe, expect, it } from 'vitest'
import type { TokenPosition } from './acis-file.js'
import { findSplineCurve, findSplineSurface } from './spline-blocks.js'
import { parseSatText } from './sat-text.js'
import { parseSabBinary } from './sab-binary.js'
import { writeSab } from './testing/acis-writer.js'
import { satBytes } from './testing/acis-text.js'

const parsePosition = (text: string): TokenPosition => {
  const { tokens } = parseSatText(satBytes(`thing ${text} #`)).records[0] ?? { tokens: [] }
  return { tokens, at: 0 }
}
const findCurve = (text: string): ReturnType<typeof findSplineCurve> => findSplineCurve(parsePosition(text))
const findSurface = (text: string): ReturnType<typeof findSplineSurface> => findSplineSurface(parsePosition(text))

/** Builds the control points of a straight spline between two values on the x axis. */
const straight = (from: number, to: number): string => `nubs 1 open 2 0 1 1 1 ${from} 0 0 ${to} 0 0`
/** Builds a flat square spline of this size. */
const square = (size: number, kind = 'nubs', weights = ['', '', '', '']): string =>
  `${kind} 1 1 ${kind === 'nurbs' ? 'both ' : ''}open open none none 2 2 0 1 1 1 0 1 2 1 ` +
  [`0 0 0`, `${size} 0 0`, `0 ${size} 0`, `${size} ${size} 0`].map((at, index) => `${at} ${weights[index]}`).join(' ')

describe('ACIS spline curves', () => {
  it('have end knots with a multiplicity one above the stated value', () => {
    expect(findCurve('{ surfintcur full nubs 2 open 3 0 2 0.5 1 1 2 0 0 0 1 0 0 2 1 0 3 0 0 }')).toEqual({
      degree: 2,
      knots: { values: [0, 0.5, 1], multiplicities: [3, 1, 3] },
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [2, 1, 0],
        [3, 0, 0],
      ],
      weights: null,
    })
  })

  it('have a weight after each point when they are rational', () => {
    const curve = findCurve('{ exactcur nurbs 1 open 2 0 1 1 1 0 0 0 1 5 5 5 0.5 }')
    expect([curve?.points, curve?.weights]).toEqual([
      [
        [0, 0, 0],
        [5, 5, 5],
      ],
      [1, 0.5],
    ])
  })

  it.each(['exactcur', 'surfintcur', 'bldcur', 'offintcur', 'parcur', 'spring_int_cur', 'law_int_cur', 'unheard_of'])(
    'are found in the subtype %s',
    (word) => {
      expect(findCurve(`{ ${word} 3 full ${straight(0, 7)} 0.001 }`)?.points[1]).toEqual([7, 0, 0])
    },
  )

  it('are read from the first valid block within the braces', () => {
    expect(findCurve(`{ bldcur nubs 0 open { exactcur ${straight(0, 2)} } ${straight(0, 3)} }`)?.points[1]?.[0]).toBe(2)
    expect(findCurve(`{ helix_int_cur 1 2 } ${straight(0, 3)}`)).toBeNull()
  })

  it.each([
    ['no subtype block', '{ helix_int_cur 1 2 3 }'],
    ['an empty subtype', '{ }'],
    ['an unclosed brace', '{ exactcur'],
    ['too few points', '{ exactcur nubs 1 open 2 0 1 1 1 0 0 0 1 }'],
    ['a non-numeric point', '{ exactcur nubs 1 open 2 0 1 1 1 0 0 0 1 x 0 }'],
    ['decreasing knots', '{ exactcur nubs 1 open 2 1 1 0 1 0 0 0 1 0 0 }'],
    ['constant knots', '{ exactcur nubs 1 open 2 1 1 1 1 0 0 0 1 0 0 }'],
    ['a single knot', '{ exactcur nubs 1 open 1 0 1 0 0 0 1 0 0 }'],
    ['a degree of zero', '{ exactcur nubs 0 open 2 0 1 1 1 0 0 0 1 0 0 }'],
    ['an excessive degree', '{ exactcur nubs 26 open 2 0 26 1 26 }'],
    ['a fractional degree', '{ exactcur nubs 1.5 open 2 0 1 1 1 0 0 0 1 0 0 }'],
    ['a knot of multiplicity zero', '{ exactcur nubs 1 open 3 0 1 1 0 2 1 0 0 0 1 0 0 }'],
    ['a knot of excessive multiplicity', '{ exactcur nubs 1 open 2 0 99 1 1 0 0 0 1 0 0 }'],
    ['too few points for its degree', '{ exactcur nubs 3 open 2 0 1 1 1 0 0 0 1 0 0 }'],
    ['a weight of zero', '{ exactcur nurbs 1 open 2 0 1 1 1 0 0 0 1 1 0 0 0 }'],
    ['a count that exceeds the data', '{ exactcur nubs 1 open 999999 0 1 1 1 0 0 0 1 0 0 }'],
    ['a count that exceeds the limit', '{ exactcur nubs 1 open 4000000000 0 1 1 1 }'],
  ])('are rejected with %s', (_, text) => {
    expect(findCurve(text)).toBeNull()
  })

  it('are equal when they are read from SAB binary', () => {
    const values = ['{', 'exactcur', 'nubs', 1, 'open', 2, 0, 1, 1, 1, 0, 0, 0, 7, 0, 0, '}'] as const
    const { records } = parseSabBinary(writeSab([['thing', ...values]], 22_300))
    expect(findSplineCurve({ tokens: records[0]?.tokens ?? [], at: 0 })).toEqual(
      findCurve(`{ exactcur ${straight(0, 7)} }`),
    )
  })
})

describe('ACIS spline surfaces', () => {
  it('have points by u, then by v, although u varies first in the file', () => {
    expect(findSurface(`{ exactsur full ${square(4)} }`)).toEqual({
      degrees: [1, 1],
      knots: [
        { values: [0, 1], multiplicities: [2, 2] },
        { values: [0, 2], multiplicities: [2, 2] },
      ],
      points: [
        [
          [0, 0, 0],
          [0, 4, 0],
        ],
        [
          [4, 0, 0],
          [4, 4, 0],
        ],
      ],
      weights: null,
    })
  })

  it('have weights in the order of their points', () => {
    const weights = ['1', '0.5', '0.25', '0.125']
    expect(findSurface(`{ exactsur full ${square(4, 'nurbs', weights)} }`)?.weights).toEqual([
      [1, 0.25],
      [0.5, 0.125],
    ])
  })

  it('prefer their own approximation to that of their base surface', () => {
    const size = (text: string): number | undefined => findSurface(text)?.points[1]?.[0]?.[0]
    expect(size(`{ offsur { exactsur full ${square(1)} } 0.5 full ${square(2)} }`)).toBe(2)
    expect(size(`{ offsur { exactsur full ${square(1)} } { exactsur full ${square(3)} } 0.5 }`)).toBe(3)
  })

  it.each([
    ['no subtype block', '{ helix_spl_circ 1 2 3 }'],
    ['a curve only', `{ sweepsur ${straight(0, 1)} }`],
    ['a missing point', `{ exactsur full ${square(4).replace(/\S+ *$/, '')} }`],
    ['a negative weight', `{ exactsur full ${square(4, 'nurbs', ['1', '1', '-1', '1'])} }`],
    [
      'too few points in one direction',
      '{ exactsur full nubs 3 1 open open none none 2 2 0 1 1 1 0 1 1 1 0 0 0 1 0 0 }',
    ],
    ['counts whose product exceeds the limit', `{ exactsur nubs 1 1 open open none none 999999 999999 0 1 1 1 }`],
  ])('are rejected with %s', (_, text) => {
    expect(findSurface(text)).toBeNull()
  })
})
