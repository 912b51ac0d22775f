import { describe, expect, it } from 'vitest'
import { parseIfc, requireRow } from '../testing/step-file.js'
import { readAxisPlacement, readOrIdentity, readTransformationOperator, readVector } from './coordinates.js'
import { identityMatrix } from '@kamar/core/math'

const points = `
#1=IFCCARTESIANPOINT((1.,2.,3.));
#2=IFCCARTESIANPOINT((0.,0.,0.));
#3=IFCDIRECTION((1.,0.,0.));
#4=IFCDIRECTION((0.,1.,0.));
#5=IFCDIRECTION((0.,0.,1.));
#6=IFCDIRECTION((0.,0.,-1.));
#7=IFCDIRECTION((-1.,0.));
#8=IFCCARTESIANPOINT((4.,5.));
`

function operator(statement: string): number[] | null {
  const file = parseIfc(`${points}#20=${statement};`)
  const matrix = readTransformationOperator(file, requireRow(file, 20))
  return matrix && [...matrix].map((value) => Math.round(value * 1e9) / 1e9 + 0)
}

describe('readVector', () => {
  it('returns three components, with missing ones as zero', () => {
    const file = parseIfc(points)
    expect(readVector(file, requireRow(file, 1))).toEqual([1, 2, 3])
    expect(readVector(file, requireRow(file, 7))).toEqual([-1, 0, 0])
    expect(readVector(file, requireRow(file, 8))).toEqual([4, 5, 0])
  })

  it('returns null for other entities', () => {
    const file = parseIfc('#1=IFCVECTOR(#2,1.);\n#2=IFCPOLYLINE(());')
    expect([0, 1, -1].map((row) => readVector(file, row))).toEqual([null, null, null])
  })
})

describe('readAxisPlacement', () => {
  it('reads 2D and 3D axis placements as matrices', () => {
    const file = parseIfc(
      `${points}#20=IFCAXIS2PLACEMENT3D(#1,#6,#4);\n#21=IFCAXIS2PLACEMENT2D(#8,#7);\n#22=IFCWALL();`,
    )
    const at = (id: number) => readAxisPlacement(file, requireRow(file, id))
    expect([...(at(20) ?? [])].map((value) => value + 0)).toEqual([0, 1, 0, 1, 0, 0, 0, 0, -1, 1, 2, 3])
    expect([...(at(21) ?? [])].map((value) => value + 0)).toEqual([-1, 0, 0, 0, -1, 0, 0, 0, 1, 4, 5, 0])
    expect(at(22)).toBeNull()
    expect(readOrIdentity(at(22))).toBe(identityMatrix)
  })
})

describe('readTransformationOperator', () => {
  it.each([
    ['no attributes', 'IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#2,$,$)', [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]],
    ['a translation', 'IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#1,1.,$)', [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3]],
    ['a scale', 'IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#2,2.5,$)', [2.5, 0, 0, 0, 2.5, 0, 0, 0, 2.5, 0, 0, 0]],
    ['all axes', 'IFCCARTESIANTRANSFORMATIONOPERATOR3D(#4,#5,#2,1.,#3)', [0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]],
    ['two axes', 'IFCCARTESIANTRANSFORMATIONOPERATOR3D(#4,#5,#2,1.,$)', [0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]],
    ['the first axis', 'IFCCARTESIANTRANSFORMATIONOPERATOR3D(#4,$,#2,1.,$)', [0, 1, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0]],
    ['the second axis', 'IFCCARTESIANTRANSFORMATIONOPERATOR3D($,#3,#2,1.,$)', [0, -1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0]],
    ['a mirror image', 'IFCCARTESIANTRANSFORMATIONOPERATOR3D(#3,#4,#2,1.,#6)', [1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0]],
    [
      'three scales',
      'IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM(#3,#4,#1,2.,#5,3.,4.)',
      [2, 0, 0, 0, 3, 0, 0, 0, 4, 1, 2, 3],
    ],
    [
      'one of three scales',
      'IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM($,$,#2,2.,$,$,5.)',
      [2, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0],
    ],
    ['two dimensions', 'IFCCARTESIANTRANSFORMATIONOPERATOR2D(#7,$,#8,2.)', [-2, 0, 0, 0, -2, 0, 0, 0, 2, 4, 5, 0]],
    [
      'two dimensions and two scales',
      'IFCCARTESIANTRANSFORMATIONOPERATOR2DNONUNIFORM($,$,#8,2.,3.)',
      [2, 0, 0, 0, 3, 0, 0, 0, 2, 4, 5, 0],
    ],
    ['no origin', 'IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,$,$,$)', [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]],
    ['a placement in its place', 'IFCAXIS2PLACEMENT3D(#1,$,$)', [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3]],
    ['an entity of another type', 'IFCWALL()', null],
  ])('handles an operator with %s', (_, statement, expected) => {
    expect(operator(statement)).toEqual(expected)
  })
})
