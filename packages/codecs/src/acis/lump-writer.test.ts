import { describe, expect, it } from 'vitest'
import { LumpWriter, vertexPosition, type FaceError } from './lump-writer.js'
import { acisFile, entityHeader } from './testing/acis-text.js'

const plane = `plane-surface ${entityHeader} 0 0 0 0 0 1 1 0 0 forward I I I I`
const sphere = `sphere-surface ${entityHeader} 0 0 0 5 1 0 0 0 0 1 forward_v I I I I`
const face = (loop: number, surface: number, sense = 'forward'): string =>
  `face ${entityHeader} $-1 $${loop} $-1 $-1 $${surface} ${sense} single`
const loop = (coedge: number, next = -1): string => `loop ${entityHeader} $${next} $${coedge} $1`
const coedge = (next: number, edge: number, sense = 'forward'): string =>
  `coedge ${entityHeader} $${next} $${next} $-1 $${edge} ${sense} $-1 $-1`
const edge = (start: number, end: number, curve: number, sense = 'forward'): string =>
  `edge ${entityHeader} $${start} $${end} $-1 $${curve} ${sense}`
const vertex = (point: number): string => `vertex ${entityHeader} $-1 $${point}`
const point = (at: string): string => `point ${entityHeader} ${at}`
const circle = `ellipse-curve ${entityHeader} 0 0 0 0 0 1 2 0 0 1 I I`

/** Writes faces and returns their results, by record, and the statements; records count from 1. */
function write(records: readonly string[], faces: readonly number[] = [1]) {
  const file = acisFile(records.map((record) => `${record} #`).join('\n'))
  const writer = new LumpWriter(file, 10)
  const results = faces.map((index): number | FaceError | null => {
    const record = file.record(index)
    return record && writer.face(record)
  })
  return { results, text: new TextDecoder().decode(writer.statements.bytes()), count: writer.statements.count }
}
const countStatements = (text: string, type: string): number => text.split(`=${type}(`).length - 1

/** Builds a disc within a circle: records 1 to 6, and the curve. */
const disc = (curve: string, senses: { face?: string; coedge?: string; edge?: string } = {}): string[] => [
  face(2, 7, senses.face),
  loop(3),
  coedge(3, 4, senses.coedge),
  edge(5, 5, 8, senses.edge),
  vertex(6),
  point('2 0 0'),
  plane,
  curve,
]

describe('ACIS face written as STEP', () => {
  it('has its loop, edges and surface', () => {
    const { results, text, count } = write(disc(circle))
    expect(results).toEqual([count])
    expect(text).toMatch(/EDGE_CURVE\('',#2,#2,#\d+,\.T\.\)/)
    expect(text).toMatch(/CIRCLE\('',#\d+,20\.\)/)
    expect(text).toMatch(/ORIENTED_EDGE\('',\*,\*,#\d+,\.T\.\)[\s\S]*EDGE_LOOP[\s\S]*FACE_BOUND\('',#\d+,\.T\.\)/)
    expect(text).toMatch(/ADVANCED_FACE\('',\(#\d+\),#\d+,\.T\.\)$/)
  })

  it.each([
    [{ face: 'reversed' }, 'ADVANCED_FACE', '.F.'],
    [{ coedge: 'reversed' }, 'ORIENTED_EDGE', '.F.'],
    [{ edge: 'reversed' }, 'EDGE_CURVE', '.F.'],
  ])('keeps the sense %j', (senses, type, sense) => {
    const statement = write(disc(circle, senses))
      .text.split(';\n')
      .find((line) => line.includes(`=${type}(`))
    expect(statement?.endsWith(`${sense})`)).toBe(true)
  })

  it.each([
    ['straight-curve $-1 -1 $-1 0 0 0 0 1 0 I I', /LINE\('',#\d+,#\d+\)/],
    [circle.replace('2 0 0 1', '2 0 0 0.5'), /=ELLIPSE\('',#\d+,20\.,10\.\)/],
    [circle.replace('2 0 0 1', '2 0 0 2'), /=ELLIPSE\('',#\d+,40\.,20\.\)/],
    [
      'intcurve-curve $-1 -1 $-1 forward { exactcur full nubs 1 open 2 0 1 1 1 0 0 0 1 0 0 } I I',
      /B_SPLINE_CURVE_WITH_KNOTS[\s\S]*EDGE_CURVE\('',#\d+,#\d+,#\d+,\.T\.\)/,
    ],
    [
      'intcurve-curve $-1 -1 $-1 reversed { exactcur full nubs 1 open 2 0 1 1 1 0 0 0 1 0 0 } I I',
      /B_SPLINE_CURVE_WITH_KNOTS[\s\S]*EDGE_CURVE\('',#\d+,#\d+,#\d+,\.F\.\)/,
    ],
  ])('has an edge on the curve %s', (curve, text) => {
    expect(write(disc(curve)).text).toMatch(text)
  })

  it('has a vertex loop without a border on a closed surface, and follows its sense', () => {
    const { results, text, count } = write([face(-1, 2), sphere])
    expect(results).toEqual([count])
    expect(text).toMatch(
      /CARTESIAN_POINT\('',\(0\.,0\.,50\.\)\)[\s\S]*VERTEX_LOOP[\s\S]*ADVANCED_FACE\('',\(#\d+\),#\d+,\.T\.\)$/,
    )
    expect(write([face(-1, 2, 'reversed'), sphere]).text).toMatch(/\.F\.\)$/)
    expect(write([face(-1, 2, 'reversed'), sphere.replace('0 5 1', '0 -5 1')]).text).toMatch(/\.T\.\)$/)
  })

  it('may have several loops, including a vertex loop', () => {
    const { text, results } = write([
      face(2, 7),
      loop(3, 9),
      ...disc(circle).slice(2),
      loop(10, 2),
      coedge(10, 11),
      edge(5, 5, -1),
    ])
    expect(results).toEqual([expect.any(Number)])
    expect([
      countStatements(text, 'EDGE_LOOP'),
      countStatements(text, 'VERTEX_LOOP'),
      countStatements(text, 'FACE_BOUND'),
    ]).toEqual([1, 1, 2])
  })

  it('shares edges, vertices, curves and surfaces with other faces', () => {
    const records = [...disc(circle), face(10, 7, 'reversed'), loop(11), coedge(11, 4, 'reversed')]
    const { text, results } = write(records, [1, 9])
    expect(results.every((result) => typeof result === 'number')).toBe(true)
    const shared = ['PLANE', 'CIRCLE', 'EDGE_CURVE', 'VERTEX_POINT']
    expect(shared.map((type) => countStatements(text, type))).toEqual([1, 1, 1, 1])
    expect(['ADVANCED_FACE', 'ORIENTED_EDGE'].map((type) => countStatements(text, type))).toEqual([2, 2])
  })
})

describe('ACIS splines referenced by many records', () => {
  const block = '{ exactsur full nubs 1 1 open open none none 2 2 0 1 1 1 0 1 1 1 0 0 0 1 0 0 0 1 0 1 1 0 }'
  const curve = '{ exactcur full nubs 1 open 2 0 1 1 1 0 0 0 1 0 0 }'

  it('are written once for the definition and once for all references', () => {
    const first = [
      ...[face(2, 7), loop(3), coedge(3, 4), edge(5, 5, 8), vertex(6), point('0 0 0')],
      ...[
        `spline-surface ${entityHeader} forward ${block} I I I I`,
        `intcurve-curve ${entityHeader} forward ${curve} I I`,
      ],
    ]
    const second = [
      ...[face(10, 13), loop(11), coedge(11, 12), edge(5, 5, 14)],
      ...[
        `spline-surface ${entityHeader} reversed { ref 0 } I I I I`,
        `intcurve-curve ${entityHeader} reversed { ref 1 } I I`,
      ],
    ]
    const third = [
      ...[face(16, 19), loop(17), coedge(17, 18), edge(5, 5, 20)],
      ...[
        `spline-surface ${entityHeader} forward { ref 0 } I I I I`,
        `intcurve-curve ${entityHeader} forward { ref 1 } I I`,
      ],
    ]
    const { text, results } = write([...first, ...second, ...third], [1, 9, 15])
    expect(results.every((result) => typeof result === 'number')).toBe(true)
    // Once in their own statement, once in all that refer to them.
    expect([
      countStatements(text, 'B_SPLINE_SURFACE_WITH_KNOTS'),
      countStatements(text, 'B_SPLINE_CURVE_WITH_KNOTS'),
    ]).toEqual([2, 2])
    const senses = [...text.matchAll(/ADVANCED_FACE\('',\(#\d+\),#\d+,\.(.)\.\)/g)].map(([, sense]) => sense)
    expect(senses).toEqual(['T', 'F', 'T'])
  })
})

describe('unwritable ACIS face', () => {
  const broken = (recordNumber: number, record: string): string[] => disc(circle).with(recordNumber - 1, record)
  it.each<[string, string[], FaceError]>([
    ['no surface', [face(-1, 77)], { reason: 'damaged', word: 'face' }],
    [
      'an unsupported surface',
      broken(7, `meteor-surface ${entityHeader} 1`),
      { reason: 'not-read', word: 'meteor-surface' },
    ],
    ['an open surface without a boundary', [face(-1, 2), plane], { reason: 'without-border', word: 'plane-surface' }],
    ['a loop without coedges', broken(2, loop(99)), { reason: 'damaged', word: 'coedge' }],
    ['an open ring of coedges', broken(3, coedge(-1, 4)), { reason: 'damaged', word: 'coedge' }],
    ['a coedge without an edge', broken(3, coedge(3, 99)), { reason: 'edge-not-read', word: 'edge' }],
    ['an edge without a vertex', broken(4, edge(99, 5, 8)), { reason: 'edge-not-read', word: 'vertex' }],
    ['a vertex without a point', broken(5, vertex(99)), { reason: 'edge-not-read', word: 'vertex' }],
    ['a non-finite point', broken(6, point('2 0 far')), { reason: 'edge-not-read', word: 'vertex' }],
    [
      'an unsupported curve',
      broken(8, `comet-curve ${entityHeader} 1`),
      { reason: 'edge-not-read', word: 'comet-curve' },
    ],
  ])('returns its problem for %s', (_, records, error) => {
    expect(write(records).results).toEqual([error])
  })

  it('is damaged when its ring of coedges never returns to the first', () => {
    const records = [...broken(3, coedge(9, 4)), coedge(10, 4), coedge(9, 4)]
    const { results, count } = write(records)
    expect(results).toEqual([{ reason: 'damaged', word: 'coedge' }])
    expect(count).toBeLessThan(30)
  })

  it('is damaged when its chain of loops never returns to the first', () => {
    const records = [...broken(2, loop(3, 9)), loop(11, 10), loop(12, 9), coedge(11, 4), coedge(12, 4)]
    expect(write(records).results).toEqual([{ reason: 'damaged', word: 'loop' }])
  })

  it('is damaged when it claims a loop of another face', () => {
    expect(write([...disc(circle), face(2, 7)], [1, 9]).results).toEqual([
      expect.any(Number),
      { reason: 'damaged', word: 'loop' },
    ])
  })

  it('does not prevent the next one from being written', () => {
    const records = [...disc(circle).with(0, face(99, 99)), face(2, 7)]
    expect(write(records, [1, 9]).results).toEqual([{ reason: 'damaged', word: 'face' }, expect.any(Number)])
  })
})

describe('ACIS vertex position', () => {
  it('is read from its point, after the edge and extra fields', () => {
    const file = acisFile(`vertex ${entityHeader} $5 0 $2 #\npoint ${entityHeader} 1 2 3 #\nvertex ${entityHeader} #`)
    expect([1, 2, 3, 9].map((index) => vertexPosition(file, index))).toEqual([[1, 2, 3], null, null, null])
  })
})
