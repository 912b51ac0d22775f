import { describe, expect, it } from 'vitest'
import { newClipBudget } from '@kamar/mesh'
import { readClasses, readObjects } from '../container/scene-objects.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { plainShape, TriangleList, type TriangleShape } from '../geometry/triangle-shape.js'
import { readStack } from '../nodes/object-stack.js'
import { container, floats, integers, record, rows } from '../testing/record-writer.js'
import { classes, SceneBytes, type WrittenClass } from '../testing/scene-writer.js'
import { cubeCorners, cubeSides, polyRecord, type WrittenExtras } from '../testing/shapes.js'
import { shapeOfStack } from './apply-stack.js'
import { joined } from './joined.js'

type Rows = readonly (readonly number[])[]

/** A modifier and its context on an object. */
interface WrittenModifier {
  readonly kind: WrittenClass
  readonly references: (scene: SceneBytes) => readonly number[]
  readonly records?: readonly Uint8Array[]
  readonly own?: readonly Uint8Array[]
  /** Offset from the object's axes. */
  readonly move?: readonly number[]
  readonly flags?: number
}

const active = 0x0004_0100
const contextBytes = ({ flags = active, move, own = [] }: WrittenModifier): Uint8Array =>
  container(
    0x2500,
    ...(move === undefined ? [] : [record(0x2510, floats(1, 0, 0, 0, 1, 0, 0, 0, 1, ...move), integers(6))]),
    ...(own.length === 0 ? [] : [container(0x2512, ...own)]),
    record(0x2513, integers(flags)),
  )

/** Applies modifiers to an object, the uppermost first. */
function applyModifiers(base: (scene: SceneBytes) => number, ...modifiers: readonly WrittenModifier[]) {
  const scene = new SceneBytes()
  const below = base(scene)
  const modifierNumbers = modifiers.map(({ kind, records = [], references }) => {
    return scene.add(kind, references(scene), ...records)
  })
  const top = scene.add(classes.derived, [...modifierNumbers, below], ...modifiers.map(contextBytes))
  const { ClassDirectory3, Scene } = scene.streams()
  const objects = readObjects(Scene, readClasses(ClassDirectory3))?.objects ?? []
  const { left, shape } = shapeOfStack(readStack(objects[top]), newClipBudget())
  if (typeof shape === 'string') throw new Error(shape)
  return { ...measured(shape), left: left.map(({ class: { name } }) => name), shape }
}

/** Measures bounding box, number of triangles and six times the volume: positive when all sides face outwards. */
function measured({ indices, positions }: TriangleShape) {
  const points = [...indices].map((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)])
  const axes = [0, 1, 2].map((axis) => points.map((point) => point[axis] ?? 0))
  let volume = 0
  for (let at = 0; at < points.length; at += 3) {
    const [[a = 0, b = 0, c = 0] = [], [d = 0, e = 0, f = 0] = [], [g = 0, h = 0, i = 0] = []] = points.slice(
      at,
      at + 3,
    )
    volume += a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  }
  const round = (value: number): number => Number(value.toFixed(4)) + 0
  return {
    low: axes.map((values) => round(Math.min(...values))),
    high: axes.map((values) => round(Math.max(...values))),
    triangles: indices.length / 3,
    volume: round(volume / 6),
  }
}

/** A cube of size 2 between 1 and 3 along x, standing on z = 0. */
const shiftedCube: Rows = cubeCorners(2).map(([x = 0, y = 0, z = 0]) => [x + 2, y, z])
const poly =
  (vertices: Rows, sides: Rows = cubeSides, extras: WrittenExtras = {}) =>
  (scene: SceneBytes): number =>
    scene.add(
      classes.poly,
      [],
      polyRecord(
        vertices,
        sides.map((side) => ({ vertices: side, group: 1 })),
        extras,
      ),
    )
/** Without the side at x = 1. */
const openCube = cubeSides.filter((side) => side.join() !== '3,0,4,7')

const xform = (scene: SceneBytes, placement: number, center: readonly number[] = [0, 0, 0]): readonly number[] => [
  placement,
  scene.add(
    classes.positionParts,
    center.map((value) => scene.float(value)),
  ),
]
const mirror = (axis: number, isCopied = 0, offset = 0): WrittenModifier => ({
  kind: classes.mirror,
  references: (scene) => [
    scene.createPlacement([0, 0, 0]),
    scene.oldParameters([{ integer: axis }, { integer: isCopied }, { float: offset }]),
  ],
})

interface Symmetry {
  readonly axis?: number
  readonly at?: readonly number[]
  readonly isFlipped?: boolean
  readonly isSliced?: boolean
  readonly weld?: number
}
const symmetry = ({ at = [0, 0, 0], axis = 0, isFlipped = false, isSliced = true, weld = 0 }: Symmetry = {}) => ({
  kind: classes.symmetry,
  references: (scene: SceneBytes) => [
    scene.parameters(0, {
      0: { integer: axis },
      1: { integer: Number(isSliced) },
      2: { integer: Number(weld > 0) },
      3: { float: weld },
      4: { integer: Number(isFlipped) },
    }),
    scene.createPlacement(at),
  ],
})

describe('3ds Max XForm modifier', () => {
  it('moves, rotates and scales about its gizmo position', () => {
    const { high, left, low, volume } = applyModifiers(poly(shiftedCube), {
      kind: classes.xform,
      references: (scene) => xform(scene, scene.createPlacement([0, 0, 5], [0, 0, Math.PI / 2], [2, 1, 1])),
      move: [-2, 0, 0],
    })
    // Twice as wide about x = 2, rotated by 90°, five up.
    expect([low, high, volume, left]).toEqual([[1, -2, 5], [3, 2, 7], 16, []])
  })

  it.each([
    ['mirrors', (scene: SceneBytes) => xform(scene, scene.createPlacement([0, 0, 0], [0, 0, 0], [-1, 1, 1]))],
    ['has its own center', (scene: SceneBytes) => xform(scene, scene.createPlacement([1, 0, 0]), [0, 0, 1])],
    ['is missing', () => []],
  ])('is not applied when its transform %s', (_, references) => {
    const { left, low } = applyModifiers(poly(shiftedCube), { kind: classes.xform, references })
    expect([low, left]).toEqual([[1, -1, 0], ['XForm']])
  })
})

describe('3ds Max Mirror modifier', () => {
  it('mirrors a shape and keeps it oriented outward', () => {
    const { high, left, low, volume } = applyModifiers(poly(shiftedCube), mirror(0))
    expect([low, high, volume, left]).toEqual([[-3, -1, 0], [-1, 1, 2], 8, []])
  })

  it('adds a mirrored copy on request', () => {
    const { high, low, triangles, volume } = applyModifiers(poly(shiftedCube), mirror(0, 1))
    expect([low, high, triangles, volume]).toEqual([[-3, -1, 0], [3, 1, 2], 24, 16])
  })

  it.each([
    ['about two axes at once', mirror(3)],
    ['with an offset', mirror(0, 0, 2)],
    ['that is switched off', { ...mirror(0), records: [container(0x39bf, record(0x0110))] }],
    ['in an unknown state', { ...mirror(0), flags: 0x0004_0000 }],
  ])('is not applied as a modifier %s', (_, modifier) => {
    const { left, low } = applyModifiers(poly(shiftedCube), modifier)
    expect([low, left]).toEqual([[1, -1, 0], ['Mirror']])
  })
})

describe('3ds Max Symmetry modifier', () => {
  it('welds a half to its mirror image', () => {
    const { high, left, low, shape, triangles, volume } = applyModifiers(
      poly(shiftedCube, openCube),
      symmetry({ at: [1, 0, 0], weld: 0.1 }),
    )
    expect([low, high, triangles, volume, left]).toEqual([[-1, -1, 0], [3, 1, 2], 20, 16, []])
    // Both halves share the four corners on the mirror.
    expect(new Set(shape.indices).size).toBe(12)
  })

  it('keeps the half behind the mirror when flipped', () => {
    const { high, low } = applyModifiers(poly(shiftedCube), symmetry({ at: [4, 0, 0], isFlipped: true }))
    expect([low, high]).toEqual([
      [1, -1, 0],
      [7, 1, 2],
    ])
  })

  it('slices planar polygons and their texture coordinates at the mirror', () => {
    const map = { rows: shiftedCube.map(([x = 0, y = 0]) => [x, y, 0]), faces: cubeSides }
    const { high, low, shape, volume } = applyModifiers(
      poly(shiftedCube, cubeSides, { map }),
      symmetry({ at: [2.5, 0, 0] }),
    )
    expect([low, high, volume]).toEqual([[2, -1, 0], [3, 1, 2], 4])
    const { textures } = shape
    if (textures === null) throw new Error('no map')
    for (const [at, row] of textures.rows.entries()) {
      const [u = 0] = textures.values.subarray(3 * row)
      const [x = 0] = shape.positions.subarray(3 * (shape.indices[at] ?? 0))
      // The map is that of the original half.
      expect(u).toBeCloseTo(Math.max(x, 5 - x), 5)
    }
  })

  it.each([
    [
      'through a non-planar polygon',
      poly(shiftedCube.map((point, at) => (at === 6 ? [3, 1, 2.5] : point))),
      [2.5, 0, 0],
      0,
    ],
    ['through a shape with unknown polygons', (scene: SceneBytes) => createBox(scene), [0.5, 0, 0], 0],
    ['with no geometry on its front side', poly(shiftedCube), [5, 0, 0], 0],
    ['near an open edge', poly(shiftedCube, openCube), [0.9, 0, 0], 0.3],
    ['with open edges shorter than the weld distance', poly(shiftedCube, openCube), [1, 0, 0], 2.5],
  ])('is not applied for a mirror %s', (_, base, at, weld) => {
    expect(applyModifiers(base, symmetry({ at, weld })).left).toEqual(['Symmetry'])
  })
})

const createBox = (scene: SceneBytes): number =>
  scene.add(classes.box, [
    scene.oldParameters([...[2, 2, 2].map((float) => ({ float })), ...[1, 1, 1].map((integer) => ({ integer }))]),
  ])

const operation = (number: number, ...data: readonly Uint8Array[]): readonly Uint8Array[] => [
  record(0x0230, integers(number)),
  container(0x0234),
  container(0x0238, ...data),
]
const movedBy = (offsets: Rows): readonly Uint8Array[] =>
  operation(0x35, record(0x12c3, integers(offsets.length)), record(0x12c4, floats(...offsets.flat())))
const attached = (mesh: Uint8Array, count = 1): readonly Uint8Array[] =>
  operation(
    0x3a,
    record(0x0e04, integers(count)),
    record(0x0e08, integers(0)),
    container(0x0e00, mesh.subarray(6)),
    record(0x0e0c, integers(0)),
  )
const edits = (...steps: readonly (readonly Uint8Array[])[]): WrittenModifier => ({
  kind: classes.editPoly,
  references: () => [],
  own: [container(0x0200), record(0x0240), ...steps.flat()],
})
const lifted = (count: number): Rows => Array.from({ length: count }, (_, at) => [0, 0, at < count / 2 ? 0 : 3])
const cubeRecord = polyRecord(
  shiftedCube,
  cubeSides.map((vertices) => ({ vertices })),
)
const cylinder =
  (sides: number) =>
  (scene: SceneBytes): number => {
    const sizes = [2, 4].map((float) => ({ float }))
    return scene.add(classes.cylinder, [
      scene.oldParameters([...sizes, ...[1, 1, sides, 1, 0].map((integer) => ({ integer }))]),
    ])
  }

describe('3ds Max Edit Poly edits', () => {
  it('move vertices by their offsets, one step after the other', () => {
    const { high, left, triangles } = applyModifiers(poly(shiftedCube), edits(movedBy(lifted(8)), movedBy(lifted(8))))
    expect([high, triangles, left]).toEqual([[3, 1, 8], 12, []])
  })

  it('attach another shape', () => {
    const { left, low, triangles } = applyModifiers(
      poly(shiftedCube.map(([x = 0, y = 0, z = 0]) => [x + 9, y, z])),
      edits(attached(cubeRecord)),
    )
    expect([low, triangles, left]).toEqual([[1, -1, 0], 24, []])
  })

  it('move vertices of a cylinder whose caps are single polygons', () => {
    const { high, left, low, triangles, volume } = applyModifiers(cylinder(4), edits(movedBy(lifted(8))))
    expect([low, high, triangles, left]).toEqual([[-2, -2, 0], [2, 2, 7], 12, []])
    expect(volume).toBeCloseTo(8 * 7, 3)
  })

  it.each([
    ['contain other operations', poly(shiftedCube), edits(operation(0x2b))],
    ['have no result', poly(shiftedCube), edits([record(0x0230, integers(0x35))])],
    ['move other vertices', poly(shiftedCube), edits(movedBy(lifted(6)))],
    ['move vertices of a generated order', createBox, edits(movedBy(lifted(24)))],
    [
      'bend a polygon with many vertices',
      cylinder(6),
      edits(movedBy(lifted(12).map((row, at) => (at > 8 ? [0, 0, 1] : row)))),
    ],
    ['attach several at once', poly(shiftedCube), edits(attached(cubeRecord, 2))],
    [
      'are switched off',
      poly(shiftedCube),
      { ...edits(), records: [container(0x80, container(0x39bf, record(0x110)))] },
    ],
    [
      'have trailing bytes',
      poly(shiftedCube),
      edits(operation(0x35, record(0x12c3, integers(1)), record(0x12c4, rows([[1, 2, 3]])))),
    ],
  ])('are not applied when they %s', (_, base, modifier) => {
    const plain = applyModifiers(base)
    const { high, left, triangles } = applyModifiers(base, modifier)
    expect([high, left]).toEqual([plain.high, ['Edit Poly']])
    expect(triangles).toBeGreaterThan(0)
  })
})

describe('3ds Max modifier stack', () => {
  const painted: WrittenModifier = { kind: classes.uvwMap, references: () => [] }
  const smooth: WrittenModifier = { kind: classes.smooth, references: () => [] }

  it('is applied up to the first unsupported modifier', () => {
    const { left, low } = applyModifiers(poly(shiftedCube), mirror(1), smooth, mirror(0))
    expect([low, left]).toEqual([
      [-3, -1, 0],
      ['Mirror', 'TurboSmooth'],
    ])
  })

  it('is applied above a UVW Map modifier, which is reported', () => {
    const { left, low } = applyModifiers(poly(shiftedCube), mirror(0), painted)
    expect([low, left]).toEqual([[-3, -1, 0], ['UVW Map']])
  })

  it('ignores physics modifiers', () => {
    expect(applyModifiers(poly(shiftedCube), { kind: classes.body, references: () => [] }).left).toEqual([])
  })

  it('does not change a shape with explicit normals', () => {
    const normals = { rows: [[0, 0, 1]], faces: cubeSides.map((side) => side.map(() => 0)) }
    expect(applyModifiers(poly(shiftedCube, cubeSides, { normals }), mirror(0)).left).toEqual(['Mirror'])
  })
})

it('3ds Max modifier is not applied with a non-finite position', () => {
  expect(applyModifiers(poly(shiftedCube), { ...mirror(0), move: [Number.NaN, 0, 0] }).left).toEqual(['Mirror'])
})

it('3ds Max shape join rejects shapes that exceed the size limit', () => {
  const list = new TriangleList()
  list.add([0, 0, 0], 0)
  const one = plainShape([0, 0, 0], list)
  const large: TriangleShape = { ...one, groups: new Uint32Array(2_000_000) }
  expect(() => joined(one, large)).toThrow(MalformedRecordError)
  expect(joined(one, one).groups).toHaveLength(2)
})
