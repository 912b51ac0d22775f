import { describe, expect, it } from 'vitest'
import type { Matrix } from '@kamar/core/math'
import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'
import { readClasses, readObjects, type SceneObject } from '../container/scene-objects.js'
import { container, floats, integers, record, concat } from '../testing/record-writer.js'
import { classes, SceneBytes } from '../testing/scene-writer.js'
import {
  countAnimatedControllers,
  evaluateFloat,
  evaluateTransform,
  evaluatePosition,
  readScale,
  readQuaternion,
  readVector,
  evaluateRotation,
  evaluateScale,
  toRotationMatrix,
} from './controllers.js'

function createObject(write: (scene: SceneBytes) => number): SceneObject {
  const scene = new SceneBytes()
  const number = write(scene)
  const { ClassDirectory3, Scene } = scene.streams()
  const object = readObjects(Scene, readClasses(ClassDirectory3))?.objects[number]
  if (object === undefined) throw new Error('no object')
  return object
}

const rounded = (matrix: Matrix): number[] => [...matrix].map((value) => Number(value.toFixed(5)) + 0)
const quarter = Math.SQRT1_2

describe('3ds Max quaternion', () => {
  it('rotates opposite to the usual convention', () => {
    expect(rounded(toRotationMatrix([0, 0, quarter, quarter])).slice(0, 9)).toEqual([0, -1, 0, 1, 0, 0, 0, 0, 1])
  })

  it('is normalised to length one', () => {
    expect(rounded(toRotationMatrix([0, 0, 2, 2]))).toEqual(rounded(toRotationMatrix([0, 0, quarter, quarter])))
  })

  it.each([
    ['zero length', [0, 0, 0, 0]],
    ['a non-finite component', [Number.NaN, 0, 0, 1]],
    ['an infinite component', [Infinity, 0, 0, 1]],
  ] as const)('is malformed with %s', (_, quaternion) => {
    expect(() => toRotationMatrix(quaternion)).toThrow(MalformedRecordError)
  })
})

describe('3ds Max transform value', () => {
  it('scales along its own axes', () => {
    const along = readScale(new RecordCursor(floats(2, 1, 1, 0, 0, 0, 1)))
    expect(rounded(along).slice(0, 9)).toEqual([2, 0, 0, 0, 1, 0, 0, 0, 1])
    const rotated = readScale(new RecordCursor(floats(2, 1, 1, 0, 0, quarter, quarter)))
    expect(rounded(rotated).slice(0, 9)).toEqual([1, 0, 0, 0, 2, 0, 0, 0, 1])
  })

  it('is malformed with missing or extra bytes', () => {
    expect(() => readScale(new RecordCursor(floats(2, 1, 1, 0, 0, 0, 1, 1)))).toThrow(MalformedRecordError)
    expect(() => readVector(new RecordCursor(floats(1, 2)))).toThrow(MalformedRecordError)
    expect(() => readVector(new RecordCursor(floats(1, 2, 3, 4)))).toThrow(MalformedRecordError)
    expect(() => readQuaternion(new RecordCursor(floats(1, 2, 3, 4, 5)))).toThrow(MalformedRecordError)
  })
})

describe('3ds Max controller', () => {
  it('stores a number in either of two records', () => {
    expect(evaluateFloat(createObject((scene) => scene.float(2.5)))).toBe(2.5)
    expect(evaluateFloat(createObject((scene) => scene.plainFloat(1.5)))).toBe(1.5)
  })

  it.each([
    ['at the start', [[0, 3]], [200, 200], 3],
    [
      'before and at the start',
      [
        [-100, 1],
        [0, 3],
        [200, 5],
      ],
      [200, 200],
      3,
    ],
    [
      'after the start',
      [
        [100, 4],
        [200, 5],
      ],
      [200, 200],
      4,
    ],
    [
      'around the start',
      [
        [-100, 4],
        [200, 5],
      ],
      [200, 200],
      9,
    ],
    ['stored at the start', [[0, 3]], [0, 0], 9],
  ] as const)('resolves its value for keys %s', (_, keys, span, value) => {
    const table = keys.map(([time, key]) => concat(integers(time, 0), floats(key, 0, 0, 0, 0)))
    const evaluateAnimated = (...more: readonly Uint8Array[]): number =>
      evaluateFloat(
        createObject((scene) => scene.float(9, record(0x2500, integers(...span)), record(0x2525, ...table, ...more))),
      )
    expect(evaluateAnimated()).toBe(value)
    // A table in another form is ignored.
    expect(evaluateAnimated(integers(1))).toBe(9)
  })

  it('reads a position from three controllers or three numbers', () => {
    const parts = createObject((scene) =>
      scene.add(
        classes.positionParts,
        [1, 2, 3].map((value) => scene.float(value)),
      ),
    )
    expect(evaluatePosition(parts)).toEqual([1, 2, 3])
    expect(
      evaluatePosition(createObject((scene) => scene.add(classes.position, [], record(0x2503, floats(4, 5, 6))))),
    ).toEqual([4, 5, 6])
  })

  it('reads a rotation from angles about x, y and z or from a quaternion', () => {
    const rotated = (...angles: readonly number[]): number[] => {
      const parts = createObject((scene) => {
        const axes = angles.map((value) => scene.float(value))
        return scene.add(classes.rotationParts, axes, record(0x1003, integers(0)))
      })
      return rounded(evaluateRotation(parts)).slice(0, 9)
    }
    expect(rotated(Math.PI / 2, 0, 0)).toEqual([1, 0, 0, 0, 0, 1, 0, -1, 0])
    expect(rotated(0, Math.PI / 2, 0)).toEqual([0, 0, -1, 0, 1, 0, 1, 0, 0])
    expect(rotated(0, 0, Math.PI / 2)).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1])
    // The y axis points up after the rotation about x and is unchanged by the one about z.
    expect(rotated(Math.PI / 2, 0, Math.PI / 2)).toEqual([0, 1, 0, 0, 0, 1, 1, 0, 0])
    const four = createObject((scene) =>
      scene.add(classes.rotation, [], record(0x2504, floats(0, 0, quarter, quarter))),
    )
    expect(rounded(evaluateRotation(four)).slice(0, 3)).toEqual([0, -1, 0])
  })

  it('reads a scale from three factors or from factors with axes', () => {
    const parts = createObject((scene) =>
      scene.add(
        classes.scaleParts,
        [2, 3, 4].map((value) => scene.float(value)),
      ),
    )
    expect(rounded(evaluateScale(parts)).slice(0, 9)).toEqual([2, 0, 0, 0, 3, 0, 0, 0, 4])
    const stored = createObject((scene) => scene.add(classes.scale, [], record(0x2505, floats(1, 1, 5, 0, 0, 0, 1))))
    expect(evaluateScale(stored)[8]).toBe(5)
  })

  it('is malformed when it computes a value or stores none', () => {
    const list = createObject((scene) => scene.add(classes.positionList, [], record(0x1010, integers(1))))
    const empty = createObject((scene) => scene.addPlaced(classes.float, {}))
    const script = createObject((scene) => {
      const scripted = { first: 0x7c8f3a2a, second: 0x1e954d91, kind: 0x900d, name: 'Scale Script' }
      return scene.add(scripted, [], record(0x2505, floats(1, 1, 1, 0, 0, 0, 1)))
    })
    expect(() => evaluatePosition(list)).toThrow(MalformedRecordError)
    expect(() => evaluateFloat(empty)).toThrow(MalformedRecordError)
    expect(() => evaluateScale(script)).toThrow(MalformedRecordError)
    expect(() => evaluateFloat(undefined)).toThrow(MalformedRecordError)
    expect(() => evaluatePosition(empty)).toThrow(MalformedRecordError)
  })

  it('is malformed with angles in another order', () => {
    const parts = createObject((scene) => {
      const axes = [0, 0, 0].map((value) => scene.float(value))
      return scene.add(classes.rotationParts, axes, record(0x1003, integers(2)))
    })
    expect(() => evaluateRotation(parts)).toThrow(MalformedRecordError)
  })
})

describe('3ds Max transform controller', () => {
  it('has position, rotation and scale', () => {
    const { position, rotation, scale } = evaluateTransform(
      createObject((scene) => scene.createPlacement([1, 2, 3], [0, 0, Math.PI], [1, 1, 2])),
    )
    expect(position).toEqual([1, 2, 3])
    expect(rounded(rotation)[0]).toBe(-1)
    expect(scale[8]).toBe(2)
  })

  it.each([
    ['that does not inherit all of its parent transform', (scene: SceneBytes) => scene.placement(0, 0, 0, 0x1c0)],
    ['without its subcontrollers', (scene: SceneBytes) => scene.placement(-1, -1, -1)],
    ['of another class', (scene: SceneBytes) => scene.add(classes.dummy, [])],
  ])('is malformed as a controller %s', (_, write) => {
    expect(() => evaluateTransform(createObject(write))).toThrow(MalformedRecordError)
  })

  it('counts its animated parts', () => {
    const key = concat(integers(0, 0), floats(0, 0, 0, 0, 0))
    const [stored, keys] = [record(0x2525, key), record(0x2525, key, key)]
    const moving = createObject((scene) => {
      const parts = [scene.float(1, keys), scene.float(2, stored), scene.float(3, keys)]
      const position = scene.add(classes.positionParts, parts)
      return scene.placement(position, scene.add(classes.rotation, [], record(0x2513, integers(1))), -1)
    })
    expect(countAnimatedControllers(moving)).toBe(3)
    expect(countAnimatedControllers(createObject((scene) => scene.createPlacement([0, 0, 0])))).toBe(0)
    expect(countAnimatedControllers(undefined)).toBe(0)
  })

  it('does not count damaged parts as animated', () => {
    const damaged = createObject((scene) => {
      const position = scene.addPlaced(classes.position, {}, container(0x7127, integers(1)))
      return scene.placement(position, -1, -1)
    })
    expect(countAnimatedControllers(damaged)).toBe(0)
  })
})
