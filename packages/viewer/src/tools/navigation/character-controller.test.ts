import { describe, expect, it } from 'vitest'
import type { InstanceShape, ModelGeometry } from '../../engine/model/model-geometry.js'
import type { Point } from '../../engine/types.js'
import { rounded } from '../../testing/rounded.js'
import { boxMesh, placedAt, testRandom } from '../../testing/shapes.js'
import { testShape } from '../../testing/test-shape.js'
import { bodyMeasures, CharacterController, type CollisionWorld } from './character-controller.js'
import { NearTriangles, type WallSource } from './near-triangles.js'

type Bounds = readonly [min: Point, max: Point]

/** A world of level floors (height by position) without walls. */
function createFloors(heights: (x: number, y: number) => readonly number[], lowest = -Infinity): CollisionWorld {
  return {
    floorUnder: ([x, y, z]) => {
      const below = heights(x, y).filter((height) => height <= z)
      return below.length === 0 ? null : Math.max(...below)
    },
    walls: { push: () => null } as unknown as NearTriangles,
    lowest: () => lowest,
  }
}
const createCharacter = (world: CollisionWorld, feet: Point): CharacterController =>
  new CharacterController(world, [feet[0], feet[1], feet[2] + bodyMeasures.eyeHeight])

/** Advances by a duration in frames of a hundredth of a second. */
function advance(character: CharacterController, seconds: number, velocity: readonly [number, number] = [0, 0]): void {
  for (let frame = 0; frame < Math.round(seconds * 100); frame++) character.step(0.01, velocity)
}

describe('CharacterController on floors', () => {
  it('keeps its eyes 1.65 m above its feet', () => {
    const character = createCharacter(
      createFloors(() => [0]),
      [1, 2, 0],
    )
    expect(rounded([character.feet, character.eye])).toEqual([
      [1, 2, 0],
      [1, 2, 1.65],
    ])
  })

  it('stands still on a floor', () => {
    const character = createCharacter(
      createFloors(() => [0]),
      [0, 0, 0],
    )
    expect(character.step(0.05, [0, 0])).toBe(false)
    expect(character.feet).toEqual([0, 0, 0])
  })

  it('falls with gravity and lands exactly on the floor', () => {
    const character = createCharacter(
      createFloors(() => [0]),
      [0, 0, 10],
    )
    advance(character, 1)
    // Half of 9.81 metres, within the error of a hundred steps.
    expect(character.feet[2]).toBeCloseTo(10 - 9.81 / 2, 0)
    expect(character.fallSpeed).toBeCloseTo(9.81, 6)
    expect(character.step(0.01, [0, 0])).toBe(true)
    advance(character, 2)
    expect([character.feet[2], character.fallSpeed]).toEqual([0, 0])
  })

  it('falls no faster than 40 m/s', () => {
    const character = createCharacter(
      createFloors(() => [0]),
      [0, 0, 1e5],
    )
    advance(character, 10)
    expect(character.fallSpeed).toBe(40)
  })

  it('falls to the lowest height where there is no floor, and no deeper', () => {
    const character = createCharacter(
      createFloors(() => [], -3),
      [0, 0, 5],
    )
    advance(character, 5)
    expect(character.feet[2]).toBe(-3)
    const below = createCharacter(
      createFloors(() => [], 4),
      [0, 0, 1],
    )
    advance(below, 1)
    expect(below.feet[2]).toBe(1)
  })

  it('climbs a step of up to 0.45 m and ignores a higher one', () => {
    const stepAt = (height: number): CollisionWorld => createFloors((x) => (x > 1 ? [0, height] : [0]))
    const low = createCharacter(stepAt(0.4), [0, 0, 0])
    advance(low, 2, [1, 0])
    expect(rounded(low.feet)).toEqual([2, 0, 0.4])
    const high = createCharacter(stepAt(0.6), [0, 0, 0])
    advance(high, 2, [1, 0])
    expect(rounded(high.feet)).toEqual([2, 0, 0])
  })

  it('rises onto a step at 4 m/s rather than at once', () => {
    const character = createCharacter(
      createFloors(() => [0, 0.4]),
      [0, 0, 0],
    )
    character.step(0.05, [0, 0])
    expect(character.feet[2]).toBeCloseTo(0.2, 9)
    character.step(0.05, [0, 0])
    expect(character.feet[2]).toBeCloseTo(0.4, 9)
  })

  it('walks down a stair and falls from an edge', () => {
    const stair = createFloors((x) => [-0.3 * Math.floor(Math.max(0, x) / 0.5)])
    const onStair = createCharacter(stair, [0, 0, 0])
    let isFalling = false
    for (let frame = 0; frame < 300; frame++) {
      onStair.step(0.01, [1, 0])
      isFalling ||= onStair.fallSpeed > 0
    }
    // Five steps down at x = 3; the heel is still on the fifth.
    expect(isFalling).toBe(false)
    expect(onStair.feet[2]).toBeCloseTo(-1.5, 6)
    const onEdge = createCharacter(
      createFloors((x) => [x > 1 ? -2 : 0]),
      [0, 0, 0],
    )
    advance(onEdge, 1.3, [1, 0])
    expect(onEdge.fallSpeed).toBeGreaterThan(0)
  })

  it('does not fall into a joint that is narrower than its feet', () => {
    const character = createCharacter(
      createFloors((x) => [Math.abs(x) < 0.1 ? -5 : 0]),
      [-1, 0, 0],
    )
    advance(character, 2, [1, 0])
    expect(rounded(character.feet)).toEqual([1, 0, 0])
  })

  it('goes to a position at once, without its earlier fall', () => {
    const character = createCharacter(
      createFloors(() => [0]),
      [0, 0, 50],
    )
    advance(character, 1)
    character.moveTo([3, 4, 2])
    expect([character.feet, character.fallSpeed]).toEqual([[3, 4, 2], 0])
  })
})

/** Triangles near the character of boxes in the model, each an element of its own. */
function createWalls(shapes: readonly InstanceShape[], change: Partial<WallSource> & { hidden?: number } = {}) {
  const geometry: Partial<ModelGeometry> = {
    near: (_, visit) => shapes.forEach((_shape, instance) => visit(instance)),
    isShown: (instance) => instance !== change.hidden,
    elementOf: (instance) => instance,
    getShape: (instance) => shapes[instance],
    runsNear: ({ shape }, _, visit) => visit(shape.indexStart, shape.indexStart + shape.indexCount),
  }
  return new NearTriangles(() => ({
    geometry: geometry as ModelGeometry,
    stops: () => true,
    cuts: new Float64Array(0),
    ...change,
  }))
}
const createBox = ([min, max]: Bounds, at: Point = [0, 0, 0]): InstanceShape =>
  testShape(boxMesh(min, max), placedAt(...at))

/** Wall of 0.2 m thickness from x = 1. */
const wall = createBox([
  [1, -2, 0],
  [1.2, 2, 3],
])

describe('NearTriangles', () => {
  it('pushes away from a wall to the radius, horizontally', () => {
    expect(rounded(createWalls([wall]).push([0.9, 0, 1], 0.25))).toEqual([-0.15, 0, 0])
    expect(rounded(createWalls([wall]).push([1.35, 0, 1], 0.25))).toEqual([0.1, 0, 0])
    expect(createWalls([wall]).push([0.7, 0, 1], 0.25)).toBeNull()
  })

  it('pushes out of an inner edge in both directions', () => {
    const other = createBox([
      [-2, 1, 0],
      [2, 1.2, 3],
    ])
    const [x, y, z] = createWalls([wall, other]).push([0.9, 0.95, 1], 0.25) ?? [0, 0, 0]
    expect(rounded([x, y, z])).toEqual([-0.15, -0.2, 0])
  })

  it('pushes less near the upper edge of a low wall', () => {
    const low = createBox([
      [1, -2, 0],
      [1.2, 2, 0.8],
    ])
    // 0.2 m above the edge the radius of 0.25 m reaches 0.15 m sideways.
    expect(rounded(createWalls([low]).push([0.9, 0, 1], 0.25))).toEqual([-0.05, 0, 0])
    expect(createWalls([low]).push([0.9, 0, 1.06], 0.25)).toBeNull()
  })

  it('ignores what is hidden, passable or cut away', () => {
    expect(createWalls([wall], { hidden: 0 }).push([0.9, 0, 1], 0.25)).toBeNull()
    expect(createWalls([wall], { stops: () => false }).push([0.9, 0, 1], 0.25)).toBeNull()
    // Keeps x < 0.5.
    const cuts = Float64Array.of(-1, 0, 0, 0.5)
    expect(createWalls([wall], { cuts }).push([0.9, 0, 1], 0.25)).toBeNull()
    const keepsHalf = Float64Array.of(0, 1, 0, 0)
    expect(createWalls([wall], { cuts: keepsHalf }).push([0.9, 0, 1], 0.25)).not.toBeNull()
    expect(createWalls([wall], { geometry: null }).push([0.9, 0, 1], 0.25)).toBeNull()
  })

  it('gathers again only after 1.5 m, or when it is told to', () => {
    const walls = createWalls([wall])
    walls.push([0, 0, 1], 0.25)
    walls.push([1.4, 1, 1], 0.25)
    expect(walls.gatherings).toBe(1)
    walls.push([1.6, 1, 1], 0.25)
    expect(walls.gatherings).toBe(2)
    walls.invalidate()
    walls.push([1.6, 1, 1], 0.25)
    expect(walls.gatherings).toBe(3)
  })

  it.each([141, 142])('leaves no position within the radius of a rotated box (seed %d)', (seed) => {
    const random = testRandom(seed)
    for (let round = 0; round < 40; round++) {
      const angle = random() * Math.PI
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
      const half = [0.3 + random(), 0.3 + random()]
      const mesh = boxMesh([-half[0], -half[1], 0], [half[0], half[1], 3])
      const box = testShape(mesh, [cosine, sine, 0, -sine, cosine, 0, 0, 0, 1, 0.2, -0.1, 0])
      const walls = createWalls([box])
      const direction = random() * 2 * Math.PI
      const distance = Math.hypot(...half) + random() * 0.2
      let position: Point = [0.2 + Math.cos(direction) * distance, -0.1 + Math.sin(direction) * distance, 1]
      for (let pass = 0; pass < 8; pass++) {
        const by = walls.push(position, 0.25)
        if (by === null) break
        position = [position[0] + by[0], position[1] + by[1], position[2]]
      }
      const [x, y] = [position[0] - 0.2, position[1] + 0.1]
      const local = [x * cosine + y * sine, -x * sine + y * cosine]
      const outside = local.map((value, axis) => Math.max(0, Math.abs(value) - half[axis]))
      expect(Math.hypot(...outside)).toBeGreaterThan(0.25 - 1e-3)
    }
  })
})

describe('CharacterController between walls', () => {
  const createWorld = (walls: NearTriangles): CollisionWorld => ({ floorUnder: () => 0, walls, lowest: () => 0 })

  it('stops in front of a wall, however fast it moves', () => {
    for (const speed of [1, 8, 200]) {
      const character = createCharacter(createWorld(createWalls([wall])), [0, 0, 0])
      character.step(1, [speed, 0])
      expect(character.feet[0]).toBeCloseTo(0.75, 2)
    }
  })

  it('slides along a wall', () => {
    const character = createCharacter(createWorld(createWalls([wall])), [0, -1.5, 0])
    advance(character, 1, [2, 2])
    expect(rounded(character.feet, 1)).toEqual([0.8, 0.5, 0])
  })

  it('steps over what is lower than a step', () => {
    const threshold = createBox([
      [1, -2, 0],
      [1.2, 2, 0.3],
    ])
    const world = { ...createWorld(createWalls([threshold])), floorUnder: ([x]: Point) => (x > 1 && x < 1.2 ? 0.3 : 0) }
    const character = createCharacter(world, [0, 0, 0])
    advance(character, 3, [1, 0])
    expect(character.feet[0]).toBeCloseTo(3, 2)
  })

  it('collides at the height of its head too', () => {
    const beam = createBox([
      [1, -2, 1.4],
      [1.2, 2, 1.7],
    ])
    const character = createCharacter(createWorld(createWalls([beam])), [0, 0, 0])
    advance(character, 3, [1, 0])
    expect(character.feet[0]).toBeLessThan(1)
  })
})
