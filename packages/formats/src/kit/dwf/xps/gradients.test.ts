import { runReader, type RecordingSheet } from '@kamar/test-kit'
import type { SheetMatrix } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { reader } from '../../../dwfx/reader.js'
import { clipRings, ringContains } from '@kamar/codecs/glyphs'
import { writeZip } from '@kamar/codecs/zip/testing'
import { splitGradient, computeMeanColor, type Gradient, type GradientRegion } from './gradients.js'

const upright: SheetMatrix = [1, 0, 0, 1, 0, 0]
const square = (size: number): Float64Array => Float64Array.of(0, 0, size, 0, size, size, 0, size)
const area = [square(100)]

const traffic = [
  { at: 0, color: 0xff0000, opacity: 1 },
  { at: 0.5, color: 0x00ff00, opacity: 1 },
  { at: 1, color: 0x0000ff, opacity: 1 },
]
const linear = (more: Partial<Gradient> = {}): Gradient => ({
  course: { kind: 'linear', from: [20, 0], to: [80, 0] },
  stops: traffic,
  spread: 'pad',
  isOfLight: false,
  matrix: upright,
  ...more,
})
const radial = (more: Partial<Gradient> = {}, origin: readonly [number, number] = [50, 50]): Gradient =>
  linear({ course: { kind: 'radial', center: [50, 50], origin, radii: [40, 20] }, ...more })

const toChannels = (color: number): number[] => [16, 8, 0].map((shift) => (color >> shift) & 255)

/**
 * Returns the combined result of all regions at a point: the colours, red green blue opacity, of the regions around it.
 */
function shownAt(regions: readonly GradientRegion[], rings: readonly Float64Array[], x: number, y: number): number[][] {
  return regions.flatMap((region) => {
    let sets: (readonly Float64Array[])[] = [rings]
    for (const clip of region.clips) sets = sets.flatMap((set) => clipRings(set, clip))
    const isShown = sets.some((set) => set.filter((ring) => ringContains(ring, x, y)).length % 2 === 1)
    if (!isShown) return []
    if (!region.gradient) return [[...toChannels(region.color), region.opacity]]
    const { from, to, colors } = region.gradient
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const share = Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy)))
    const [one, other] = colors.map(toChannels)
    return [[...one.map((channel, at) => channel + (other[at] - channel) * share), region.opacity]]
  })
}

function sampleColors(gradient: Gradient, [x, y]: readonly number[], matrix = upright): number[][] {
  const regions = splitGradient(gradient, area, matrix) ?? []
  return shownAt(regions, area, x, y).map((color) => color.map((value) => Math.round(value * 100) / 100))
}

const near = (color: readonly number[], tolerance: number): unknown => [
  color.map((value) => expect.toSatisfy((shade: number) => Math.abs(shade - value) <= tolerance) as unknown),
]

describe('splitGradient of a linear gradient', () => {
  it.each([
    ['before its start', 10, [255, 0, 0, 1]],
    ['in the first half', 35, [127.5, 127.5, 0, 1]],
    ['close to the middle', 50.001, [0, 255, 0, 1]],
    ['in the second half', 65, [0, 127.5, 127.5, 1]],
    ['beyond its end', 90, [0, 0, 255, 1]],
  ])('interpolates the colour %s', (_, x, color) => {
    expect(sampleColors(linear(), [x, 30])).toEqual(near(color, 0.1))
  })

  it('returns one region when two stops span the area', () => {
    const stops = [traffic[0], traffic[2]]
    const course = { kind: 'linear', from: [0, 0], to: [100, 0] } as const
    const gradient = { from: [0, 0], to: [100, 0], colors: [0xff0000, 0x0000ff] }
    expect(splitGradient(linear({ course, stops }), area, upright)).toMatchObject([{ clips: [], gradient }])
  })

  it.each([
    ['reflect', 90, [0, 85, 170, 1]],
    ['reflect', 10, [170, 85, 0, 1]],
    ['repeat', 90, [170, 85, 0, 1]],
    ['repeat', 10, [0, 85, 170, 1]],
  ] as const)('applies the spread method %s at x = %i', (spread, x, color) => {
    expect(sampleColors(linear({ spread }), [x, 30])).toEqual(near(color, 0.1))
  })

  it('changes the colour abruptly where two stops share an offset', () => {
    const stops = [traffic[0], { ...traffic[0], at: 0.5 }, { ...traffic[2], at: 0.5 }, traffic[2]]
    expect(sampleColors(linear({ stops }), [49, 30])).toEqual([[255, 0, 0, 1]])
    expect(sampleColors(linear({ stops }), [51, 30])).toEqual([[0, 0, 255, 1]])
  })

  it('cuts off stops at offsets outside 0 to 1', () => {
    const stops = [
      { ...traffic[0], at: -1 },
      { ...traffic[2], at: 1 },
    ]
    expect(sampleColors(linear({ stops }), [10, 30])).toEqual(near([127.5, 0, 127.5, 1], 1))
    expect(sampleColors(linear({ stops: [{ ...traffic[1], at: 7 }] }), [50, 30])).toEqual([[0, 255, 0, 1]])
  })

  it('interpolates in linear light when the gradient specifies it', () => {
    const stops = [
      { at: 0, color: 0x000000, opacity: 1 },
      { at: 1, color: 0xffffff, opacity: 1 },
    ]
    expect(sampleColors(linear({ stops, isOfLight: true }), [50.001, 30])).toEqual(near([188, 188, 188, 1], 2))
    expect(sampleColors(linear({ stops }), [50.001, 30])).toEqual(near([127.5, 127.5, 127.5, 1], 0.1))
  })

  it('interpolates the opacity', () => {
    const stops = [traffic[0], { ...traffic[0], at: 1, opacity: 0 }]
    expect(sampleColors(linear({ stops }), [35.1, 30])).toEqual([[255, 0, 0, expect.closeTo(0.75, 1)]])
    expect(sampleColors(linear({ stops }), [79.9, 30])).toEqual([[255, 0, 0, expect.closeTo(0, 1)]])
  })

  it('follows a skew matrix', () => {
    // x' = x + y: vertical lines become slanted.
    const slanting: SheetMatrix = [1, 0, 1, 1, 0, 0]
    for (const position of [
      sampleColors(linear(), [55, 20], slanting),
      sampleColors(linear({ matrix: slanting }), [55, 20]),
    ])
      expect(position).toEqual(near([127.5, 127.5, 0, 1], 0.1))
  })

  it('uses the last stop for a line without length or a singular matrix', () => {
    const course = { kind: 'linear', from: [5, 5], to: [5, 5] } as const
    expect(sampleColors(linear({ course }), [50, 50])).toEqual([[0, 0, 255, 1]])
    expect(sampleColors(linear(), [50, 50], [0, 0, 0, 0, 1, 1])).toEqual([[0, 0, 255, 1]])
  })
})

describe('splitGradient of a radial gradient', () => {
  it.each([
    ['at its center', [50.1, 50], [255, 0, 0, 1]],
    ['halfway to the side', [70, 50.1], [0, 255, 0, 1]],
    ['halfway upwards', [50.1, 60], [0, 255, 0, 1]],
    ['at its edge', [89.9, 50.1], [0, 0, 255, 1]],
    ['beyond its edge', [99, 99], [0, 0, 255, 1]],
  ])('interpolates the colour %s', (_, point, color) => {
    expect(sampleColors(radial(), point)).toEqual(near(color, 9))
  })

  it('starts at an origin beside the centre', () => {
    // Seen from 70, the edge is 20 away to the right, and 60 to the left.
    expect(sampleColors(radial({}, [70, 50]), [80, 50.1])).toEqual(near([0, 255, 0, 1], 9))
    expect(sampleColors(radial({}, [70, 50]), [40, 50.1])).toEqual(near([0, 255, 0, 1], 9))
  })

  it('repeats the stops beyond the edge', () => {
    expect(sampleColors(radial({ spread: 'repeat' }), [99, 50.1])).toEqual(near([140, 115, 0, 1], 9))
  })

  it.each([
    ['whose focal point lies outside of its circle', radial({}, [95, 50]), area],
    [
      'with infinitely many repetitions',
      radial({ spread: 'repeat', course: { kind: 'radial', center: [0, 0], origin: [0, 0], radii: [1e-3, 1e-3] } }),
      area,
    ],
    ['on an area with too many vertices', radial(), [new Float64Array(100_000).fill(50), square(100)]],
  ])('returns null for a gradient %s', (_, gradient, rings) => {
    expect(splitGradient(gradient, rings, upright)).toBeNull()
  })

  it('uses the last stop when a radius is zero', () => {
    const course = { kind: 'radial', center: [5, 5], origin: [5, 5], radii: [0, 5] } as const
    expect(sampleColors(radial({ course }), [50, 50])).toEqual([[0, 0, 255, 1]])
  })
})

describe('computeMeanColor', () => {
  it('weights each stop by its width', () => {
    expect(computeMeanColor(linear())).toEqual({ color: 0x408040, opacity: 1 })
    const stops = [traffic[0], { ...traffic[0], at: 0.5 }, { ...traffic[2], at: 0.5, opacity: 0 }]
    expect(computeMeanColor(linear({ stops }))).toEqual({ color: 0x800080, opacity: 0.5 })
  })
})

async function readPage(content: string): Promise<{ sheet: RecordingSheet; skipped: unknown }> {
  const page = `<FixedPage Width="960" Height="960">${content}</FixedPage>`
  const { scene, report } = await runReader(
    reader,
    writeZip({ '1.fpage': page, 'a.fdseq': '<FixedDocumentSequence/>' }),
    { name: 'a.dwfx' },
  )
  const [sheet] = scene.sheets
  if (!sheet) throw new TypeError('no sheet')
  return { sheet, skipped: report?.skipped }
}

describe('XPS page', () => {
  const stops = (name: string): string =>
    `<${name}.GradientStops><GradientStop Color="#FF0000" Offset="0"/><GradientStop Color="#00FF00" Offset="0.5"/>` +
    `<GradientStop Color="#0000FF" Offset="1"/></${name}.GradientStops>`
  const brush = `<LinearGradientBrush StartPoint="96,0" EndPoint="288,0">${stops('LinearGradientBrush')}</LinearGradientBrush>`

  it('draws an area of three colours as one entity', async () => {
    const path = `<Path Data="M0,0 H384 V96 H0 Z"><Path.Fill>${brush}</Path.Fill></Path>`
    const { sheet, skipped } = await readPage(path)
    expect(skipped).toEqual([])
    expect(sheet.entities).toHaveLength(1)
    const pair = (x: number): unknown => [expect.closeTo(x, 6), expect.anything()]
    expect(sheet.fills.map(({ gradient }) => gradient)).toEqual([
      undefined,
      { from: pair(25.4), to: pair(50.8), colors: [0xff0000, 0x00ff00] },
      { from: pair(50.8), to: pair(76.2), colors: [0x00ff00, 0x0000ff] },
      undefined,
    ])
  })

  it('counts gradient strokes, and gradients shown in one colour, as not drawn', async () => {
    const radialBrush =
      '<RadialGradientBrush Center="0,0" GradientOrigin="50,0" RadiusX="9" RadiusY="9">' +
      `${stops('RadialGradientBrush')}</RadialGradientBrush>`
    const path = `<Path Data="M0,0 H384 V96 H0 Z"><Path.Fill>${radialBrush}</Path.Fill><Path.Stroke>${brush}</Path.Stroke></Path>`
    const { sheet, skipped } = await readPage(path)
    expect([sheet.fills.length, sheet.polylines.length]).toEqual([1, 1])
    expect(sheet.styles.map(({ color }) => color)).toEqual([0x408040, 0x408040])
    expect(skipped).toEqual([
      { kind: 'gradient', reason: 'not-drawn', count: 1 },
      { kind: 'line of a gradient', reason: 'not-drawn', count: 1 },
    ])
  })

  it('ignores the gradient fill of a path without area', async () => {
    const { skipped } = await readPage(`<Path Data="M0,0 H96" Stroke="#000000"><Path.Fill>${brush}</Path.Fill></Path>`)
    expect(skipped).toEqual([])
  })
})
