import type { OleFrame, Point2, Underlay } from '@kamar/codecs/drawing'
import { writeCompound } from '@kamar/codecs/compound-file/testing'
import {
  windowsBitmapRecord,
  windowsRecord,
  writeEnhancedMetafile,
  writePresentation,
  writeWindowsMetafile,
} from '@kamar/codecs/metafile/testing'
import { describe, expect, it } from 'vitest'
import { computeBounds, drawDrawing, drawEntities, listPolylines } from '../../testing/draw-sheets.js'
import { createBlock, createDrawing, createEntity, createLayer } from '../../testing/records.js'
import { pointMark, toPointStyle } from '../point-marks.js'

const listTexts = ({
  texts,
}: {
  texts: readonly { paragraphs: readonly (readonly { text: string }[])[] }[]
}): string[] =>
  texts.map(({ paragraphs }) =>
    paragraphs
      .flat()
      .map(({ text }) => text)
      .join(''),
  )

describe('DWG embedded objects and underlays', () => {
  it('draw a frame with the program name for an embedded object, and report it', async () => {
    const frame = createEntity('oleFrame', {
      upperLeft: [10, 60, 0],
      lowerRight: [110, 20, 0],
      application: 'Worksheet',
    })
    const { sheet, skipped } = await drawEntities(frame)
    expect(sheet.polylines[0]?.closed).toBe(true)
    expect(computeBounds(sheet.polylines[0]?.points ?? [])).toEqual([10, 20, 110, 60])
    expect(listTexts(sheet)).toEqual(['Worksheet'])
    expect(sheet.texts[0]).toMatchObject({ anchor: [60, 40], horizontal: 'center', vertical: 'middle' })
    expect(sheet.texts[0]?.paragraphs[0]?.[0]?.height).toBeCloseTo(4)
    expect(skipped).toMatchObject([{ kind: 'OLE2FRAME', reason: 'embedded-object' }])
  })

  it('name an embedded object of an unknown program OLE', async () => {
    const vertices = { upperLeft: [0, 1, 0], lowerRight: [1, 0, 0], application: '' } as const
    expect(listTexts((await drawEntities(createEntity('oleFrame', vertices))).sheet)).toEqual(['OLE'])
  })

  /** Creates a bitmap of two rows: red and green above, blue and white below. */
  const bitmap = (): Uint8Array => {
    const bytes = new Uint8Array(54 + 16)
    const view = new DataView(bytes.buffer)
    bytes.set([0x42, 0x4d])
    for (const [at, value] of [
      [2, bytes.length],
      [10, 54],
      [14, 40],
      [18, 2],
      [22, 2],
      [26, 0x180001],
    ] as const)
      view.setUint32(at, value, true)
    bytes.set([255, 0, 0, 255, 255, 255], 54)
    bytes.set([0, 0, 255, 0, 255, 0], 62)
    return bytes
  }
  const embedded = (content: Uint8Array, length = content.length): OleFrame => {
    const data = new Uint8Array(4 + content.length)
    new DataView(data.buffer).setUint32(0, length, true)
    data.set(content, 4)
    return framed({ '\u0001Ole10Native': data })
  }
  const framed = (streams: Readonly<Record<string, Uint8Array>>): OleFrame => {
    const storage = writeCompound(streams)
    const data = new Uint8Array(128 + storage.length)
    data.set(storage, 128)
    const vertices = { upperLeft: [10, 60, 0], lowerRight: [110, 20, 0] } as const
    return createEntity('oleFrame', { ...vertices, application: 'Paint', data })
  }

  it('draw an embedded bitmap as an image in place of the frame', async () => {
    const { scene, sheet, skipped } = await drawEntities(embedded(bitmap()))
    expect(skipped).toEqual([])
    expect(scene.textures[0]).toMatchObject({ width: 2, height: 2 })
    expect([...(scene.textures[0]?.pixels ?? [])].slice(0, 8)).toEqual([255, 0, 0, 255, 0, 255, 0, 255])
    expect(sheet.images).toHaveLength(1)
    expect(sheet.polylines).toEqual([])
  })

  it.each([
    ['of another application', new TextEncoder().encode('Worksheet data')],
    ['that is truncated', bitmap().subarray(0, 60)],
  ])('keep the frame of an embedded object %s', async (_, content) => {
    const { sheet, skipped } = await drawEntities(embedded(content))
    expect(sheet.images).toEqual([])
    expect(skipped).toMatchObject([{ reason: 'embedded-object' }])
  })

  it('keep the frame of an embedded object with truncated data or without a storage', async () => {
    const frames = embedded(bitmap())
    for (const frame of [
      embedded(bitmap(), 4000),
      { ...frames, data: frames.data.slice(0, 700) },
      { ...frames, data: new Uint8Array(9) },
    ]) {
      expect((await drawEntities(frame)).skipped).toMatchObject([{ reason: 'embedded-object' }])
    }
  })

  /**
   * Creates a metafile of 100 by 50: a red box of 100 by 50 hundredths, a line across it, a text and the bitmap above.
   */
  const metafile = (...more: readonly Uint8Array[]): Uint8Array =>
    writeWindowsMetafile([
      windowsRecord(0x0103, 8),
      windowsRecord(0x020b, 0, 0),
      windowsRecord(0x020c, 50, 100),
      windowsRecord(0x02fc, 0, 0x00ff, 0, 0),
      windowsRecord(0x012d, 0),
      windowsRecord(0x041b, 50, 100, 0, 0),
      windowsRecord(0x0214, 0, 0),
      windowsRecord(0x0213, 50, 100),
      windowsRecord(0x012e, 24),
      windowsRecord(0x0521, 4, 0x6f77, 0x6472, 25, 50),
      ...more,
    ])

  const withHeader = (data: Uint8Array): Uint8Array => {
    const bytes = new Uint8Array(4 + 108 + data.length)
    bytes.set(writeEnhancedMetafile([]).subarray(0, 108), 4)
    bytes.set(data, 112)
    bytes[0] = 108
    return bytes
  }

  it.each([
    ['its stored presentation', { '\u0002OlePres000': writePresentation(3, metafile()) }],
    ['its contents', { CONTENTS: metafile() }],
    ['the data after a copy of its header', { CONTENTS: withHeader(metafile()) }],
  ])('draw an embedded object of another program by the metafile of %s', async (_, streams) => {
    const { sheet, skipped } = await drawEntities(framed(streams))
    expect(skipped).toEqual([])
    // White paper, then the red box, then the lines: its sides and the one across.
    expect(sheet.fills.map(({ rings }) => computeBounds(rings[0] ?? []))).toEqual([
      [10, 20, 110, 60],
      [10, 20, 110, 60],
    ])
    expect(sheet.fills.map(({ style }) => sheet.styles[style]?.color)).toEqual([0xffffff, 0xff0000])
    expect(listPolylines(sheet).at(-1)).toEqual([10, 60, 110, 20])
    expect(listTexts(sheet)).toEqual(['word'])
    expect(sheet.texts[0]).toMatchObject({ anchor: [60, 40], vertical: 'baseline' })
    expect(sheet.texts[0]?.yAxis[1]).toBeGreaterThan(0)
  })

  it('draw a bitmap record of a metafile and report unsupported records', async () => {
    const stretched = windowsBitmapRecord(bitmap().subarray(14), { x: 20, y: 10, width: 40, height: 30 })
    const { scene, sheet, skipped } = await drawEntities(
      framed({ CONTENTS: metafile(stretched, windowsRecord(0x0419, 0, 0, 0, 0)) }),
    )
    expect(scene.textures[0]).toMatchObject({ width: 2, height: 2 })
    expect(sheet.images).toMatchObject([{ origin: [30, 28], xAxis: [40, 0], yAxis: [0, expect.closeTo(24)] }])
    expect(skipped).toMatchObject([{ kind: 'OLE2FRAME', reason: 'embedded-object-in-part' }])
  })

  it('draw a bitmap presentation as an image', async () => {
    const { sheet, skipped } = await drawEntities(
      framed({ '\u0002OlePres000': writePresentation(8, bitmap().subarray(14)) }),
    )
    expect(skipped).toEqual([])
    expect(sheet.images).toHaveLength(1)
  })

  it.each([
    ['in a private format of its application', writePresentation(999, metafile())],
    ['that is truncated', writePresentation(3, metafile()).subarray(0, 60)],
    ['without a target device', writePresentation(3, metafile()).fill(0, 8, 12)],
    ['without data', new Uint8Array(8)],
  ])('keep the frame of an embedded object with a presentation %s', async (_, presentation) => {
    const { sheet, skipped } = await drawEntities(framed({ '\u0002OlePres000': presentation }))
    expect(sheet.fills).toEqual([])
    expect(skipped).toMatchObject([{ reason: 'embedded-object' }])
  })

  const underlay = (...clipVertices: readonly Point2[]): Underlay =>
    createEntity('underlay', { insertPoint: [100, 200, 0], clipVertices, scale: [2, 3, 1], rotation: Math.PI / 2 })

  it('draw an underlay as its clip boundary, scaled and rotated, and report it', async () => {
    const { sheet, skipped } = await drawEntities(underlay([0, 0], [5, 10]))
    // 5 by 10, twice as wide and three times as high, on its side.
    expect(computeBounds(sheet.polylines[0]?.points ?? [])).toEqual([70, 200, 100, 210])
    expect(listTexts(sheet)).toEqual(['PDFUNDERLAY'])
    expect(skipped).toMatchObject([{ kind: 'PDFUNDERLAY', reason: 'underlay-not-drawn' }])
  })

  it('keep all vertices of an underlay boundary, and draw only text without one', async () => {
    const { sheet: triangle } = await drawEntities(underlay([0, 0], [4, 0], [0, 4]))
    expect(listPolylines(triangle)[0]).toHaveLength(6)
    const { sheet } = await drawEntities(underlay())
    expect(sheet.polylines).toEqual([])
    expect(sheet.texts[0]).toMatchObject({ anchor: [100, 200], horizontal: 'left' })
  })
})

describe('DWG point', () => {
  const marks = (mode: number): number[] =>
    (pointMark({ mode, size: 2 }, [5, 5, 0]) ?? []).map(({ length }) => length / 3)

  it.each([
    [1, []],
    [2, [2, 2]],
    [3, [2, 2]],
    [4, [2]],
    [32, [1, 33]],
    [33, [33]],
    [34, [2, 2, 33]],
    [64, [1, 5]],
    [98, [2, 2, 33, 5]],
  ])('draws for mode %i lines with these vertex counts: %j', (mode, vertices) => {
    expect(marks(mode)).toEqual(vertices)
  })

  it('is a dot without a mode or a size', () => {
    expect(pointMark({ mode: 0, size: 2 }, [0, 0, 0])).toBeNull()
    expect(pointMark({ mode: 34, size: 0 }, [0, 0, 0])).toBeNull()
  })

  it('has a circle of the stated size and a cross twice as large', () => {
    const [across] = pointMark({ mode: 2, size: 2 }, [5, 5, 0]) ?? []
    expect(across).toEqual([3, 5, 0, 7, 5, 0])
    const ring = pointMark({ mode: 33, size: 2 }, [5, 5, 0])?.[0] ?? []
    expect(computeBounds(ring.filter((_, at) => at % 3 !== 2))).toEqual([4, 4, 6, 6])
  })

  const extents = { extentsMin: [0, 0, 0], extentsMax: [300, 200, 0] } as const

  it.each([
    [
      { pointMode: 3, pointSize: 7 },
      { mode: 3, size: 7 },
    ],
    [
      { pointMode: 3, pointSize: 0 },
      { mode: 3, size: 3 },
    ],
    [
      { pointMode: 3, pointSize: -5 },
      { mode: 3, size: 15 },
    ],
    [
      { pointMode: -1, pointSize: 1 },
      { mode: 0, size: 1 },
    ],
  ])('takes mode and size from the variables: %j', (variables, style) => {
    expect(toPointStyle({ ...extents, ...variables })).toEqual(style)
  })

  it('has no size when the drawing extents were never computed', () => {
    const emptyExtents = { extentsMin: [1e20, 1e20, 1e20], extentsMax: [-1e20, -1e20, -1e20] } as const
    expect(toPointStyle({ ...emptyExtents, pointMode: 3, pointSize: 0 })).toEqual({ mode: 3, size: 0 })
  })

  it('keeps its size in scaled blocks, and is a dot on layer Defpoints', async () => {
    const point = (layer: string) => createEntity('point', { location: [1, 1, 0], layer: createLayer(layer) })
    const insert = createEntity('insert', { block: createBlock('MARK', [point('0')]), scale: [10, 10, 10] })
    const model = [point('Nodes'), point('Defpoints'), insert, createEntity('line')]
    const drawing = createDrawing({ model, variables: { pointMode: 2, pointSize: 2 } })
    const lines = listPolylines((await drawDrawing(drawing)).sheet)
    expect(lines).toEqual([
      [-1, 1, 3, 1],
      [1, -1, 1, 3],
      [1, 1],
      [8, 10, 12, 10],
      [10, 8, 10, 12],
      [0, 0, 1, 0],
    ])
  })
})
