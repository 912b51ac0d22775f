import {
  Arc,
  AttributeEntity,
  BlockRecord,
  Circle,
  DimensionAligned,
  DimensionAngular2Line,
  DimensionAngular3Pt,
  DimensionDiameter,
  DimensionLinear,
  DimensionRadius,
  Ellipse,
  type Entity,
  Hatch,
  HatchBoundaryPath,
  HatchBoundaryPathPolyline,
  Insert,
  Line,
  LwPolyline,
  LwPolylineVertex,
  MText,
  Point,
  TextEntity,
  XY,
  XYZ,
} from '@node-projects/acad-ts'
import { describe, expect, it } from 'vitest'
import { drawEntities } from '../testing/draw-sheets.js'
import { listEntityProperties } from './entity-properties.js'

/** Returns the values of both headings by their names. */
const readValues = (entity: Entity): Record<string, unknown> =>
  Object.fromEntries(
    listEntityProperties(entity, 'mm').flatMap(({ properties }) => properties.map(({ name, value }) => [name, value])),
  )
const near = (value: number): number => expect.closeTo(value, 6) as number
const createVertex = (x: number, y: number, bulge = 0): LwPolylineVertex =>
  Object.assign(new LwPolylineVertex(new XY(x, y)), { bulge })

describe('DWG geometry properties', () => {
  it('include the 3D length of a line', () => {
    expect(readValues(new Line(new XYZ(1, 1, 1), new XYZ(3, 4, 7)))).toEqual({ Length: 7 })
  })

  it('have the unit of the drawing, squared for areas', () => {
    const [set] = listEntityProperties(Object.assign(new Circle(), { radius: 2 }), 'cm')
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
    const arc = Object.assign(new Arc(), { radius: 10, startAngle: (7 / 4) * Math.PI, endAngle: Math.PI / 4 })
    expect(readValues(arc)).toEqual({ Radius: 10, Length: near(5 * Math.PI) })
  })

  it('measure the arcs of a polyline, not their chords', () => {
    const circle = new LwPolyline([createVertex(-3, 0, 1), createVertex(3, 0, 1)])
    circle.isClosed = true
    expect(readValues(circle)).toEqual({ Length: near(6 * Math.PI), Area: near(9 * Math.PI) })
    const quarter = new LwPolyline([createVertex(1, 0, Math.tan(Math.PI / 8)), createVertex(0, 1)])
    expect(readValues(quarter)).toEqual({ Length: near(Math.PI / 2) })
  })

  it.each([
    ['outwards', 1, 8 + Math.PI / 2],
    ['inwards', -1, 8 - Math.PI / 2],
  ])('add or subtract the segment of a polyline arc that bends %s', (_, bulge, area) => {
    const vertices = [
      createVertex(0, 0),
      createVertex(4, 0),
      createVertex(4, 2, 0),
      createVertex(3, 2, bulge),
      createVertex(1, 2),
      createVertex(0, 2),
    ]
    const polyline = new LwPolyline(vertices)
    polyline.isClosed = true
    expect(readValues(polyline)['Area']).toEqual(near(area))
    const reversed = new LwPolyline(vertices.map(({ location: { x, y } }) => new XY(x, y)).toReversed())
    reversed.isClosed = true
    reversed.vertices.forEach((vertex, at) => (vertex.bulge = at === 1 ? -bulge : 0))
    expect(readValues(reversed)['Area']).toEqual(near(area))
  })

  it('omit the area of an open polyline that returns to its start', () => {
    const polyline = new LwPolyline([new XY(0, 0), new XY(3, 0), new XY(3, 4), new XY(0, 0)])
    expect(readValues(polyline)).toEqual({ Length: 12 })
  })

  it('include the exact area of a full ellipse and none of a partial one', () => {
    const ellipse = Object.assign(new Ellipse(), { majorAxisEndPoint: new XYZ(3, 4, 0), radiusRatio: 0.5 })
    Object.assign(ellipse, { startParameter: 0, endParameter: 2 * Math.PI })
    expect(readValues(ellipse)['Area']).toEqual(near(12.5 * Math.PI))
    // Ramanujan's second formula for axes of 5 and 2.5.
    expect(Number(readValues(ellipse)['Length']) / 24.221).toBeCloseTo(1, 2)
    ellipse.endParameter = Math.PI
    expect(readValues(ellipse)).not.toHaveProperty('Area')
  })

  it('include the pattern of a hatch, and its area for a single ring', () => {
    const hatch = new Hatch()
    const ring = (side: number): HatchBoundaryPath => {
      const edge = new HatchBoundaryPathPolyline()
      edge.vertices = [new XYZ(0, 0, 0), new XYZ(side, 0, 0), new XYZ(side, side, 0), new XYZ(0, side, 0)]
      return new HatchBoundaryPath([edge])
    }
    hatch.pattern.name = 'ANSI31'
    hatch.paths = [ring(4)]
    expect(readValues(hatch)).toEqual({ Area: 16, Pattern: 'ANSI31' })
    hatch.paths.push(ring(2))
    expect(readValues(hatch)).toEqual({ Pattern: 'ANSI31' })
  })

  it('include the measurement of aligned, linear, radius and diameter dimensions', () => {
    const [from, to] = [new XYZ(0, 0, 0), new XYZ(30, 40, 0)]
    expect(readValues(new DimensionAligned(from, to))).toEqual({ Measurement: 50 })
    const upright = Object.assign(new DimensionLinear(), { firstPoint: from, secondPoint: to, rotation: Math.PI / 2 })
    expect(readValues(upright)).toEqual({ Measurement: near(40) })
    const radius = Object.assign(new DimensionRadius(), { definitionPoint: from, angleVertex: to })
    expect(readValues(radius)).toEqual({ Measurement: 50 })
    const diameter = Object.assign(new DimensionDiameter(), { definitionPoint: from, angleVertex: to })
    expect(readValues(diameter)).toEqual({ Measurement: 50 })
  })

  it('omit the measurement of an angular dimension', () => {
    expect(readValues(new DimensionAngular3Pt())).toEqual({})
    expect(readValues(new DimensionAngular2Line())).toEqual({})
  })

  it('omit non-finite values', () => {
    expect(readValues(Object.assign(new Circle(), { radius: NaN }))).toEqual({})
    expect(readValues(new Line(new XYZ(0, 0, 0), new XYZ(Infinity, 0, 0)))).toEqual({})
  })

  it('have nine significant digits', () => {
    expect(readValues(new Line(new XYZ(0, 0, 0), new XYZ(1234.56789012345, 0, 0)))).toEqual({ Length: 1234.56789 })
  })

  it('are empty for a point', () => {
    expect(listEntityProperties(new Point(), 'mm')).toEqual([])
  })
})

describe('DWG text properties', () => {
  it('have formatting codes resolved', () => {
    expect(readValues(new TextEntity('%%c20'))).toEqual({ Text: 'Ø20' })
    expect(readValues(new MText('{\\H2x;Hall}\\PNorth'))).toEqual({ Text: 'Hall\nNorth' })
  })

  it('are cut beyond 500 characters, with an ellipsis', () => {
    const value = readValues(new TextEntity('x'.repeat(600)))['Text']
    expect(value).toBe(`${'x'.repeat(499)}…`)
    expect(readValues(new TextEntity('x'.repeat(500)))['Text']).toBe('x'.repeat(500))
  })

  it('list the attributes of an insert by tag, with one line or more', () => {
    const insert = new Insert(new BlockRecord('DOOR'))
    const one = Object.assign(new AttributeEntity(), { tag: 'NUMBER', value: 'D%%d1' })
    const more = Object.assign(new AttributeEntity(), { tag: 'NOTE', value: 'a', mText: new MText('fire\\Pdoor') })
    insert.attributes.push(one, more)
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
    const { sheet, scene } = await drawEntities(new Point(), new Line(new XYZ(0, 0, 0), new XYZ(3, 4, 0)))
    expect([...sheet.assignments.keys()]).toEqual([1])
    const [set] = sheet.assignments.get(1) ?? []
    expect(scene.propertySets[set ?? -1]?.properties).toEqual([{ name: 'Length', value: 5, unit: 'mm' }])
  })

  it('are absent for a polyline without vertices, and damaged entities are skipped', async () => {
    const damaged = Object.assign(new Circle(), { center: null as unknown as XYZ })
    const broken = Object.assign(new LwPolyline(), { vertices: null as unknown as LwPolylineVertex[] })
    const { sheet, skipped, pushed } = await drawEntities(damaged, broken)
    expect(pushed.entities).toBe(2)
    expect(skipped.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['CIRCLE', 'damaged'],
      ['LWPOLYLINE', 'damaged'],
    ])
    expect([...sheet.assignments.keys()]).toEqual([0])
    expect(sheet.polylines).toEqual([])
  })
})
