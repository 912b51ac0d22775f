import { glyphSteps, type SheetInfo } from '@kamar/package-format'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { createDrawing, createTexts } from '../test-support/test-drawing.js'
import type { LinePaint } from './paint-sheet.js'
import { type RasterView, SheetRaster, viewOfContent, viewOfSheet } from './sheet-raster.js'

/** View of 10 × 8 pixels, one unit each: x 0 to 10, y 0 to 8. */
const view: RasterView = { width: 10, height: 8, unitsPerPixel: 1, left: 0, top: 8, millimetresPerUnit: 1 }
const solid: LinePaint = { color: 0, opacity: 1, weightMillimetres: 0, width: 0, dashes: [] }
const identity = [1, 0, 0, 1, 0, 0] as const
const triangles = Uint32Array.of(0, 1, 2, 0, 2, 3)

const rectangle = (left: number, bottom: number, right: number, top: number): Float64Array =>
  Float64Array.of(left, bottom, right, bottom, right, top, left, top)

function draw(paint: (raster: SheetRaster) => void, own = view): PNG {
  const raster = new SheetRaster(own)
  paint(raster)
  return PNG.sync.read(Buffer.from(raster.png()))
}

/** Writes the darkness of each pixel as a digit from 0 (white) to 9 (black). */
const toRows = ({ data, width, height }: PNG): string[] =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => `${Math.round(9 - (data[(y * width + x) * 4] / 255) * 9)}`).join(''),
  )
const pixelAt = ({ data, width }: PNG, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

describe('SheetRaster', () => {
  it('is white opaque paper of the size of its view', () => {
    const png = draw(() => {})
    expect([png.width, png.height]).toEqual([10, 8])
    expect(new Set(png.data)).toEqual(new Set([255]))
  })

  it('fills areas from the lower left, with y up', () => {
    const png = draw((raster) => raster.area(rectangle(2, 1, 7, 4), triangles, { color: 0x102030, opacity: 1 }, null))
    expect(toRows(png).map((row) => row.replaceAll(/[1-9]/g, '#'))).toEqual([
      '0000000000',
      '0000000000',
      '0000000000',
      '0000000000',
      '00#####000',
      '00#####000',
      '00#####000',
      '0000000000',
    ])
    expect(pixelAt(png, 4, 5)).toEqual([0x10, 0x20, 0x30, 255])
  })

  it('has three by three samples per pixel', () => {
    const rows = toRows(
      draw((raster) => raster.area(rectangle(2 + 1 / 3, 1, 7 + 2 / 3, 4 + 1 / 3), triangles, solid, null)),
    )
    // A row of samples is in the pixels above; columns lack a third on the left and have two thirds on the right.
    expect(rows.slice(3, 5)).toEqual(['0023333200', '0069999600'])
  })

  it('mixes colours by opacity with what is below', () => {
    const png = draw((raster) => {
      raster.area(rectangle(0, 0, 6, 8), triangles, { color: 0xff0000, opacity: 1 }, null)
      raster.area(rectangle(3, 0, 9, 8), triangles, { color: 0x0000ff, opacity: 0.25 }, null)
    })
    const near = (...values: readonly number[]): unknown[] =>
      values.map((value): unknown => expect.closeTo(value, -0.5))
    expect([pixelAt(png, 1, 4), pixelAt(png, 4, 4), pixelAt(png, 8, 4)]).toEqual([
      near(255, 0, 0, 255),
      near(191, 0, 64, 255),
      near(191, 191, 255, 255),
    ])
  })

  it('draws a gradient in the mean of its two colours', () => {
    const png = draw((raster) => raster.area(rectangle(0, 0, 10, 8), triangles, solid, [0xff2000, 0x0140f0, identity]))
    expect(pixelAt(png, 5, 5)).toEqual([0x80, 0x30, 0x78, 255])
  })

  it('draws only the triangles of an area', () => {
    const png = draw((raster) => raster.area(rectangle(0, 0, 8, 8), Uint32Array.of(0, 1, 2), solid, null))
    expect([pixelAt(png, 6, 6)[0], pixelAt(png, 1, 1)[0]]).toEqual([0, 255])
  })
})

describe('line on a raster', () => {
  it('is a third of a pixel wide at least', () => {
    const rows = toRows(draw((raster) => raster.line(Float64Array.of(1, 4.5, 9, 4.5), false, solid)))
    expect(rows[3]?.slice(2, 8)).toBe('333333')
    expect(rows.filter((row) => /[1-9]/.test(row))).toHaveLength(1)
  })

  it('has its weight in millimetres of paper, or its own width in units', () => {
    const countRows = (paint: Partial<LinePaint>, millimetresPerUnit = 1): number =>
      toRows(
        draw((raster) => raster.line(Float64Array.of(0, 4, 10, 4), false, { ...solid, ...paint }), {
          ...view,
          millimetresPerUnit,
        }),
      ).filter((row) => row[5] === '9').length
    expect(countRows({ weightMillimetres: 2 })).toBe(2)
    expect(countRows({ weightMillimetres: 2 }, 0.5)).toBe(4)
    expect(countRows({ weightMillimetres: 2, width: 6 })).toBe(6)
  })

  it('extends beyond its ends by half its width, and is a square for a dot', () => {
    const dot = toRows(draw((raster) => raster.line(Float64Array.of(5, 4, 5, 4), false, { ...solid, width: 2 })))
    expect(dot).toEqual([
      '0000000000',
      '0000000000',
      '0000000000',
      '0000990000',
      '0000990000',
      '0000000000',
      '0000000000',
      '0000000000',
    ])
    const line = toRows(draw((raster) => raster.line(Float64Array.of(3, 4, 6, 4), false, { ...solid, width: 2 })))
    expect(line.slice(3, 5)).toEqual(['0099999000', '0099999000'])
    const upright = toRows(draw((raster) => raster.line(Float64Array.of(5, 3, 5, 6), false, { ...solid, width: 2 })))
    expect(upright.map((row) => row.slice(4, 6))).toEqual(['00', '99', '99', '99', '99', '99', '00', '00'])
  })

  it('is as wide across in any direction', () => {
    const area = (points: readonly number[]): number => {
      const { data } = draw((raster) => raster.line(Float64Array.from(points), false, { ...solid, width: 1 }))
      return [...data].reduce((sum, value, at) => sum + (at % 4 === 0 ? 1 - value / 255 : 0), 0)
    }
    const length = Math.hypot(6, 4) + 1
    for (const points of [
      [2, 2, 8, 6],
      [8, 2, 2, 6],
      [2, 6, 8, 2],
    ])
      expect(Math.abs(area(points) / length - 1), `${points}`).toBeLessThan(0.1)
  })

  it('joins the last point to the first when it is closed', () => {
    const points = Float64Array.of(1.5, 1.5, 8.5, 1.5, 8.5, 6.5)
    const count = (closed: boolean): number =>
      toRows(draw((raster) => raster.line(points, closed, solid)))
        .join('')
        .replaceAll('0', '').length
    expect(count(true)).toBeGreaterThan(count(false) + 4)
    const diagonal = draw((raster) => raster.line(points, true, { ...solid, width: 1 }))
    expect(pixelAt(diagonal, 5, 3)[0]).toBeLessThan(128)
  })

  it.each([
    ['left', [-9, 4, -3, 4]],
    ['right', [13, 4, 19, 4]],
    ['below', [5, -9, 5, -3]],
    ['above', [5, 11, 5, 19]],
  ])('draws nothing when it is %s of the view', (_, points) => {
    const raster = new SheetRaster(view)
    raster.line(Float64Array.from(points), false, { ...solid, width: 2 })
    expect(raster.findContent()).toBeNull()
  })

  it('draws the half of its width that is within the view', () => {
    for (const [points, x, y] of [
      [[-0.5, 0, -0.5, 8], 0, 4],
      [[10.5, 0, 10.5, 8], 9, 4],
      [[0, -0.5, 10, -0.5], 5, 7],
      [[0, 8.5, 10, 8.5], 5, 0],
    ] as const) {
      const png = draw((raster) => raster.line(Float64Array.from(points), false, { ...solid, width: 3 }))
      expect(pixelAt(png, x, y)[0], `${points}`).toBe(0)
    }
  })
})

describe('text on a raster', () => {
  const getPaint = (): LinePaint => ({ ...solid, color: 0x0000ff })
  const paintText = (raster: SheetRaster, texts: ReturnType<typeof createTexts>): void =>
    texts.texts.forEach((text) => raster.text({ text, texts, matrix: [1, 0, 0, 1, ...text.origin], getPaint }))

  it('has filled glyphs at their positions', () => {
    const texts = createTexts([{ origin: [2, 2], height: 4 }], { steps: glyphSteps })
    const rows = toRows(draw((raster) => paintText(raster, texts)))
    expect(rows.map((row) => row.replaceAll(/[1-9]/g, '#'))).toEqual([
      '0000000000',
      '0000000000',
      '00####0000',
      '00####0000',
      '00####0000',
      '00####0000',
      '0000000000',
      '0000000000',
    ])
  })

  it('moves glyphs along the line and slants them', () => {
    const texts = {
      ...createTexts([{ origin: [1, 2], height: 4 }], { steps: glyphSteps }),
      x: Int32Array.of(glyphSteps),
      y: Int32Array.of(-glyphSteps / 4),
    }
    const png = draw((raster) => paintText(raster, texts))
    expect([pixelAt(png, 4, 6), pixelAt(png, 5, 6), pixelAt(png, 8, 3)].map(([red]) => red)).toEqual([255, 0, 0])
    expect(pixelAt(png, 6, 2)[0]).toBe(255)
  })

  it('has strokes of half a pixel', () => {
    const texts = createTexts([{ origin: [1, 3.5], height: 6 }], { stroke: true, steps: glyphSteps })
    const rows = toRows(draw((raster) => paintText(raster, texts)))
    expect(rows.filter((row) => /[1-9]/.test(row))).toHaveLength(1)
    expect(rows[4]?.[4]).toBe('3')
  })

  it('is a bar of half opacity when it is lower than four samples', () => {
    const texts = createTexts([{ origin: [2, 4], height: 1.3 }], { steps: glyphSteps })
    const { data } = draw((raster) => paintText(raster, texts))
    const reds = [...data].filter((_, at) => at % 4 === 0)
    expect(Math.min(...reds)).toBeGreaterThan(200)
    expect(reds.some((red) => red < 255)).toBe(true)
    const large = createTexts([{ origin: [2, 4], height: 1.4 }], { steps: glyphSteps })
    expect(
      pixelAt(
        draw((raster) => paintText(raster, large)),
        2,
        3,
      )[0],
    ).toBe(0)
  })
})

describe('image on a raster', () => {
  it('is a grey area with its axes', () => {
    const image = { origin: [2, 1], xAxis: [4, 0], yAxis: [0, 3] } as unknown as SheetInfo['images'][number]
    const png = draw((raster) => raster.image(image, [1, 0, 0, 1, 1, 0]))
    expect([pixelAt(png, 3, 6), pixelAt(png, 6, 4)]).toEqual([
      [0xd0, 0xd0, 0xd0, 255],
      [0xd0, 0xd0, 0xd0, 255],
    ])
    expect([pixelAt(png, 2, 6)[0], pixelAt(png, 7, 6)[0], pixelAt(png, 4, 3)[0], pixelAt(png, 4, 7)[0]]).toEqual([
      255, 255, 255, 255,
    ])
  })
})

describe('clip on a raster', () => {
  const fillAll = (raster: SheetRaster): void => raster.area(rectangle(0, 0, 10, 8), triangles, solid, null)
  const ring = (left: number, bottom: number, right: number, top: number): number[] => [
    ...rectangle(left, bottom, right, top),
  ]

  it('limits what follows by the even-odd rule, until it ends', () => {
    const png = draw((raster) => {
      raster.beginClip([ring(1, 1, 9, 7), ring(3, 3, 6, 5)])
      fillAll(raster)
      raster.endClip()
      raster.area(rectangle(0, 7, 1, 8), triangles, solid, null)
    })
    expect(toRows(png)).toEqual([
      '9000000000',
      '0999999990',
      '0999999990',
      '0990009990',
      '0990009990',
      '0999999990',
      '0999999990',
      '0000000000',
    ])
  })

  it('is within the clip around it', () => {
    const png = draw((raster) => {
      raster.beginClip([ring(1, 1, 5, 7)])
      raster.beginClip([ring(3, 3, 9, 5)])
      fillAll(raster)
      raster.endClip()
      raster.area(rectangle(1, 1, 2, 2), triangles, solid, null)
      raster.endClip()
    })
    expect(toRows(png)).toEqual([
      '0000000000',
      '0000000000',
      '0000000000',
      '0009900000',
      '0009900000',
      '0000000000',
      '0900000000',
      '0000000000',
    ])
  })
})

describe('content of a raster', () => {
  it('is the box around everything that is not white, in sheet units', () => {
    const own = { ...view, left: 100, top: 58, unitsPerPixel: 2 }
    const raster = new SheetRaster(own)
    expect(raster.findContent()).toBeNull()
    raster.area(rectangle(104, 46, 110, 50), triangles, { color: 0xfffffe, opacity: 1 }, null)
    raster.area(rectangle(106, 44, 108, 46), triangles, { color: 0xfeffff, opacity: 1 }, null)
    expect(raster.findContent()).toEqual({
      min: [expect.closeTo(104, 6), expect.closeTo(44, 6)],
      max: [expect.closeTo(110, 6), expect.closeTo(50, 6)],
    })
  })

  it('reaches the borders of the view', () => {
    const raster = new SheetRaster(view)
    raster.area(rectangle(-5, -5, 50, 50), triangles, solid, null)
    expect(raster.findContent()).toEqual({ min: [0, 0], max: [10, 8] })
  })
})

describe('view of a sheet', () => {
  const size = { width: 400, height: 300 }

  it('fits the paper in an image of the size', () => {
    const { info } = createDrawing({
      core: { min: [10, 20], max: [50, 30] },
      paper: { min: [10, 20], max: [50, 30] },
      millimetresPerUnit: 25,
    })
    expect(viewOfSheet(info, size)).toEqual({
      width: 400,
      height: 100,
      unitsPerPixel: 0.1,
      left: 10,
      top: 30,
      millimetresPerUnit: 25,
    })
    const tall = createDrawing({ core: { min: [0, 0], max: [10, 600] } }).info
    expect(viewOfSheet(tall, size)).toMatchObject({ width: 5, height: 300, unitsPerPixel: 2 })
  })

  it('has at least one pixel on each side', () => {
    const { info } = createDrawing({ core: { min: [0, 0], max: [0.001, 1e6] } })
    expect(viewOfSheet(info, { width: 20, height: 10 })).toMatchObject({ width: 1, height: 10 })
  })

  it('has a margin of three percent of the longer side around its content', () => {
    const { info } = createDrawing({ millimetresPerUnit: 25 })
    const { width, height, unitsPerPixel, left, top, millimetresPerUnit } = viewOfContent(
      info,
      { min: [10, 20], max: [110, 40] },
      size,
    )
    expect([left, top, unitsPerPixel * 400]).toEqual([7, 43, 106].map((value): unknown => expect.closeTo(value, 6)))
    expect([width, height, millimetresPerUnit]).toEqual([400, Math.round((26 / 106) * 400), 25])
  })
})
