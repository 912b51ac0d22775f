import type { Ellipse, SplineEntity } from '@kamar/codecs/drawing'
import type { Vector } from '@kamar/core/math'
import { describe, expect, it } from 'vitest'
import { computeBounds, drawEntities, listPolylines, ringArea, listRings, rounded } from '../../testing/draw-sheets.js'
import { createEntity, createPolyline } from '../../testing/records.js'

const radiiAbout = (points: ArrayLike<number>, x: number, y: number): number[] =>
  Array.from({ length: points.length / 2 }, (_, at) =>
    Math.hypot((points[2 * at] ?? 0) - x, (points[2 * at + 1] ?? 0) - y),
  )

const ends = (points: readonly number[]): number[] => [...points.slice(0, 2), ...points.slice(-2)]

describe('DWG lines and points', () => {
  it('are projected to the ground plane', async () => {
    const { sheet } = await drawEntities(createEntity('line', { start: [1, 2, 3], end: [4, 5, -6] }))
    expect(listPolylines(sheet)).toEqual([[1, 2, 4, 5]])
    expect(sheet.polylines[0]?.closed).toBeUndefined()
  })

  it('include a vertical line as a line of zero length', async () => {
    const { sheet } = await drawEntities(createEntity('line', { start: [1, 2, 0], end: [1, 2, 9] }))
    expect(listPolylines(sheet)).toEqual([[1, 2, 1, 2]])
  })

  it('draw points as dots', async () => {
    const { sheet } = await drawEntities(createEntity('point', { location: [7, 8, 9] }))
    expect(listPolylines(sheet)).toEqual([[7, 8]])
  })

  it.each([NaN, Infinity, -Infinity, 1e15])(
    'count a line with coordinate %s as broken instead of drawing it',
    async (value) => {
      const broken = createEntity('line', { start: [0, 0, 0], end: [value, 1, 0] })
      const { sheet, pushed } = await drawEntities(broken, createEntity('line', { start: [0, 0, 0], end: [1, 1, 0] }))
      expect(listPolylines(sheet)).toEqual([[0, 0, 1, 1]])
      expect(pushed).toMatchObject({ broken: 1, entities: 2 })
    },
  )
})

describe('DWG circles and arcs', () => {
  it('have all points on the radius, without a repeated first point in a circle', async () => {
    const circle = createEntity('circle', { center: [10, 20, 0], radius: 5 })
    const { sheet } = await drawEntities(circle)
    const [line] = sheet.polylines
    for (const radius of radiiAbout(line?.points ?? [], 10, 20)) expect(radius).toBeCloseTo(5, 9)
    expect(line?.closed).toBe(true)
    expect(rounded(line?.points.slice(0, 2) ?? [])).toEqual([15, 20])
    expect(rounded(line?.points.slice(-2) ?? [])).not.toEqual([15, 20])
    expect(ringArea(line?.points ?? []) / (25 * Math.PI)).toBeCloseTo(1, 2)
  })

  it('stay within half a thousandth of the radius of the exact curve', async () => {
    const { sheet } = await drawEntities(createEntity('circle', { radius: 1 }))
    const points = sheet.polylines[0]?.points ?? new Float64Array(0)
    const middles = Array.from({ length: points.length / 2 - 1 }, (_, at) =>
      Math.hypot((points[2 * at] + points[2 * at + 2]) / 2, (points[2 * at + 1] + points[2 * at + 3]) / 2),
    )
    expect(Math.min(...middles)).toBeGreaterThan(1 - 0.0005)
  })

  it.each([
    ['a quarter circle', 0, Math.PI / 2, [1, 0, 0, 1]],
    ['across angle zero', 1.5 * Math.PI, 0.5 * Math.PI, [0, -1, 0, 1]],
    ['with negative angles', -Math.PI / 2, 0, [0, -1, 1, 0]],
    ['with angles beyond a full turn', 4 * Math.PI, 5 * Math.PI, [1, 0, -1, 0]],
    ['a full circle for equal angles', 1, 1, [Math.cos(1), Math.sin(1), Math.cos(1), Math.sin(1)]],
  ])('run counter-clockwise from start to end: %s', async (_, startAngle, endAngle, expected) => {
    const { sheet } = await drawEntities(createEntity('arc', { radius: 1, startAngle, endAngle }))
    const [points] = listPolylines(sheet)
    expect(ends(points ?? [])).toEqual(rounded(expected))
    const orientation = ringArea(points ?? [])
    expect(orientation).toBeGreaterThan(0)
  })

  it('are mirrored at the y axis by a downward normal', async () => {
    const normal = [0, 0, -1] as const
    const arc = createEntity('arc', {
      center: [10, 5, 0],
      radius: 2,
      startAngle: 0,
      endAngle: Math.PI / 2,
      normal,
    })
    const { sheet } = await drawEntities(arc)
    const [points] = listPolylines(sheet)
    expect(ends(points ?? [])).toEqual([-12, 5, -10, 7])
  })

  it('are seen edge-on with a horizontal normal', async () => {
    const circle = createEntity('circle', { center: [3, 4, 5], radius: 2, normal: [0, -1, 0] })
    const { sheet } = await drawEntities(circle)
    // The object's x axis is the world's x, its y axis the world's z, and its z axis the world's negative y.
    expect(computeBounds(sheet.polylines[0]?.points ?? [])).toEqual([1, -5, 5, -5])
  })
})

describe('DWG ellipse', () => {
  const ellipse = (more: Partial<Ellipse>): Ellipse =>
    createEntity('ellipse', { majorAxis: [4, 0, 0], radiusRatio: 0.5, ...more })

  it('extends as far as its axes', async () => {
    const { sheet } = await drawEntities(ellipse({ center: [10, 20, 0] }))
    const [line] = sheet.polylines
    expect(line?.closed).toBe(true)
    const [minX, minY, maxX, maxY] = computeBounds(line?.points ?? [])
    expect([minX, maxX]).toEqual([6, 14].map((value) => expect.closeTo(value, 2) as number))
    expect([minY, maxY]).toEqual([18, 22].map((value) => expect.closeTo(value, 2) as number))
  })

  it('rotates with its major axis and has the minor axis to the left', async () => {
    const { sheet } = await drawEntities(ellipse({ majorAxis: [0, 4, 0], endParameter: Math.PI / 2 }))
    expect(ends(listPolylines(sheet)[0] ?? [])).toEqual([0, 4, -2, 0])
    expect(sheet.polylines[0]?.closed).toBeUndefined()
  })

  it('runs clockwise in world coordinates with a downward normal', async () => {
    const { sheet } = await drawEntities(ellipse({ normal: [0, 0, -1], endParameter: Math.PI / 2 }))
    expect(ends(listPolylines(sheet)[0] ?? [])).toEqual([4, 0, 0, -2])
  })

  it.each([
    ['across parameter zero', 1.5 * Math.PI, 0.5 * Math.PI, [0, -2, 0, 2], Math.PI],
    ['from the second turn to the first', 2.5 * Math.PI, 0.25 * Math.PI, [0, 2, Math.SQRT2 * 2, Math.SQRT2], 1.75],
    ['with parameters two turns apart', 0, 4.5 * Math.PI, [4, 0, 0, 2], 0.5],
  ])('runs counter-clockwise from start to end: %s', async (_, startParameter, endParameter, expected) => {
    const { sheet } = await drawEntities(ellipse({ startParameter, endParameter }))
    const [points] = listPolylines(sheet)
    expect(ends(points ?? [])).toEqual(rounded(expected))
    const orientation = Array.from({ length: (points?.length ?? 0) / 2 - 1 }, (__, at) => {
      const [ax, ay, bx, by] = points?.slice(2 * at, 2 * at + 4) ?? []
      return (ax ?? 0) * (by ?? 0) - (bx ?? 0) * (ay ?? 0)
    })
    expect(Math.min(...orientation)).toBeGreaterThan(0)
  })
})

describe('DWG 2D polyline', () => {
  it('closes from the last vertex to the first', async () => {
    const { sheet } = await drawEntities({ ...createPolyline([0, 0], [4, 0], [4, 3]), isClosed: true })
    expect(listPolylines(sheet)).toEqual([[0, 0, 4, 0, 4, 3]])
    expect(sheet.polylines[0]?.closed).toBe(true)
  })

  it('bends to the right where the bulge is positive', async () => {
    const half = createPolyline([0, 0, { bulge: 1 }], [4, 0])
    const quarter = createPolyline([0, 0, { bulge: -Math.tan(Math.PI / 8) }], [2, 2])
    const { sheet } = await drawEntities(half, quarter)
    const [first, second] = listPolylines(sheet)
    expect(computeBounds(first ?? [])).toEqual([0, expect.closeTo(-2, 2), 4, 0])
    for (const radius of radiiAbout(first ?? [], 2, 0)) expect(radius).toBeCloseTo(2, 5)
    // Clockwise about (2, 0): up first, then to the right.
    for (const radius of radiiAbout(second ?? [], 2, 0)) expect(radius).toBeCloseTo(2, 5)
  })

  it('applies the bulge of its last vertex to the closing segment', async () => {
    const circle = createPolyline([-1, 0, { bulge: 1 }], [1, 0, { bulge: 1 }])
    const { sheet } = await drawEntities({ ...circle, isClosed: true })
    for (const radius of radiiAbout(sheet.polylines[0]?.points ?? [], 0, 0)) expect(radius).toBeCloseTo(1, 9)
    expect(ringArea(sheet.polylines[0]?.points ?? [])).toBeCloseTo(Math.PI, 1)
  })

  it.each([NaN, Infinity, 1e-12])('is straight at a bulge of %s', async (bulge) => {
    const { sheet } = await drawEntities(createPolyline([0, 0, { bulge }], [4, 0]))
    expect(listPolylines(sheet)).toEqual([[0, 0, 4, 0]])
  })

  it('is mirrored with its arcs by a downward normal', async () => {
    const polyline = createPolyline([0, 0, { bulge: 1 }], [4, 0])
    const { sheet } = await drawEntities({ ...polyline, normal: [0, 0, -1] })
    expect(ends(listPolylines(sheet)[0] ?? [])).toEqual([0, 0, -4, 0])
    expect(computeBounds(listPolylines(sheet)[0] ?? [])).toEqual([-4, expect.closeTo(-2, 2), 0, 0])
  })

  it('draws a constant width as a line width', async () => {
    const width = { startWidth: 0.5, endWidth: 0.5 }
    const { sheet } = await drawEntities(createPolyline([0, 0, width], [4, 0, width]))
    expect(sheet.styles[sheet.polylines[0]?.style ?? -1]?.widthUnits).toBe(0.5)
  })

  it('draws a changing width as areas', async () => {
    const arrow = createPolyline([0, 0, { startWidth: 1, endWidth: 1 }], [4, 0, { startWidth: 3, endWidth: 0 }], [6, 0])
    const { sheet } = await drawEntities(arrow)
    const [shaft, arrowTip] = sheet.fills
    expect(computeBounds(shaft?.rings[0] ?? [])).toEqual([0, -0.5, 4, 0.5])
    expect(Math.abs(ringArea(shaft?.rings[0] ?? []))).toBeCloseTo(4, 9)
    expect(computeBounds(arrowTip?.rings[0] ?? [])).toEqual([4, -1.5, 6, 1.5])
    expect(Math.abs(ringArea(arrowTip?.rings[0] ?? []))).toBeCloseTo(3, 9)
    expect(sheet.polylines).toEqual([])
  })

  it('draws segments without a width as lines between tapered ones', async () => {
    const { sheet } = await drawEntities(createPolyline([0, 0, { startWidth: 0, endWidth: 2 }], [4, 0], [9, 0]))
    expect(listPolylines(sheet)).toEqual([[4, 0, 9, 0]])
    expect(listRings(sheet)).toHaveLength(1)
  })

  it('tapers along arcs, offset from the center line by half the width', async () => {
    const donut = createPolyline(
      [-10, 0, { bulge: 1, startWidth: 2, endWidth: 4 }],
      [10, 0, { bulge: 1, startWidth: 4, endWidth: 2 }],
    )
    const { sheet } = await drawEntities({ ...donut, isClosed: true })
    expect(sheet.fills).toHaveLength(2)
    const radii = radiiAbout(sheet.fills[0]?.rings[0] ?? [], 0, 0)
    expect(Math.min(...radii)).toBeGreaterThan(7.9)
    expect(Math.max(...radii)).toBeLessThan(12.1)
    // The centre line is a semicircle of radius 10; its width is 3 on average.
    expect(Math.abs(ringArea(sheet.fills[0]?.rings[0] ?? [])) / (10 * Math.PI * 3)).toBeCloseTo(1, 2)
  })

  it('draws a dot for a single vertex and nothing for none', async () => {
    const { sheet, pushed } = await drawEntities(createPolyline([3, 4]), createPolyline())
    expect(listPolylines(sheet)).toEqual([[3, 4]])
    expect(pushed.entities).toBe(2)
  })
})

describe('DWG 3D polylines and splines', () => {
  it('run from vertex to vertex and close when flagged', async () => {
    const vertices: Vector[] = [
      [0, 0, 5],
      [3, 0, 1],
      [3, 3, -4],
    ]
    const { sheet } = await drawEntities(createEntity('polyline3d', { vertices, isClosed: true }))
    expect(listPolylines(sheet)).toEqual([[0, 0, 3, 0, 3, 3]])
    expect(sheet.polylines[0]?.closed).toBe(true)
  })

  const spline = (more: Partial<SplineEntity>): SplineEntity => createEntity('spline', more)
  const points = (...values: readonly (readonly [number, number])[]): Vector[] => values.map(([x, y]) => [x, y, 0])

  it('follow their control points at degree 1', async () => {
    const { sheet } = await drawEntities(
      spline({ degree: 1, controlPoints: points([0, 0], [2, 1], [4, 0]), knots: [0, 0, 1, 2, 2], weights: [] }),
    )
    expect(listPolylines(sheet)).toEqual([[0, 0, 2, 1, 4, 0]])
  })

  it('are exact arcs when rational', async () => {
    const { sheet } = await drawEntities(
      spline({
        degree: 2,
        controlPoints: points([1, 0], [1, 1], [0, 1]),
        knots: [0, 0, 0, 1, 1, 1],
        weights: [1, Math.SQRT1_2, 1],
      }),
    )
    const [line] = listPolylines(sheet)
    expect(ends(line ?? [])).toEqual([1, 0, 0, 1])
    for (const radius of radiiAbout(line ?? [], 0, 0)) expect(radius).toBeCloseTo(1, 5)
    expect(line?.length).toBeGreaterThan(20)
  })

  it('pass through their fit points without control points', async () => {
    const through = points([0, 0], [2, 2], [4, 0])
    const { sheet } = await drawEntities(spline({ controlPoints: [], knots: [], weights: [], fitPoints: through }))
    const line = listPolylines(sheet)[0] ?? []
    const pairs = Array.from({ length: line.length / 2 }, (_, at) => [line[2 * at], line[2 * at + 1]])
    for (const [x, y] of through) expect(pairs).toContainEqual([x, y])
  })

  it('fall back to their control points when the knots are invalid', async () => {
    const { sheet, skipped } = await drawEntities(
      spline({ degree: 3, controlPoints: points([0, 0], [1, 1], [2, 0], [3, 1]), knots: [0, 1], weights: [] }),
    )
    expect(ends(listPolylines(sheet)[0] ?? [])).toEqual([0, 0, 3, 1])
    expect(skipped).toEqual([])
  })

  it('are reported as not read without any point', async () => {
    const { sheet, skipped } = await drawEntities(spline({ controlPoints: [], knots: [], weights: [], fitPoints: [] }))
    expect(sheet.polylines).toEqual([])
    expect(skipped).toMatchObject([{ kind: 'SPLINE', reason: 'not-read' }])
  })
})
