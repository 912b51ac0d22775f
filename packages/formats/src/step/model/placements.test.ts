import { describe, expect, it } from 'vitest'
import { invertMatrix, multiplyMatrices } from '@kamar/core/math'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { frameToFrame, readFrame, readVector } from './placements.js'

const file = parseStep(`
#1=CARTESIAN_POINT('',(10.,20.,30.));
#2=DIRECTION('',(0.,0.,2.));
#3=DIRECTION('',(0.,1.,0.));
#4=AXIS2_PLACEMENT_3D('',#1,#2,#3);
#5=AXIS2_PLACEMENT_3D('',#1,$,$);
#6=CARTESIAN_TRANSFORMATION_OPERATOR_3D('','','',#3,$,#1,2.,#2);
#7=AXIS2_PLACEMENT_3D('',#99,$,$);
#8=(CARTESIAN_TRANSFORMATION_OPERATOR($,$,#1,3.)CARTESIAN_TRANSFORMATION_OPERATOR_3D($)GEOMETRIC_REPRESENTATION_ITEM());
`)
const frame = (id: number, metres = 1): number[] | null => {
  const matrix = readFrame(file, rowOf(file, id), metres)
  return matrix && [...matrix].map((value) => Number(value.toFixed(9)) + 0)
}

describe('STEP frame', () => {
  it('has its axes and its origin in metres', () => {
    expect(frame(4, 0.001)).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 0.01, 0.02, 0.03])
  })

  it('completes missing axes with defaults', () => {
    expect(frame(5)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 10, 20, 30])
  })

  it('accepts scaling transformation operators in both notations', () => {
    expect(frame(6)).toEqual([0, 2, 0, -2, 0, 0, 0, 0, 2, 10, 20, 30])
    expect(frame(8)).toEqual([3, 0, 0, 0, 3, 0, 0, 0, 3, 10, 20, 30])
  })

  it('is null without a location or for another entity type', () => {
    expect([frame(7), frame(1), frame(99)]).toEqual([null, null, null])
    expect(readVector(file, rowOf(file, 4))).toBeNull()
    expect(readVector(file, rowOf(file, 1))).toEqual([10, 20, 30])
  })
})

describe('frame-to-frame transform', () => {
  it('maps the first frame to the second', () => {
    const from = readFrame(file, rowOf(file, 4), 1) ?? new Float64Array(12)
    const to = readFrame(file, rowOf(file, 6), 1) ?? new Float64Array(12)
    const transformed = multiplyMatrices(frameToFrame(from, to, multiplyMatrices), from)
    expect([...transformed].every((value, at) => Math.abs(value - to[at]) < 1e-9)).toBe(true)
  })

  it('returns the second frame when the first is not invertible', () => {
    expect(invertMatrix(new Float64Array(12))).toBeNull()
    const to = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 6, 7)
    expect(frameToFrame(new Float64Array(12), to, multiplyMatrices)).toBe(to)
  })
})
