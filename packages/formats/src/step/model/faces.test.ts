import { describe, expect, it } from 'vitest'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { listFaces } from './faces.js'

const faces = [1, 2, 3, 4].map((id) => `#${id}=ADVANCED_FACE('',(),$,.T.);`).join('\n')

/** Lists the faces of statement #100: number, number of the shell, and `-` where it is reversed. */
function facesIn(rows: string): string[] {
  const file = parseStep(`${faces}\n${rows}`)
  const getId = (row: number): number => (row < 0 ? -1 : file.index.getId(row))
  return listFaces(file, rowOf(file, 100)).map(
    ({ row, shell, isReversed }) => `${getId(row)} in ${getId(shell)}${isReversed ? ' -' : ''}`,
  )
}

describe('STEP faces', () => {
  it('belong to the shell of their solid, in order', () => {
    const rows = "#10=CLOSED_SHELL('',(#3,#1,#2));#100=MANIFOLD_SOLID_BREP('',#10);"
    expect(facesIn(rows)).toEqual(['3 in 10', '1 in 10', '2 in 10'])
  })

  it('are reversed in a void and restored when reversed twice', () => {
    const rows = `#10=CLOSED_SHELL('',(#1));#11=CLOSED_SHELL('',(#2,#3));
      #12=ORIENTED_CLOSED_SHELL('',*,#11,.F.);#13=ORIENTED_CLOSED_SHELL('',*,#12,.F.);
      #14=ORIENTED_CLOSED_SHELL('',*,#11,.T.);#100=BREP_WITH_VOIDS('',#10,(#12,#13,#14));`
    expect(facesIn(rows)).toEqual(['1 in 10', '2 in 11 -', '3 in 11 -', '2 in 11', '3 in 11', '2 in 11', '3 in 11'])
  })

  it('include all shells of a surface model', () => {
    const rows = `#10=OPEN_SHELL('',(#1));#11=OPEN_SHELL('',(#2));#100=SHELL_BASED_SURFACE_MODEL('',(#10,#11));`
    expect(facesIn(rows)).toEqual(['1 in 10', '2 in 11'])
    const sets = `#10=CONNECTED_FACE_SET('',(#1,#4));#100=FACE_BASED_SURFACE_MODEL('',(#10));`
    expect(facesIn(sets)).toEqual(['1 in 10', '4 in 10'])
  })

  it('include a single face, reversed or not', () => {
    expect(facesIn("#100=ORIENTED_FACE('',*,#2,.F.);")).toEqual(['2 in -1 -'])
    expect(facesIn("#100=FACE_SURFACE('',(),$,.T.);")).toEqual(['100 in -1'])
  })

  it('exclude missing faces, missing shells and shells that contain themselves', () => {
    expect(facesIn("#100=MANIFOLD_SOLID_BREP('',#99);")).toEqual([])
    expect(facesIn("#10=CLOSED_SHELL('',(#10));#100=MANIFOLD_SOLID_BREP('',#10);")).toEqual([])
    expect(facesIn("#100=CLOSED_SHELL('',(#1,#99,#2));")).toEqual(['1 in 100', '2 in 100'])
  })
})
