import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Point } from '../../engine/types.js'
import { clickAt, dispatchPointer, dispatchKey } from '../../testing/node-page.js'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { recordCanvas } from '../../testing/recorded-canvas.js'
import { rounded } from '../../testing/rounded.js'
import { barMesh, placedAt } from '../../testing/shapes.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { addElement, writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { ExplodeExtension } from '../explode/explode-extension.js'
import type { MeasureExtension } from './measure-extension.js'
import type { Measurement, MeasureKind } from './measurement.js'

let building: TestBuilding
let pipe = 0
let model: TestPackage
let node: NodeViewer
let measure: MeasureExtension

beforeAll(async () => {
  model = await writeTestPackage((scene) => {
    building = buildBuilding(scene)
    // A round bar of 0.4 m radius and 2 m height in the uncovered corner of the ground floor.
    pipe = addElement(scene, { name: 'Pipe', mesh: barMesh(0.4, 2, 64), at: placedAt(11, 6.5, 0) }).node
  })
})
beforeEach(async () => {
  node = await openNodeViewer(model)
  measure = (await node.viewer.loadExtension('kamar.measure')) as MeasureExtension
  // From the south east and above: no two corners below are in line.
  lookAt(node.viewer, [20, -15, 14], [6, 4, 2])
})
afterEach(async () => {
  await node.close()
})

const start = (kind: MeasureKind): boolean => node.viewer.extensions.activate('kamar.measure', kind)

/** Clicks beside the projection of a point, pixels to the right. Two clicks at one position are a double click. */
function clickOn(point: Point, right = 2): void {
  const { x, y } = node.viewer.space.project(point)
  clickAt(node.viewer.canvas, { x: x + right, y })
}

/** Moves the pointer beside the projection of a point, and waits for the frame. */
async function hoverOver(point: Point, [right, down] = [2, 0]): Promise<void> {
  const { x, y } = node.viewer.space.project(point)
  dispatchPointer(node.viewer.canvas, 'pointermove', { x: x + right, y: y + down })
  await new Promise((resolve) => requestAnimationFrame(resolve))
}

const readValues = (measurement: Measurement | undefined): Record<string, number> =>
  Object.fromEntries(
    measurement === undefined
      ? []
      : measure.computeValues(measurement).map(({ name, value }) => [name, rounded(value, 2)]),
  )
const lastValues = (): Record<string, number> => readValues(measure.measurements.at(-1))

/** Corners of the upper slab's top and of the ground slab's: from the second, the others are at a right angle. */
const [southEast, northEast, groundNorth, groundSouth] = [
  [9.5, 0, 3],
  [9.5, 8, 3],
  [12, 8, 0],
  [12, 0, 0],
] as const
const triangle = [southEast, northEast, groundNorth] as const

describe('measuring a model', () => {
  it('snaps to corners and measures their distance along each axis', () => {
    start('distance')
    clickOn(southEast)
    clickOn(groundSouth)
    expect(measure.measurements).toHaveLength(1)
    expect(rounded(measure.measurements[0].points)).toEqual([southEast, groundSouth])
    // 2.5 m along x and 3 m down.
    expect(lastValues()).toEqual({ length: 3.91, horizontal: 2.5, dx: 2.5, dy: 0, dz: 3 })
    expect(measure.formatLabel(measure.measurements[0])).toBe('3.905 m')
  })

  it('measures an angle at its second point', () => {
    start('angle')
    for (const vertex of triangle) clickOn(vertex)
    expect(lastValues()).toEqual({ angle: 90 })
    expect(measure.formatLabel(measure.measurements[0])).toBe('90.00°')
  })

  it('ends an area at its first point, and a chain by Enter or a double click', () => {
    start('area')
    for (const vertex of triangle) clickOn(vertex)
    expect(measure.measurements).toEqual([])
    clickOn(southEast)
    // Half of 8 by 3.905 m.
    const slope = Math.hypot(2.5, 3)
    expect(lastValues()).toEqual(rounded({ area: 4 * slope, perimeter: 8 + slope + Math.hypot(8, slope) }, 2))
    start('chain')
    for (const vertex of triangle.toReversed()) clickOn(vertex)
    dispatchKey(node.viewer.canvas, 'Enter')
    expect(lastValues()).toEqual({ total: 11.91 })
    for (const vertex of [groundNorth, northEast]) clickOn(vertex)
    // The third click at the position of the second: a double click.
    clickOn(northEast)
    expect(lastValues()).toEqual({ total: 3.91 })
  })

  it('does not end a chain of one point or an area of two', () => {
    start('chain')
    clickOn(southEast)
    measure.finish()
    start('area')
    clickOn(northEast)
    clickOn(southEast)
    measure.finish()
    start('angle')
    clickOn(northEast)
    measure.finish()
    expect(measure.measurements).toEqual([])
  })

  it('gives the coordinates of a point', () => {
    start('point')
    clickOn(groundSouth)
    expect(lastValues()).toEqual({ x: 12, y: 0, z: 0 })
    expect(measure.formatLabel(measure.measurements[0])).toBe('12.000 m  0.000 m  0.000 m')
  })

  it('measures a flat face with its border, and not what lies on it', () => {
    start('face')
    clickOn([5, 1.5, 3])
    expect(lastValues()).toEqual({ area: 76 })
    const [{ points, elements }] = measure.measurements
    expect(elements).toEqual([building.upperSlab])
    // The picked point, then four sides of two points each.
    expect(points).toHaveLength(9)
    const vertices = new Set(rounded(points.slice(1)).map((point) => point.join(' ')))
    expect(vertices).toEqual(new Set(['0 0 3', '9.5 0 3', '9.5 8 3', '0 8 3']))
  })

  it('measures the shortest distance between two picked elements', async () => {
    start('clearance')
    clickOn([2.5, 3, 6], -3)
    expect(measure.measurements).toEqual([])
    clickOn([4.5, 3, 6], -3)
    await expect.poll(() => measure.measurements.length).toBe(1)
    expect(lastValues()).toEqual({ length: 1.5, horizontal: 1.5, dx: 1.5, dy: 0, dz: 0 })
    const [{ elements, points }] = measure.measurements
    expect(elements).toEqual([building.columns[0], building.columns[1]])
    expect([points[0][0], points[1][0]].map((x) => rounded(x, 2))).toEqual([2.5, 4])
  })

  it('keeps both elements of a shortest distance in a saved state', async () => {
    node.viewer.selection.set([building.columns[1], building.columns[0]])
    start('clearance')
    await expect.poll(() => measure.measurements.length).toBe(1)
    measure.restoreState(JSON.parse(JSON.stringify(measure.getState())))
    expect(measure.measurements[0].elements).toEqual([building.columns[1], building.columns[0]])
  })

  it('measures two selected elements at once, and says that they touch', async () => {
    measure.setLocale('en', 'touching')
    node.viewer.selection.set([building.upperWall, building.upperSlab])
    start('clearance')
    await expect.poll(() => measure.measurements.length).toBe(1)
    expect(measure.formatLabel(measure.measurements[0])).toBe('0.000 m · touching')
    node.viewer.selection.set([building.ground, building.columns[0]])
    start('clearance')
    await expect.poll(() => measure.measurements.length).toBe(2)
    // From the top of the wall of the ground floor to the foot of the column.
    expect(lastValues()).toMatchObject({ dz: 0.3 })
  })

  it('refuses the distance of an element to itself, and ends a search that is cancelled', async () => {
    const refusals: string[] = []
    measure.on('refused', ({ reason }) => refusals.push(reason))
    start('clearance')
    clickOn([5, 1.5, 3])
    clickOn([8, 1.5, 3])
    expect(refusals).toEqual(['same-element'])
    node.viewer.selection.set([building.upperWall, building.columns[3]])
    start('clearance')
    measure.cancel()
    start('distance')
    clickOn(southEast)
    clickOn(groundSouth)
    await new Promise((resolve) => setImmediate(resolve))
    expect(measure.measurements.map(({ kind }) => kind)).toEqual(['distance'])
  })

  it('measures the volume and surface of a body', () => {
    start('volume')
    clickOn([6.5, 3.25, 4.5])
    expect(lastValues()).toEqual({ volume: 0.75, surface: 6.5 })
    expect(measure.measurements[0]).toMatchObject({ elements: [building.columns[2]] })
    expect(rounded(measure.measurements[0].points)).toEqual([[6.25, 3.25, 4.5]])
  })

  it('measures to the opposite face and through the body', () => {
    start('perpendicular')
    // From the east side of a column the next one is 1.5 m away, and the column is 0.5 m thick.
    clickOn([2.5, 3.25, 4.5])
    expect(lastValues()).toEqual({ outwards: 1.5, inwards: 0.5, total: 2 })
  })

  it('measures the radius of a round edge and refuses a straight body', () => {
    const refusals: string[] = []
    measure.on('refused', ({ reason }) => refusals.push(reason))
    start('radius')
    clickOn([11, 6.1, 2])
    expect(lastValues()).toEqual({ radius: 0.4, diameter: 0.8 })
    expect(measure.measurements[0].elements).toEqual([pipe])
    expect(rounded(measure.measurements[0].circle?.center)).toEqual([11, 6.5, 2])
    expect(measure.formatLabel(measure.measurements[0])).toBe('R 0.400 m')
    clickOn([5, 1.5, 3])
    expect(refusals).toEqual(['no-circle'])
    expect(measure.measurements).toHaveLength(1)
  })

  it('measures the slope of an edge, otherwise of the face', () => {
    start('slope')
    clickOn([9.5, 0.5, 3])
    expect(measure.measurements[0].points).toHaveLength(2)
    expect(lastValues()).toEqual({ slope: 0 })
    clickOn([5, 1.5, 3])
    expect(measure.measurements[1]).toMatchObject({ normal: [0, 0, 1] })
    clickOn([6.5, 3.25, 4.5])
    expect(lastValues()).toEqual({ slope: Infinity })
    expect(measure.formatLabel(measure.measurements[2])).toBe('90.0°')
  })

  it('measures nothing beside the model', () => {
    start('distance')
    clickAt(node.viewer.canvas, { x: 5, y: 5 })
    clickOn(southEast)
    expect(measure.measurements).toEqual([])
  })
})

describe('the active kind of measurement', () => {
  it('is known at once, also to a page that listens later, and null when the tool is off', () => {
    start('distance')
    expect(measure.kind).toBe('distance')
    node.viewer.extensions.deactivate('kamar.measure')
    expect(measure.kind).toBeNull()
  })
})

describe('snaps of the pointer', () => {
  it.each([
    ['vertex', [9.5, 8, 3], [9.5, 8, 3]],
    ['midpoint', [6, 0, 0], [6, 0, 0]],
    ['edge', [2.5, 0, 0], [2.5, 0, 0]],
    ['face', [5, 1.5, 3], null],
    ['center', [11, 6.5, 2], [11, 6.5, 2]],
  ] as const)('are to a %s near it', async (kind, at, expected) => {
    // Nearer to the pipe, whose edge would otherwise be within the snap radius of its centre.
    if (kind === 'center') lookAt(node.viewer, [14, 4, 5], [11, 6.5, 2])
    start('distance')
    await hoverOver(at)
    const snap = measure.hovered
    expect(snap?.kind).toBe(kind)
    const near = expected ?? at
    const tolerance = kind === 'edge' || kind === 'face' ? 0.2 : 2e-3
    const [x, y, z] = snap?.point ?? [0, 0, 0]
    expect(Math.hypot(x - near[0], y - near[1], z - near[2])).toBeLessThan(tolerance)
  })

  it('are to the foot of the perpendicular from the last point', async () => {
    start('distance')
    clickOn([8.5, 3, 6])
    await hoverOver([8.5, 0, 0])
    expect(measure.hovered?.kind).toBe('perpendicular')
    expect(rounded(measure.hovered?.point)).toEqual([8.5, 0, 0])
    // Without a last point it is an edge like any other.
    measure.cancel()
    await hoverOver([8.5, 0, 0.001])
    expect(measure.hovered?.kind).toBe('edge')
  })

  it('are to the corner of a cut, and to nothing that is cut away', async () => {
    node.viewer.cut.set([{ normal: [0, 0, -1], offset: 1 }])
    lookAt(node.viewer, [13, 1, 3], [12, 4, 1])
    start('distance')
    await hoverOver([12, 3.9, 1], [-4, -3])
    expect(measure.hovered?.kind).toBe('vertex')
    expect(rounded(measure.hovered?.point)).toEqual([12, 3.9, 1])
    await hoverOver([12, 4, 1.5])
    expect(measure.hovered?.point[2] ?? 0).toBeLessThan(1.001)
  })

  it('end when the pointer leaves the canvas, and while a button is held', async () => {
    start('distance')
    await hoverOver([5, 1.5, 3])
    dispatchPointer(node.viewer.canvas, 'pointerleave', { x: 0, y: 0 })
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(measure.hovered).toBeNull()
    const { x, y } = node.viewer.space.project([5, 1.5, 3])
    dispatchPointer(node.viewer.canvas, 'pointermove', { x, y, buttons: 1 })
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(measure.hovered).toBeNull()
  })

  it('cost five picks, however large the model is', async () => {
    start('distance')
    await hoverOver([9.5, 8, 3])
    expect(measure.snapCost.picks).toBe(5)
    expect(measure.snapCost.instances).toBeLessThanOrEqual(5)
    expect(measure.snapCost.edges).toBeLessThanOrEqual(12 * 5)
  })
})

describe('the list of measurements', () => {
  function measureTwo(): readonly Measurement[] {
    start('distance')
    clickOn(southEast)
    clickOn(groundSouth)
    start('point')
    clickOn(northEast)
    return measure.measurements
  }

  it('is renamed, reduced and emptied by undoable steps', () => {
    const [distance, point] = measureTwo()
    expect([distance.id, point.id]).toEqual(['measurement-1', 'measurement-2'])
    measure.rename(distance.id, 'Height')
    expect(measure.formatLabel(measure.measurements[0])).toBe('Height: 3.905 m')
    measure.remove(distance.id)
    expect(measure.measurements).toEqual([point])
    measure.clear()
    expect(measure.measurements).toEqual([])
    const { history } = node.viewer
    history.undo()
    expect(measure.measurements).toEqual([point])
    history.undo()
    expect(measure.measurements).toEqual([{ ...distance, name: 'Height' }, point])
    history.undo()
    history.undo()
    expect(measure.measurements).toEqual([distance])
    history.redo()
    expect(measure.measurements).toEqual([distance, point])
  })

  it('is hidden without losing one, also in a saved view, and displayed again by the tool', () => {
    const measurements = measureTwo()
    const labels = (): number => document.querySelectorAll('.kamar-measure text').length
    expect(labels()).toBeGreaterThan(0)
    measure.setVisible(false)
    expect([measure.measurements, labels()]).toEqual([measurements, 0])
    const state = structuredClone(measure.getState())
    measure.setVisible(true)
    measure.restoreState(state)
    expect(measure.isVisible).toBe(false)
    start('point')
    expect(measure.isVisible).toBe(true)
  })

  it('notifies of the selection, and of its end with the selected measurement', () => {
    const [distance, point] = measureTwo()
    const ids: (string | null)[] = []
    measure.on('selected', ({ id }) => ids.push(id))
    measure.select(point.id)
    measure.remove(distance.id)
    measure.remove(point.id)
    expect(ids).toEqual([point.id, null])
  })

  it('is restored from a saved view as it was, and new ids differ from those in it', () => {
    measureTwo()
    const state = structuredClone(measure.getState())
    measure.clear()
    expect(measure.getState()).toBeUndefined()
    measure.restoreState(state)
    expect(measure.getState()).toEqual(state)
    start('point')
    clickOn(groundNorth)
    expect(measure.measurements.map(({ id }) => id)).toEqual(['measurement-1', 'measurement-2', 'measurement-3'])
  })

  it.each([
    ['no state', undefined],
    ['a text', 'measurements'],
    ['no list', { measurements: { length: 1 } }],
    ['a distance of one point', { measurements: [{ id: 'a', kind: 'distance', name: '', points: [[0, 0, 0]] }] }],
  ])('is empty after %s', (_, state) => {
    measureTwo()
    measure.restoreState(state)
    expect(measure.measurements).toEqual([])
  })

  it('keeps the valid ones of a damaged state', () => {
    const [distance] = measureTwo()
    measure.restoreState({ measurements: [{ ...distance, points: 'none' }, distance, null] })
    expect(measure.measurements).toEqual([distance])
  })

  it('ends with the model, and stays when the tool is switched off', () => {
    measureTwo()
    measure.deactivate()
    expect(measure.measurements).toHaveLength(2)
    node.viewer.unload()
    expect(measure.measurements).toEqual([])
  })

  it('is written as a table in the chosen unit', () => {
    measureTwo()
    measure.setUnit('cm')
    const table = measure.csv({
      header: ['Name', 'Kind', 'Value', 'Number', 'Unit', 'Element', 'Second element'],
      kind: (kind) => kind,
      value: (name) => name,
      element: (element) => `#${element}`,
    })
    const rows = table.split('\r\n').slice(1, -1)
    expect(rows).toHaveLength(8)
    const numbers = rows.map((row) => Math.round(Number(row.split(',')[3])))
    expect(rows[0]).toMatch(/^,distance,length,390\.5\d,cm,,$/)
    expect(numbers).toEqual([391, 250, 250, 0, 300, 950, 800, 300])
  })
})

describe('units of measurements', () => {
  it('are those of the source until others are chosen, with numbers of the language', () => {
    start('distance')
    clickOn(southEast)
    clickOn(groundSouth)
    const [distance] = measure.measurements
    expect(measure.unit).toBe('m')
    measure.setUnit('ft-in')
    expect(measure.formatLabel(distance)).toBe(`12'-9 3/4"`)
    measure.setUnit('mm')
    measure.setLocale('de')
    expect(measure.formatLabel(distance)).toBe('3.905 mm')
    measure.setUnit(null)
    expect(measure.formatLabel(distance)).toBe('3,905 m')
  })

  it('change the list, so that it is shown anew', () => {
    let changes = 0
    measure.on('changed', () => changes++)
    measure.setUnit('mm')
    measure.setLocale('hy')
    expect(changes).toBe(2)
  })
})

describe('an exploded model', () => {
  it('hides measurements, refuses new ones and shows them again when it is assembled', async () => {
    start('distance')
    clickOn(southEast)
    clickOn(groundSouth)
    const refusals: string[] = []
    measure.on('refused', ({ reason }) => refusals.push(reason))
    const explode = (await node.viewer.loadExtension('kamar.explode')) as ExplodeExtension
    await explode.set({ mode: 'radial', amount: 0.5 })
    await explode.set({ mode: 'radial', amount: 0.6 })
    expect(refusals).toEqual(['apart'])
    const lines = node.viewer.element.querySelectorAll('.kamar-measure path')[2]
    expect(lines.getAttribute('d')).toBe('')
    clickAt(node.viewer.canvas, { x: 400, y: 300 })
    expect(refusals).toEqual(['apart', 'apart'])
    await explode.set({ mode: 'radial', amount: 0 })
    node.drawFrame()
    expect(lines.getAttribute('d')).not.toBe('')
    expect(measure.measurements).toHaveLength(1)
  })
})

describe('the overlay of measurements', () => {
  const layer = (): Element => node.viewer.element.querySelector('.kamar-measure') as Element
  const paths = (): string[] => [...layer().children].map((child) => child.getAttribute('d') ?? '')
  const [fill, halo, lines, selected, pending, dots] = [0, 1, 2, 3, 4, 5]
  const labels = (): (string | null)[] => [...layer().querySelectorAll('text')].map(({ textContent }) => textContent)
  const onScreen = (points: readonly Point[]): string =>
    points
      .map((point, at) => {
        const { x, y } = node.viewer.space.project(point)
        return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
      })
      .join('')
  const onGrid = (text: string): number[] => (text.match(/-?\d+\.\d/g) ?? []).map((value) => Math.round(Number(value)))

  it('draws a line between its points with a label, and follows the camera', () => {
    start('distance')
    clickOn(southEast)
    clickOn(groundSouth)
    expect(onGrid(paths()[lines])).toEqual(onGrid(onScreen([southEast, groundSouth])))
    expect(paths()[halo]).toBe(paths()[lines])
    expect(labels()).toEqual(['3.905 m'])
    const before = paths()[lines]
    lookAt(node.viewer, [0, -25, 14], [6, 4, 2])
    node.drawFrame()
    expect(paths()[lines]).not.toBe(before)
    expect(onGrid(paths()[lines])).toEqual(onGrid(onScreen([southEast, groundSouth])))
  })

  it('draws the selected one apart', () => {
    start('distance')
    clickOn(southEast)
    clickOn(groundSouth)
    const line = paths()[lines]
    measure.select('measurement-1')
    expect([paths()[lines], paths()[selected]]).toEqual(['', line])
  })

  it('fills areas and draws a dot per corner', () => {
    start('area')
    for (const vertex of triangle) clickOn(vertex)
    measure.finish()
    expect(onGrid(paths()[fill])).toEqual(onGrid(onScreen([...triangle, southEast])))
    expect(paths()[dots].split('M')).toHaveLength(4)
  })

  it('shows the length up to the pointer, and the area as soon as there is one', async () => {
    start('distance')
    clickOn(southEast)
    await hoverOver(northEast)
    expect(labels()).toEqual(['8.000 m'])
    expect(onGrid(paths()[pending])).toEqual(onGrid(onScreen([southEast, northEast])))
    start('area')
    clickOn(northEast)
    clickOn(groundNorth)
    await hoverOver(southEast)
    expect(labels()).toEqual(['15.621 m²'])
    // The outline is closed.
    expect(onGrid(paths()[pending])).toEqual(onGrid(onScreen([northEast, groundNorth, southEast, northEast])))
    start('angle')
    clickOn(southEast)
    clickOn(northEast)
    await hoverOver(groundNorth)
    expect(labels()).toEqual(['90.00°'])
  })

  it('marks the snap by its kind', async () => {
    start('distance')
    await hoverOver(northEast)
    const glyph = layer().querySelector('.kamar-snap')
    expect(glyph?.getAttribute('data-snap')).toBe('vertex')
    await hoverOver([5, 1.5, 3])
    expect(glyph?.getAttribute('data-snap')).toBe('face')
    measure.deactivate()
    expect(glyph?.getAttribute('data-snap')).toBe('')
  })

  it('draws nothing of what is behind the eye', () => {
    start('distance')
    clickOn(southEast)
    clickOn(groundSouth)
    lookAt(node.viewer, [6, 20, 2], [6, 40, 2])
    node.drawFrame()
    expect([paths()[lines], paths()[dots], labels()]).toEqual(['', '', []])
  })

  it('has the colours of the theme', () => {
    const getColor = (at: number): string | null => layer().children[at].getAttribute('stroke')
    const light = [halo, lines, selected].map(getColor)
    node.viewer.setTheme('dark')
    const dark = [halo, lines, selected].map(getColor)
    expect(light).toEqual(['#FFFFFF', '#B3361B', '#2F6FDE'])
    expect(dark).toEqual(['#15181A', '#FF8A5C', '#7FA9F5'])
  })

  it('is painted onto a screenshot at its scale, without the snap and the selection', () => {
    start('distance')
    clickOn(southEast)
    clickOn(groundSouth)
    measure.select('measurement-1')
    const canvas = recordCanvas(2000, 1200)
    measure.paintOver(canvas.target)
    // Twice the height of the page; centred in the width.
    expect(canvas.filterByName('scale').map(({ args }) => args)).toEqual([[2, 2]])
    expect(canvas.filterByName('translate').map(({ args }) => args)).toEqual([
      [1000, 0],
      [-400, 0],
    ])
    const strokes = canvas.filterByName('stroke')
    expect(strokes.slice(0, 2).map(({ args, style }) => [onGrid(String(args[0])), style['strokeStyle']])).toEqual([
      [onGrid(onScreen([southEast, groundSouth])), '#FFFFFF'],
      [onGrid(onScreen([southEast, groundSouth])), '#B3361B'],
    ])
    expect(canvas.filterByName('fillText').map(({ args }) => args[0])).toEqual(['3.905 m'])
  })

  it('goes with the extension', () => {
    node.viewer.unloadExtension('kamar.measure')
    expect(node.viewer.element.querySelector('.kamar-measure, .kamar-loupe')).toBeNull()
  })
})

describe('a plan view', () => {
  it('measures between corners of the same height, although others are below them', () => {
    lookAt(node.viewer, [6, 4, 30], [6, 4, 0], 10)
    start('distance')
    clickOn([2, 3, 6])
    clickOn([8.5, 3.1, 6], -2)
    const [from, to] = measure.measurements[0].points
    expect(rounded([from[2], to[2]])).toEqual([6, 6])
  })
})
