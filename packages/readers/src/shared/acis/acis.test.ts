import { describe, expect, it } from 'vitest'
import { parseAcis } from './acis-file.js'
import { autocadColor, readAcisBytes } from './index.js'
import { findSplineCurve, findSplineSurface } from './spline-blocks.js'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const header = '700 0 1 0\n@5 Tests @4 ACIS @3 now\n1 1e-06 1e-10\n'
const file = (records: string): Uint8Array => encode(`${header}${records}\nEnd-of-ACIS-data\n`)

/** As DXF writes text: every character mirrored at 159. */
const asDxf = (text: string): string =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(159 - letter.charCodeAt(0))).replace(/\^/g, '^ ')

const wireBody = (curve: string, ends: readonly [string, string]): string => `body $-1 -1 $-1 $-1 $1 $-1 #
wire $-1 -1 $-1 $-1 $2 $0 $-1 #
coedge $-1 -1 $-1 $2 $2 $-1 $3 forward $1 $-1 #
edge $-1 -1 $-1 $4 $5 $2 $8 forward #
vertex $-1 -1 $-1 $3 $6 #
vertex $-1 -1 $-1 $3 $7 #
point $-1 -1 $-1 ${ends[0]} #
point $-1 -1 $-1 ${ends[1]} #
${curve} #`

const lineOf = (curve: string, ends: readonly [string, string]): readonly (readonly number[])[] =>
  readAcisBytes(file(wireBody(curve, ends))).bodies[0]?.wire?.lines[0] ?? []

describe('text', () => {
  it('gives the program, the unit and records by their number', () => {
    const acis = parseAcis(file('-4 body $1 -1 $-1 $-1 $-1 $-1 #\n-9 point $-1 -1 $-1 1 2.5 -3e2 #'))
    expect([acis.version, acis.product, acis.unitMillimetres, acis.isCut]).toEqual([700, 'Tests', 1, false])
    const point = acis.record(9)
    expect(point && acis.numbers(point, 0, 3)).toEqual([1, 2.5, -300])
    expect([acis.record(0), acis.entity(4, 'face')]).toEqual([null, null])
  })

  it('takes counted texts whatever is in them', () => {
    const acis = parseAcis(file('a-attrib $-1 @7 # { $1 } 5 #'))
    expect(acis.record(0)?.tokens).toEqual([{ pointer: -1 }, { text: '# { $1 ' }, '}', 5])
  })

  it('is the same as DXF encodes it', () => {
    const plain = `${header}body $-1 -1 $-1 $-1 $-1 $-1 #\nEnd-of-ACIS-data\n`
    const acis = parseAcis(encode(asDxf(plain)))
    expect([acis.version, acis.product, acis.record(0)?.name]).toEqual([700, 'Tests', 'body'])
  })

  it('tells a cut file from one that ends without a mark but has all its records', () => {
    const records = 'body $-1 -1 $-1 $-1 $-1 $-1 #\npoint $-1 -1 $-1 0 0 0 #\n'
    expect(parseAcis(encode(`${header}${records}`)).isCut).toBe(true)
    expect(parseAcis(encode(header.replace('700 0', '700 2') + records)).isCut).toBe(false)
    expect(parseAcis(encode(`${header.replace('700 0', '700 2')}${records.slice(0, -3)}`)).isCut).toBe(true)
    expect(parseAcis(encode(`${header}a $-1 @99 short #`)).isCut).toBe(true)
  })

  it('passes over the signature of newer files', () => {
    const acis = parseAcis(encode(`${header}T @4 ABCD \nbody $-1 -1 $-1 $-1 $-1 $-1 #\nEnd-of-ACIS-data`))
    expect(acis.record(0)?.name).toBe('body')
  })
})

describe('splines', () => {
  const subtype = (text: string): ReturnType<typeof findSplineCurve> => {
    const { tokens } = parseAcis(file(`curve ${text} #`)).record(0) ?? { tokens: [] }
    return findSplineCurve({ tokens, at: 0 })
  }

  it('are found in any subtype; the end knots count once more than stated', () => {
    expect(subtype('{ surfintcur full nubs 2 open 3 0 2 0.5 1 1 2 0 0 0 1 0 0 2 1 0 3 0 0 }')).toEqual({
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
    expect(subtype('{ exactcur nurbs 1 open 2 0 1 1 1 0 0 0 1 5 5 5 0.5 }')?.weights).toEqual([1, 0.5])
  })

  it('are none where numbers are missing or knots fall', () => {
    expect(subtype('{ exactcur nubs 1 open 2 0 1 1 1 0 0 0 1 }')).toBeNull()
    expect(subtype('{ exactcur nubs 1 open 2 1 1 0 1 0 0 0 1 0 0 }')).toBeNull()
    expect(subtype('{ helix_int_cur 1 2 3 }')).toBeNull()
  })

  it('are surfaces with points by u, then by v', () => {
    const text = '{ exactsur full nubs 1 1 open open none none 2 2 0 1 1 1 0 1 2 1 0 0 0 1 0 0 0 1 0 1 1 0 }'
    const { tokens } = parseAcis(file(`surface ${text} #`)).record(0) ?? { tokens: [] }
    const surface = findSplineSurface({ tokens, at: 0 })
    expect(surface?.points).toEqual([
      [
        [0, 0, 0],
        [0, 1, 0],
      ],
      [
        [1, 0, 0],
        [1, 1, 0],
      ],
    ])
    expect(surface?.knots[1].values).toEqual([0, 2])
  })
})

describe('wires', () => {
  it('are straight between their vertices', () => {
    expect(lineOf('straight-curve $-1 -1 $-1 0 0 0 1 0 0 I I', ['1 2 3', '4 2 3'])).toEqual([
      [1, 2, 3],
      [4, 2, 3],
    ])
  })

  it('are arcs counter-clockwise about the normal', () => {
    const quarter = lineOf('ellipse-curve $-1 -1 $-1 0 0 0 0 0 1 2 0 0 1 I I', ['2 0 0', '0 2 0'])
    expect(quarter[Math.floor(quarter.length / 2)]?.map((value) => value > 1.2)).toEqual([true, true, false])
    const whole = lineOf('ellipse-curve $-1 -1 $-1 0 0 0 0 0 1 2 0 0 0.5 I I', ['2 0 0', '2 0 0'])
    expect(whole.length).toBe(65)
    expect(Math.max(...whole.map(([, y]) => y))).toBeCloseTo(1)
  })

  it('are splines between the points nearest to their vertices', () => {
    const curve = 'intcurve-curve $-1 -1 $-1 forward { exactcur full nubs 1 open 2 0 1 4 1 0 0 0 4 0 0 } I I'
    const line = lineOf(curve, ['1 0 0', '3 0 0'])
    expect([line[0], line.at(-1)]).toEqual([
      [1, 0, 0],
      [3, 0, 0],
    ])
  })

  it('count edges on curves that are not read', () => {
    const model = readAcisBytes(file(wireBody('comet-curve $-1 -1 $-1', ['0 0 0', '1 0 0'])))
    expect([...(model.bodies[0]?.wire?.unread ?? [])]).toEqual([['comet-curve', 1]])
  })
})

describe('damaged data', () => {
  it('ends chains that lead in circles', () => {
    const records = `body $-1 -1 $-1 $1 $-1 $-1 #
lump $-1 -1 $-1 $1 $2 $0 #
shell $-1 -1 $-1 $2 $-1 $3 $-1 $1 #
face $-1 -1 $-1 $3 $-1 $2 $-1 $4 forward single #
plane-surface $-1 -1 $-1 0 0 0 0 0 1 1 0 0 forward I I I I #`
    const [body] = readAcisBytes(file(records)).bodies
    expect(body?.lumps.map(({ faceCount, problems }) => [faceCount, [...problems.values()]])).toEqual([
      [0, [{ reason: 'without-border', word: 'plane-surface' }]],
    ])
  })

  it('gives what stands before binary bytes that make no sense', () => {
    const bytes = Uint8Array.from([...encode('ASM BinaryFile4'), 1, 2, 3])
    expect(readAcisBytes(bytes)).toMatchObject({ bodies: [], isCut: true })
  })
})

describe('palette of AutoCAD', () => {
  it('has named colours, shades by hue and greys', () => {
    expect([1, 3, 5, 7].map(autocadColor)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 1],
    ])
    expect([10, 90, 170].map(autocadColor)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ])
    expect(autocadColor(11)).toEqual([1, 0.5, 0.5])
    expect(autocadColor(251)?.every((channel) => channel === 91 / 255)).toBe(true)
    expect([0, 256, -1, 2.5].map(autocadColor)).toEqual([null, null, null, null])
  })
})
