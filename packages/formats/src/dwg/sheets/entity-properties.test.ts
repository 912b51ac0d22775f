import type { DimensionMeasurement, Entity, HatchPath, Polyline } from '@kamar/codecs/drawing'
import type { Vector } from '@kamar/core/math'
import { describe, expect, it } from 'vitest'
import { drawEntities } from '../testing/draw-sheets.js'
import { createEntity, createPolyline } from '../testing/records.js'
import { listEntityProperties } from './entity-properties.js'

/** Returns the values of both headings by their names. */
const readValues = (entity: Entity): Record<string, unknown> =>
  Object.fromEntries(
    listEntityProperties(entity, 'mm').flatMap(({ properties }) => properties.map(({ name, value }) => [name, value])),
  )
const near = (value: number): number => expect.closeTo(value, 6) as number
const close = (polyline: Polyline): Polyline => ({ ...polyline, isClosed: true })

describe('DWG geometry properties', () => {
  it('include the 3D length of a line', () => {
    expect(readValues(createEntity('line', { start: [1, 1, 1], end: [3, 4, 7] }))).toEqual({ Length: 7 })
  })

  it('have the unit of the drawing, squared for areas', () => {
    const [set] = listEntityProperties(createEntity('circle', { radius: 2 }), 'cm')
    expect(set).toEqual({
      name: 'Geometry',
      properties: [
        { name: 'Radius', value: 2, unit: 'cm' },
        { name: 'Length', value: near(4 * Math.PI), unit: 'cm' },
        { name: 'Area', value: near(4 * Math.PI), unit: 'cm²' },
      ],
    })
  })

  it('measure an arc from start to end, also across zero degrees', () => {
    const arc = createEntity('arc', { radius: 10, startAngle: (7 / 4) * Math.PI, endAngle: Math.PI / 4 })
    expect(readValues(arc)).toEqual({ Radius: 10, Length: near(5 * Math.PI) })
  })

  it('measure the arcs of a polyline, not their chords', () => {
    const circle = close(createPolyline([-3, 0, { bulge: 1 }], [3, 0, { bulge: 1 }]))
    expect(readValues(circle)).toEqual({ Length: near(6 * Math.PI), Area: near(9 * Math.PI) })
    const quarter = createPolyline([1, 0, { bulge: Math.tan(Math.PI / 8) }], [0, 1])
    expect(readValues(quarter)).toEqual({ Length: near(Math.PI / 2) })
  })

  it.each([
    ['outwards', 1, 8 + Math.PI / 2],
    ['inwards', -1, 8 - Math.PI / 2],
  ])('add or subtract the segment of a polyline arc that bends %s', (_, bulge, area) => {
    const polyline = createPolyline([0, 0], [4, 0], [4, 2], [3, 2, { bulge }], [1, 2], [0, 2])
    expect(readValues(close(polyline))['Area']).toEqual(near(area))
    const reversed = createPolyline([0, 2], [1, 2, { bulge: -bulge }], [3, 2], [4, 2], [4, 0], [0, 0])
    expect(readValues(close(reversed))['Area']).toEqual(near(area))
  })

  it('omit the area of an open polyline that returns to its start', () => {
    const polyline = createPolyline([0, 0], [3, 0], [3, 4], [0, 0])
    expect(readValues(polyline)).toEqual({ Length: 12 })
  })

  it('include the exact area of a full ellipse and none of a partial one', () => {
    const ellipse = createEntity('ellipse', { majorAxis: [3, 4, 0], radiusRatio: 0.5 })
    expect(readValues(ellipse)['Area']).toEqual(near(12.5 * Math.PI))
    // Ramanujan's second formula for axes of 5 and 2.5.
    expect(Number(readValues(ellipse)['Length']) / 24.221).toBeCloseTo(1, 2)
    expect(readValues({ ...ellipse, endParameter: Math.PI })).not.toHaveProperty('Area')
  })

  it('include the pattern of a hatch, and its area for a single ring', () => {
    const ring = (side: number): HatchPath => {
      const { vertices } = createPolyline([0, 0], [side, 0], [side, side], [0, side])
      return { flags: 1, edges: [{ kind: 'polyline', vertices }] }
    }
    const hatch = (...paths: readonly HatchPath[]) => createEntity('hatch', { patternName: 'ANSI31', paths })
    expect(readValues(hatch(ring(4)))).toEqual({ Area: 16, Pattern: 'ANSI31' })
    expect(readValues(hatch(ring(4), ring(2)))).toEqual({ Pattern: 'ANSI31' })
  })

  it('include the measurement of aligned, linear, radius and diameter dimensions', () => {
    const [first, second]: Vector[] = [
      [0, 0, 0],
      [30, 40, 0],
    ]
    const ends = { first, second, line: first }
    const chord = { center: first, chord: second }
    const measure = (measurement: DimensionMeasurement) => readValues(createEntity('dimension', { measurement }))
    expect(measure({ kind: 'aligned', ...ends })).toEqual({ Measurement: 50 })
    expect(measure({ kind: 'linear', ...ends, rotation: Math.PI / 2 })).toEqual({ Measurement: near(40) })
    expect(measure({ kind: 'radius', ...chord })).toEqual({ Measurement: 50 })
    expect(measure({ kind: 'diameter', ...chord })).toEqual({ Measurement: 50 })
    const ordinate = { kind: 'ordinate', origin: first, feature: second, end: second } as const
    expect(measure({ ...ordinate, isX: true })).toEqual({ Measurement: 30 })
    expect(measure({ ...ordinate, isX: false })).toEqual({ Measurement: 40 })
  })

  it('omit the measurement of an angular dimension', () => {
    const angle = { kind: 'angular', vertex: [0, 0, 0], first: [1, 0, 0], second: [0, 1, 0] } as const
    expect(readValues(createEntity('dimension', { measurement: angle }))).toEqual({})
  })

  it('omit non-finite values', () => {
    expect(readValues(createEntity('circle', { radius: NaN }))).toEqual({})
    expect(readValues(createEntity('line', { start: [0, 0, 0], end: [Infinity, 0, 0] }))).toEqual({})
  })

  it('have nine significant digits', () => {
    expect(readValues(createEntity('line', { start: [0, 0, 0], end: [1234.56789012345, 0, 0] }))).toEqual({
      Length: 1234.56789,
    })
  })

  it('are empty for a point', () => {
    expect(listEntityProperties(createEntity('point'), 'mm')).toEqual([])
  })
})

describe('DWG text properties', () => {
  it('have formatting codes resolved', () => {
    expect(readValues(createEntity('text', { value: '%%c20' }))).toEqual({ Text: 'Ø20' })
    expect(readValues(createEntity('mtext', { value: '{\\H2x;Hall}\\PNorth' }))).toEqual({ Text: 'Hall\nNorth' })
  })

  it('are cut beyond 500 characters, with an ellipsis', () => {
    const value = readValues(createEntity('text', { value: 'x'.repeat(600) }))['Text']
    expect(value).toBe(`${'x'.repeat(499)}…`)
    expect(readValues(createEntity('text', { value: 'x'.repeat(500) }))['Text']).toBe('x'.repeat(500))
  })

  it('list the attributes of an insert by tag, with one line or more', () => {
    const one = createEntity('attribute', { tag: 'NUMBER', value: 'D%%d1' })
    const multilineText = createEntity('mtext', { value: 'fire\\Pdoor' })
    const more = createEntity('attribute', { tag: 'NOTE', value: 'a', multilineText })
    const insert = createEntity('insert', { attributes: [one, more] })
    expect(listEntityProperties(insert, 'mm')).toEqual([
      {
        name: 'Attributes',
        properties: [
          { name: 'NUMBER', value: 'D°1' },
          { name: 'NOTE', value: 'fire\ndoor' },
        ],
      },
    ])
  })
})

describe('DWG entity properties on a sheet', () => {
  it('are assigned to their entity', async () => {
    const { sheet, scene } = await drawEntities(
      createEntity('point'),
      createEntity('line', { start: [0, 0, 0], end: [3, 4, 0] }),
    )
    expect([...sheet.assignments.keys()]).toEqual([1])
    const [set] = sheet.assignments.get(1) ?? []
    expect(scene.propertySets[set ?? -1]?.properties).toEqual([{ name: 'Length', value: 5, unit: 'mm' }])
  })
})
