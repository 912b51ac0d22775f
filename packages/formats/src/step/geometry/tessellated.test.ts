import { describe, expect, it } from 'vitest'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { readTessellated } from './tessellated.js'

const points = "#1=COORDINATES_LIST('',4,((0.,0.,0.),(10.,0.,0.),(10.,10.,0.),(0.,10.,0.)));"

/** Reads the triangles of body #100 as vertices in millimetres, by style. */
function read(rows: string, styles: Readonly<Record<number, string>> = {}): [string | null, string[]][] {
  const file = parseStep(`${points}${rows}`)
  const getStyle = (row: number): string | null => styles[file.index.getId(row)] ?? null
  return readTessellated(file, rowOf(file, 100), { metres: 0.001, styleOf: getStyle }).map(({ style, mesh }) => {
    const formatVertex = (vertex: number): string =>
      [...mesh.positions.slice(3 * vertex, 3 * vertex + 3)].map((value) => Math.round(value * 1000)).join(',')
    const { indices } = mesh
    const triangles = Array.from({ length: indices.length / 3 }, (_, at) =>
      [...indices.slice(3 * at, 3 * at + 3)].map(formatVertex).join(' '),
    )
    return [style, triangles]
  })
}

const lower = '0,0,0 10,0,0 10,10,0'
const upper = '0,0,0 10,10,0 0,10,0'

describe('STEP readTessellated', () => {
  it('reads the triangles of a triangulated face, with and without a point index', () => {
    expect(read("#100=TRIANGULATED_FACE('',#1,4,((0.,0.,1.)),$,(),((1,2,3),(1,3,4)));")).toEqual([
      [null, [lower, upper]],
    ])
    expect(read("#100=TRIANGULATED_FACE('',#1,3,(),$,(1,3,4),((1,2,3)));")).toEqual([[null, [upper]]])
  })

  it('reads strips and fans of complex faces', () => {
    expect(read("#100=COMPLEX_TRIANGULATED_FACE('',#1,4,(),$,(),(),((1,2,3,4)));")).toEqual([[null, [lower, upper]]])
    const strip = read("#100=COMPLEX_TRIANGULATED_FACE('',#1,4,(),$,(),((1,2,4,3)),());")
    expect(strip).toEqual([[null, ['0,0,0 10,0,0 0,10,0', '0,10,0 10,0,0 10,10,0']]])
  })

  it('reads triangulated surface sets', () => {
    expect(read("#100=TRIANGULATED_SURFACE_SET('',#1,4,(),(),((1,2,3)));")).toEqual([[null, [lower]]])
    expect(read("#100=COMPLEX_TRIANGULATED_SURFACE_SET('',#1,4,(),(),(),((1,2,3)));")).toEqual([[null, [lower]]])
  })

  it('reads solids and shells with one mesh for each style', () => {
    const rows = `#2=TRIANGULATED_FACE('',#1,4,(),$,(),((1,2,3)));#3=TRIANGULATED_FACE('',#1,4,(),$,(),((1,3,4)));
      #4=TESSELLATED_SHELL('',(#2,#3),$);#100=TESSELLATED_SOLID('',(#4),$);`
    expect(read(rows)).toEqual([[null, [lower, upper]]])
    expect(read(rows, { 3: 'red' })).toEqual([
      [null, [lower]],
      ['red', [upper]],
    ])
  })

  it('moves repositioned items to their position', () => {
    const rows = `#2=CARTESIAN_POINT('',(0.,0.,5.));#3=AXIS2_PLACEMENT_3D('',#2,$,$);
      #4=TRIANGULATED_FACE('',#1,4,(),$,(),((1,2,3)));
      #100=(GEOMETRIC_REPRESENTATION_ITEM()REPOSITIONED_TESSELLATED_ITEM(#3)REPRESENTATION_ITEM('')TESSELLATED_GEOMETRIC_SET((#4))TESSELLATED_ITEM());`
    expect(read(rows)).toEqual([[null, ['0,0,5 10,0,5 10,10,5']]])
  })

  it('omits triangles with missing points', () => {
    expect(read("#100=TRIANGULATED_FACE('',#1,4,(),$,(),((1,2,9),(0,1,2),(1,2,3)));")).toEqual([[null, [lower]]])
    expect(read("#100=TRIANGULATED_FACE('',#9,4,(),$,(),((1,2,3)));")).toEqual([])
    expect(read("#100=TESSELLATED_SHELL('',(#100),$);")).toEqual([])
  })
})
