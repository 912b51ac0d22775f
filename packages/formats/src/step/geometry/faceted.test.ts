import { describe, expect, it } from 'vitest'
import { listFaces } from '../model/faces.js'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { isFaceted, readFaceted } from './faceted.js'

const points = [
  [0, 0, 0],
  [10, 0, 0],
  [10, 10, 0],
  [0, 10, 0],
  [4, 4, 0],
  [6, 4, 0],
  [6, 6, 0],
  [4, 6, 0],
]
  .map((at, number) => `#${number + 1}=CARTESIAN_POINT('',(${at.map((value) => `${value}.`).join()}));`)
  .join('\n')
const square = "#20=POLY_LOOP('',(#1,#2,#3,#4));#21=FACE_OUTER_BOUND('',#20,.T.);"
const hole = "#22=POLY_LOOP('',(#5,#6,#7,#8));#23=FACE_BOUND('',#22,.F.);"

/** Reads the meshes of shell #100: style, triangles, area and orientation (+1 up). */
function read(rows: string, styles: Readonly<Record<number, string>> = {}) {
  const file = parseStep(`${points}\n${rows}`)
  const faces = listFaces(file, rowOf(file, 100))
  const getStyle = ({ row }: { readonly row: number }): string | null => styles[file.index.getId(row)] ?? null
  return readFaceted(file, faces, { metres: 0.001, styleOf: getStyle }).map(
    ({ style, mesh: { positions, indices } }) => {
      let area = 0
      for (let at = 0; at < indices.length; at += 3) {
        const [a, b, c] = [0, 1, 2].map((vertex) => 3 * (indices[at + vertex] ?? 0))
        const [ux, uy, vx, vy] = [
          ...[positions[b] - positions[a], positions[b + 1] - positions[a + 1]],
          ...[positions[c] - positions[a], positions[c + 1] - positions[a + 1]],
        ]
        area += (ux * vy - uy * vx) / 2
      }
      return { style, triangles: indices.length / 3, area: Math.round(area * 1e8) / 1e2 }
    },
  )
}

describe('STEP poly-loop faces', () => {
  it('are triangulated in metres, facing the side where the points run counter-clockwise', () => {
    expect(read(`${square}#30=FACE('',(#21));#100=OPEN_SHELL('',(#30));`)).toEqual([
      { style: null, triangles: 2, area: 100 },
    ])
  })

  it.each([
    ['the bound is reversed', square.replace('.T.', '.F.'), "FACE('',(#21))", "OPEN_SHELL('',(#30))"],
    ['the face is reversed', square, "FACE('',(#21))", "OPEN_SHELL('',(#31))"],
  ])('are reversed when %s', (_, bounds, face, shell) => {
    const rows = `${bounds}#30=${face};#31=ORIENTED_FACE('',*,#30,.F.);#100=${shell};`
    expect(read(rows)).toEqual([{ style: null, triangles: 2, area: -100 }])
  })

  it.each(['(#21,#23)', '(#23,#21)'])('keep holes, whichever bound comes first: %s', (bounds) => {
    expect(read(`${square}${hole}#30=FACE('',${bounds});#100=OPEN_SHELL('',(#30));`)).toEqual([
      { style: null, triangles: 8, area: 96 },
    ])
  })

  it('are split into one mesh per style', () => {
    const rows = `${square}#24=POLY_LOOP('',(#5,#6,#7));#25=FACE_BOUND('',#24,.T.);
      #30=FACE('',(#21));#31=FACE('',(#25));#32=FACE('',(#21));#100=OPEN_SHELL('',(#30,#31,#32));`
    expect(read(rows, { 31: 'red' })).toEqual([
      { style: null, triangles: 4, area: 200 },
      { style: 'red', triangles: 1, area: 2 },
    ])
  })

  it.each([
    ['no points', "#20=POLY_LOOP('',());"],
    ['two points', "#20=POLY_LOOP('',(#1,#2));"],
    ['collinear points', "#20=POLY_LOOP('',(#1,#2,#2,#1));"],
    ['missing points', "#20=POLY_LOOP('',(#91,#92,#93));"],
  ])('are omitted when they have %s', (_, loop) => {
    const rows = `${loop}#21=FACE_OUTER_BOUND('',#20,.T.);#30=FACE('',(#21));#100=OPEN_SHELL('',(#30));`
    expect(read(rows)).toEqual([])
  })
})

describe('STEP faceted solid detection', () => {
  const isWithout = (rows: string): boolean => {
    const file = parseStep(`${points}\n${rows}`)
    return isFaceted(file, listFaces(file, rowOf(file, 100)))
  }

  it('accepts a solid whose bounds are all polygons', () => {
    expect(isWithout(`${square}${hole}#30=FACE('',(#21,#23));#100=OPEN_SHELL('',(#30));`)).toBe(true)
  })

  it.each([
    ['it has no faces', "#100=OPEN_SHELL('',());"],
    ['a face has no bounds', "#30=FACE('',());#100=OPEN_SHELL('',(#30));"],
    [
      'a bound has edges',
      `${square}#24=EDGE_LOOP('',());#25=FACE_BOUND('',#24,.T.);#30=FACE('',(#21,#25));#100=OPEN_SHELL('',(#30));`,
    ],
    ['a bound is a dangling reference', "#25=FACE_BOUND('',#99,.T.);#30=FACE('',(#25));#100=OPEN_SHELL('',(#30));"],
  ])('rejects a solid when %s', (_, rows) => {
    expect(isWithout(rows)).toBe(false)
  })
})
