import { describe, expect, it } from 'vitest'
import type { Matrix } from '@kamar/core/math'
import { fileFrame } from './axes.js'
import type { FbxNode } from './fbx-node.js'
import { Properties } from './properties.js'
import { localMatrix } from './transform.js'

type PropertyValues = Readonly<Record<string, readonly number[]>>

function createProperties(values: PropertyValues): Properties {
  const children = Object.entries(values).map(([name, numbers]): FbxNode => ({
    name: 'P',
    values: [name, '', '', 'A', ...numbers],
    children: [],
  }))
  return new Properties({ name: 'Model', values: [], children: [{ name: 'Properties70', values: [], children }] }, null)
}

function transformPoint(matrix: Matrix, [x, y, z]: readonly [number, number, number]): number[] {
  return [0, 1, 2].map((row) => matrix[row] * x + matrix[3 + row] * y + matrix[6 + row] * z + matrix[9 + row])
}

const closeTo = (values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 9))

describe('FBX local transform', () => {
  it('is the identity when nothing is stated', () => {
    expect(transformPoint(localMatrix(createProperties({})), [1, 2, 3])).toEqual([1, 2, 3])
  })

  it('scales, then rotates, then translates', () => {
    const matrix = localMatrix(
      createProperties({ 'Lcl Translation': [10, 0, 0], 'Lcl Rotation': [0, 0, 90], 'Lcl Scaling': [2, 3, 4] }),
    )
    expect(transformPoint(matrix, [1, 1, 1])).toEqual(closeTo([10 - 3, 2, 4]))
  })

  it('rotates about x, then y, then z by default', () => {
    const matrix = localMatrix(createProperties({ 'Lcl Rotation': [90, 90, 0] }))
    // About x: y becomes z. About y: z becomes x.
    expect(transformPoint(matrix, [0, 1, 0])).toEqual(closeTo([1, 0, 0]))
  })

  it.each([
    [0, [90, 90, 0], [1, 0, 0]],
    [3, [90, 90, 0], [0, 0, 1]],
    [5, [90, 90, 0], [0, 0, 1]],
    [2, [0, 90, 90], [-1, 0, 0]],
  ] as const)('applies rotation order %s', (order, angles, expected) => {
    const matrix = localMatrix(createProperties({ RotationOrder: [order], 'Lcl Rotation': angles }))
    expect(transformPoint(matrix, [0, 1, 0])).toEqual(closeTo(expected))
  })

  it('rotates about its pivot and adds the rotation offset', () => {
    const matrix = localMatrix(
      createProperties({ RotationPivot: [1, 0, 0], RotationOffset: [0, 0, 5], 'Lcl Rotation': [0, 0, 180] }),
    )
    expect(transformPoint(matrix, [0, 0, 0])).toEqual(closeTo([2, 0, 5]))
  })

  it('scales about its pivot and adds the scaling offset', () => {
    const matrix = localMatrix(
      createProperties({ ScalingPivot: [1, 1, 1], ScalingOffset: [0, 1, 0], 'Lcl Scaling': [3, 3, 3] }),
    )
    expect(transformPoint(matrix, [1, 1, 1])).toEqual(closeTo([1, 2, 1]))
    expect(transformPoint(matrix, [2, 1, 1])).toEqual(closeTo([4, 2, 1]))
  })

  it('applies the pre-rotation and the inverse of the post-rotation', () => {
    const before = localMatrix(createProperties({ PreRotation: [0, 0, 90] }))
    const after = localMatrix(createProperties({ PostRotation: [0, 0, 90] }))
    expect(transformPoint(before, [1, 0, 0])).toEqual(closeTo([0, 1, 0]))
    expect(transformPoint(after, [1, 0, 0])).toEqual(closeTo([0, -1, 0]))
  })
})

describe('FBX unit and axis system', () => {
  it.each([
    [{}, 'cm', 0.01],
    [{ UnitScaleFactor: [2.54] }, 'in', 0.0254],
    [{ UnitScaleFactor: [100] }, 'm', 1],
    [{ UnitScaleFactor: [0.1] }, 'mm', 0.001],
    [{ UnitScaleFactor: [30.48] }, 'ft', 0.3048],
    [{ UnitScaleFactor: [7] }, '7 cm', 0.07],
    [{ UnitScaleFactor: [-3] }, 'cm', 0.01],
    [{ UnitScaleFactor: [1e308] }, 'cm', 0.01],
    [{ UnitScaleFactor: [1e-300] }, 'cm', 0.01],
  ] satisfies [PropertyValues, string, number][])('resolves the unit of %j to %s', (values, unitName, metres) => {
    expect(fileFrame(createProperties(values))).toMatchObject({ unitName, metres: expect.closeTo(metres) })
  })

  it.each([
    ['Y up by default', {}, [1, -3, 2]],
    ['Y up', { UpAxis: [1], FrontAxis: [2], CoordAxis: [0] }, [1, -3, 2]],
    ['Z up', { UpAxis: [2], FrontAxis: [1], FrontAxisSign: [-1], CoordAxis: [0] }, [1, 2, 3]],
    ['X up', { UpAxis: [0], FrontAxis: [2], CoordAxis: [1], CoordAxisSign: [-1] }, [-2, -3, 1]],
    ['duplicate axes as the default', { UpAxis: [1], FrontAxis: [1], CoordAxis: [0] }, [1, -3, 2]],
    ['invalid axes as the default', { UpAxis: [9], FrontAxis: [1], CoordAxis: [0] }, [1, -3, 2]],
  ] satisfies [string, PropertyValues, number[]][])('resolves the axes: %s', (_, values, expected) => {
    expect(transformPoint(fileFrame(createProperties(values)).rotation, [1, 2, 3])).toEqual(closeTo(expected))
  })
})

describe('FBX properties', () => {
  it('fall back to the template of their type', () => {
    const template: FbxNode = {
      name: 'PropertyTemplate',
      values: [],
      children: [
        {
          name: 'Properties70',
          values: [],
          children: [{ name: 'P', values: ['Opacity', '', '', 'A', 0.5], children: [] }],
        },
      ],
    }
    expect(new Properties(undefined, template).number('Opacity')).toBe(0.5)
    expect(new Properties(undefined, null).number('Opacity')).toBeNull()
  })

  it('include added properties with typed values', () => {
    const added = (name: string, type: string, ...values: readonly (string | number)[]): FbxNode => ({
      name: 'P',
      values: [name, type, '', 'A+U', ...values],
      children: [],
    })
    const children = [
      added('Fire rating', 'KString', 'F90'),
      added('Load bearing', 'Bool', 1),
      added('Offset', 'Vector3D', 1, 2, 3),
      added('', 'KString', 'nameless'),
      added('Empty', 'KString', ''),
    ]
    const node: FbxNode = { name: 'Model', values: [], children: [{ name: 'Properties70', values: [], children }] }
    expect(new Properties(node, null).added).toEqual([
      { name: 'Fire rating', value: 'F90' },
      { name: 'Load bearing', value: true },
      { name: 'Offset', value: '1, 2, 3' },
    ])
  })
})
