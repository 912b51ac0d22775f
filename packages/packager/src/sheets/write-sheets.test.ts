import { type GlyphSource, readerLimits, type SheetInput } from '@kamar/core'
import {
  decodePropertyBlock,
  decodeSheetEntities,
  decodeSheetFills,
  decodeSheetLines,
  encoderReady,
  readSheetInfo,
  type SheetInfo,
} from '@kamar/package-format'
import { brotliDecompressSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { PackageFiles } from '../files/package-files.js'
import { squareGlyphs, TestSheet } from '../test-support/test-sheet.js'
import { type SheetWriting, writeSheets, type WrittenSheets } from './write-sheets.js'

beforeAll(() => encoderReady)

interface Result extends WrittenSheets {
  readonly paths: string[]
  readonly read: (path: string) => Uint8Array
  readonly readInfo: (sheet?: number) => SheetInfo
}

/** Writes sheets and returns the result with their files. */
async function write(sheets: readonly TestSheet[], over: Partial<SheetWriting> = {}): Promise<Result> {
  const stored = new Map<string, Uint8Array>()
  const sink = {
    write: async (path: string, bytes: Uint8Array) => void stored.set(path, bytes.slice()),
    remove: () => Promise.resolve(),
  }
  const writing: SheetWriting = {
    files: new PackageFiles(sink, readerLimits),
    quality: 5,
    getImagePath: (image) => `image ${image}`,
    throwIfCancelled: () => {},
    fallbackGlyphs: null,
    ...over,
  }
  const result = await writeSheets(
    sheets.map(({ store }) => store),
    writing,
  )
  const read = (path: string): Uint8Array => {
    const bytes = stored.get(path)
    if (bytes === undefined) throw new Error(`no file ${path}`)
    return path.endsWith('.png') ? bytes : new Uint8Array(brotliDecompressSync(bytes))
  }
  const readInfo = (sheet = 0): SheetInfo =>
    readSheetInfo(JSON.parse(new TextDecoder().decode(read(`sheets/00${sheet}/sheet.json`))))
  return { ...result, paths: [...stored.keys()], read, readInfo }
}

/** Creates a sheet with a square of 100 units. */
function createSheet(input: Partial<SheetInput> = {}, number = 0): TestSheet {
  const sheet = new TestSheet(input, {}, number)
  sheet.addLine([0, 0, 100, 0, 100, 100, 0, 100], { closed: true })
  return sheet
}

const paper = { min: [0, 0], max: [420, 297] } as const

describe('files of a sheet', () => {
  it('are only those that have content', async () => {
    const folder = 'sheets/000/'
    const always = ['entities.bin', 'prints.bin', 'sheet.json', 'thumbnail.png']
    const listFiles = async (sheet: TestSheet): Promise<string[]> =>
      (await write([sheet])).paths.map((path) => path.replace(folder, '')).toSorted()
    expect(await listFiles(createSheet())).toEqual([...always, 'lines-000.bin'].toSorted())
    const sheet = createSheet()
    sheet.addFill([[0, 0, 9, 0, 9, 9]])
    sheet.addText()
    expect(await listFiles(sheet)).toEqual([...always, 'lines-000.bin', 'fills.bin', 'texts.bin'].toSorted())
    expect((await write([new TestSheet()])).paths).toEqual([
      `${folder}entities.bin`,
      `${folder}prints.bin`,
      `${folder}sheet.json`,
    ])
  })

  it('are named by the number of the sheet', async () => {
    const { paths, sheets } = await write([createSheet(), createSheet({ name: 'B', kind: 'page' }, 1)])
    expect(paths.filter((path) => path.endsWith('sheet.json'))).toEqual([
      'sheets/000/sheet.json',
      'sheets/001/sheet.json',
    ])
    expect(sheets).toEqual([
      {
        name: 'A',
        kind: 'model',
        path: 'sheets/000/sheet.json',
        thumbnail: 'sheets/000/thumbnail.png',
        active: false,
        entities: 1,
      },
      {
        name: 'B',
        kind: 'page',
        path: 'sheets/001/sheet.json',
        thumbnail: 'sheets/001/thumbnail.png',
        active: true,
        entities: 1,
      },
    ])
  })

  it('have neither thumbnail nor fingerprints while they are provisional', async () => {
    const { paths, sheets, thumbnail, isDrawing } = await write([createSheet({ kind: 'layout' })], {
      isProvisional: true,
    })
    expect(paths.some((path) => /thumbnail|prints/.test(path))).toBe(false)
    expect([sheets[0]?.thumbnail, thumbnail, isDrawing]).toEqual([null, null, false])
  })

  it('have at most about a million points of lines each', async () => {
    const sheet = new TestSheet()
    const entity = sheet.addEntity()
    const points = Float64Array.from({ length: 1_000_000 }, (_, at) => at % 1000)
    for (const length of [1_000_000, 1_000_000, 2, 2])
      sheet.store.addPolyline({ entity, style: 0, points: points.subarray(0, length) })
    const { readInfo, read } = await write([sheet], { isProvisional: true })
    const info = readInfo()
    // Two lines of half a million points each: a file ends with the line that exceeds a million.
    expect(info.lineFiles).toEqual(['sheets/000/lines-000.bin', 'sheets/000/lines-001.bin'])
    expect(info.lineFiles.map((path) => decodeSheetLines(read(path), info).count)).toEqual([3, 1])
  })

  it('have property sets in the order of their first entity, once each, in blocks of 2048', async () => {
    const sheet = createSheet()
    const { store, properties } = sheet
    const sets = Array.from({ length: 2050 }, (_, at) => properties.add({ name: `set ${at}`, properties: [] }))
    const other = sheet.addEntity()
    store.assignPropertySets(other, [...sets].toReversed())
    store.assignPropertySets(0, [sets[7], sets[8]])
    const { read, readInfo } = await write([sheet])
    const info = readInfo()
    expect(info.propertyFiles).toEqual(['sheets/000/properties-000.bin', 'sheets/000/properties-001.bin'])
    const entities = decodeSheetEntities(read(info.entityFile), 1)
    expect([...entities.sets(0)]).toEqual([0, 1])
    const numbers = [...entities.sets(1)]
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([2050, 2, 2049])
    const [first, second] = info.propertyFiles.map((path) => decodePropertyBlock(read(path)))
    expect([first.set(0).name, first.set(2).name, first.set(2047).name]).toEqual(['set 7', 'set 2049', 'set 2'])
    expect(second.set(2049).name).toBe('set 0')
  })

  it('have names, types, handles and layers of the entities', async () => {
    const sheet = createSheet()
    const layer = sheet.store.addLayer({ ...sheet.store.layers[0], name: 'Walls' })
    sheet.store.addEntity({ handle: '2F', type: 'INSERT', layer, name: 'Table' })
    const { read, readInfo } = await write([sheet])
    const entities = decodeSheetEntities(read(readInfo().entityFile), 2)
    expect([entities.handle(0), entities.type(0), entities.name(0)]).toEqual(['0', 'LINE', ''])
    expect([entities.handle(1), entities.type(1), entities.name(1), entities.layer[1]]).toEqual([
      '2F',
      'INSERT',
      'Table',
      1,
    ])
  })
})

describe('sheet.json', () => {
  it('has fields and explicit defaults of the sheet', async () => {
    const sheet = createSheet({ kind: 'layout', millimetresPerUnit: 25.4, unitName: 'inch', paper })
    sheet.store.addLineType({ name: 'DASHED', pattern: [1, -1] })
    const { readInfo } = await write([sheet])
    expect(readInfo()).toMatchObject({
      format: 'kamar-sheet',
      version: 1,
      name: 'A',
      kind: 'layout',
      unitName: 'inch',
      millimetresPerUnit: 25.4,
      paper,
      toScene: null,
      origin: [0, 0],
      extents: { min: [0, 0], max: [100, 100] },
      core: paper,
      levels: 1,
      layers: sheet.store.layers,
      lineTypes: [{ name: 'DASHED', pattern: [1, -1] }],
      styles: [
        { layer: 0, color: 0, lineWeightMillimetres: 0, lineType: null, lineTypeScale: 1, widthUnits: 0, opacity: 1 },
      ],
      fonts: [{ name: 'square', shownWith: 'square.ttf' }],
    })
    expect(readInfo()).not.toHaveProperty('thinLines')
  })

  it('has styles as they are set', async () => {
    const sheet = createSheet()
    const style = {
      color: 'layer',
      lineWeightMillimetres: 'layer',
      lineType: 'layer',
      lineTypeScale: 3,
      widthUnits: 2,
      opacity: 0.5,
    } as const
    sheet.addLine([0, 0, 1, 1], { style: sheet.addStyle(style) })
    expect((await write([sheet])).readInfo().styles[1]).toEqual({ layer: 0, ...style })
  })

  it('counts what the files contain', async () => {
    const sheet = createSheet()
    sheet.addLine([0, 0, 1, 1])
    sheet.addFill([[0, 0, 9, 0, 9, 9, 0, 9]])
    sheet.addFill([[0, 0, 9, 9]])
    sheet.addText({ paragraphs: [[{ text: 'ABA', font: 0, height: 10 }]] })
    const { readInfo, read } = await write([sheet])
    const info = readInfo()
    expect(info.counts).toEqual({ entities: 5, polylines: 2, vertices: 6, fills: 1, triangles: 2, texts: 1, glyphs: 3 })
    expect(decodeSheetFills(read(info.fillFile ?? ''), info).count).toBe(1)
  })

  it('places a model in the scene by its unit, unless the source does', async () => {
    const metres = [0.0254, 0, 0, 0, 0.0254, 0, 0, 0, 0.0254, 0, 0, 0]
    expect((await write([createSheet({ millimetresPerUnit: 25.4 })])).readInfo().toScene).toEqual(metres)
    const toScene = [1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 6, 7] as const
    expect((await write([createSheet({ toScene })])).readInfo().toScene).toEqual(toScene)
    expect((await write([createSheet({ kind: 'page' })])).readInfo().toScene).toBeNull()
  })

  it('has the paper of an empty sheet as its extents, or nothing', async () => {
    const { readInfo } = await write([new TestSheet({ kind: 'layout', paper })])
    expect(readInfo()).toMatchObject({
      extents: paper,
      core: paper,
      levels: 1,
      step: 1,
      origin: [0, 0],
      lineFiles: [],
      fillFile: null,
      textFile: null,
    })
    const noPosition = { min: [0, 0], max: [0, 0] }
    expect((await write([new TestSheet()])).readInfo()).toMatchObject({ extents: noPosition, core: noPosition })
  })

  it('begins with the content when it is beside the paper or three times larger', async () => {
    const readCore = async (points: readonly number[]): Promise<SheetInfo['core']> => {
      const sheet = new TestSheet({ kind: 'layout', paper: { min: [0, 0], max: [100, 50] } })
      sheet.addLine(points)
      return (await write([sheet], { isProvisional: true })).readInfo().core
    }
    const own = { min: [0, 0], max: [100, 50] }
    expect(await readCore([0, 0, 300, 10])).toEqual(own)
    expect(await readCore([0, 0, 301, 10])).toEqual({ min: [0, 0], max: [301, 10] })
    expect(await readCore([100, 0, 120, 10])).toEqual(own)
    expect(await readCore([101, 0, 120, 10])).toEqual({ min: [101, 0], max: [120, 10] })
    expect(await readCore([0, 51, 20, 60])).toEqual({ min: [0, 51], max: [20, 60] })
    expect(await readCore([-20, 0, -1, 10])).toEqual({ min: [-20, 0], max: [-1, 10] })
    expect(await readCore([0, -20, 10, -1])).toEqual({ min: [0, -20], max: [10, -1] })
  })

  it('has images and viewports with their levels', async () => {
    const sheet = new TestSheet({ kind: 'layout', paper })
    sheet.addFill([[0, 0, 9, 0, 9, 9]])
    const image = { entity: sheet.addEntity(), layer: 0, origin: [1, 2], xAxis: [3, 0], yAxis: [0, 4] } as const
    sheet.store.addImage({ ...image, picture: 2, clip: [Float64Array.of(0, 0, 1, 0, 1, 1)], opacity: 0.5 })
    sheet.store.addImage({ ...image, picture: 1 })
    const viewport = { entity: sheet.addEntity(), shows: 0, matrix: [1, 2, 3, 4, 5, 6], millimetresPerUnit: 7 } as const
    sheet.store.addViewport({
      ...viewport,
      clip: [Float64Array.of(0, 0, 1, 0, 1, 1)],
      frozenLayers: [0],
      lineTypeScale: 2,
    })
    sheet.store.addViewport({ ...viewport, clip: [], frozenLayers: [] })
    const { images, viewports } = (await write([sheet], { isProvisional: true })).readInfo()
    const ring = [0, 0, 1, 0, 1, 1]
    expect(images).toEqual([
      { ...image, level: 1, picture: 'image 2', clip: [ring], opacity: 0.5 },
      { ...image, level: 1, picture: 'image 1', clip: [], opacity: 1 },
    ])
    expect(viewports).toEqual([
      { ...viewport, level: 2, clip: [ring], frozenLayers: [0], lineTypeScale: 2 },
      { ...viewport, level: 3, clip: [], frozenLayers: [], lineTypeScale: 1 },
    ])
  })
})

describe('summary of sheets', () => {
  const findActive = async (
    ...inputs: readonly (Partial<SheetInput> & { readonly isEmpty?: boolean })[]
  ): Promise<number> => {
    const sheets = inputs.map(({ isEmpty = false, ...input }, number) =>
      isEmpty ? new TestSheet(input, {}, number) : createSheet(input, number),
    )
    return (await write(sheets, { isProvisional: true })).sheets.findIndex(({ active }) => active)
  }

  it('has the sheet of the source as active, else the first layout, else the first sheet; empty ones last', async () => {
    const layout = { kind: 'layout' } as const
    expect(await findActive({}, layout, { active: true })).toBe(2)
    expect(await findActive({}, layout, layout)).toBe(1)
    expect(await findActive({}, { ...layout, isEmpty: true, active: true }, layout)).toBe(2)
    expect(await findActive({ isEmpty: true }, {}, {})).toBe(1)
    expect(await findActive({ isEmpty: true }, { ...layout, isEmpty: true })).toBe(0)
  })

  it('is a drawing when the represented sheet is a layout with lines, areas or texts of its own', async () => {
    const isDrawing = async (
      fill: (sheet: TestSheet) => void,
      kind: SheetInput['kind'] = 'layout',
    ): Promise<boolean> => {
      const sheet = new TestSheet({ kind, paper }, {}, 1)
      fill(sheet)
      return (await write([createSheet(), sheet])).isDrawing
    }
    expect(await isDrawing((sheet) => sheet.addLine([0, 0, 400, 200]))).toBe(true)
    expect(await isDrawing((sheet) => sheet.addFill([[0, 0, 400, 0, 400, 200]]))).toBe(true)
    expect(await isDrawing((sheet) => sheet.addText({ paragraphs: [[{ text: 'A', font: 0, height: 100 }]] }))).toBe(
      true,
    )
    expect(await isDrawing((sheet) => sheet.addLine([0, 0, 400, 200]), 'model')).toBe(false)
    const show = (sheet: TestSheet): void =>
      sheet.store.addViewport({
        entity: sheet.addEntity(),
        shows: 0,
        matrix: [2, 0, 0, 2, 0, 0],
        millimetresPerUnit: 1,
        clip: [Float64Array.of(0, 0, 400, 0, 400, 290, 0, 290)],
        frozenLayers: [],
      })
    expect(await isDrawing(show)).toBe(false)
    expect(await isDrawing(() => {})).toBe(false)
  })

  it('has the thumbnail of its sheet, cropped when that enlarges the content by more than a tenth', async () => {
    const isCropped = async (side: number): Promise<boolean> => {
      const sheet = new TestSheet({ kind: 'layout', paper: { min: [0, 0], max: [100, 75] } })
      sheet.addFill([[0, 0, side, 0, side, side * 0.75, 0, side * 0.75]])
      const { thumbnail, read } = await write([sheet])
      return !Buffer.from(read('sheets/000/thumbnail.png')).equals(thumbnail ?? new Uint8Array())
    }
    // With a margin of three percent of the width on both sides the height decides: 0.9 / (0.81 / 0.75) = 0.833.
    expect([await isCropped(82), await isCropped(85)]).toEqual([true, false])
  })

  it('paints thumbnails with layers that are not plotted', async () => {
    const sheet = new TestSheet({ kind: 'layout', paper: { min: [0, 0], max: [64, 48] } }, { plottable: false })
    sheet.addFill([[0, 0, 64, 0, 64, 48, 0, 48]], { style: sheet.addStyle({ color: 0x336699 }) })
    const { read } = await write([sheet])
    const { width, height, data } = PNG.sync.read(Buffer.from(read('sheets/000/thumbnail.png')))
    expect([width, height]).toEqual([512, 384])
    expect([...data.subarray(4 * (200 * 512 + 300), 4 * (200 * 512 + 300) + 4)]).toEqual([0x33, 0x66, 0x99, 255])
  })

  it('counts unknown characters of all sheets', async () => {
    const sheets = [0, 1].map((number) => {
      const sheet = new TestSheet({}, {}, number)
      sheet.addText({ paragraphs: [[{ text: number === 0 ? '你好你' : '你', font: 0, height: 10 }]] })
      return sheet
    })
    expect([...(await write(sheets)).unknownCharacters]).toEqual([
      ['你', 3],
      ['好', 1],
    ])
  })

  it('loads fallback glyphs once, only for texts', async () => {
    let loads = 0
    const fallbackGlyphs = (): Promise<GlyphSource> => {
      loads++
      return Promise.resolve(squareGlyphs)
    }
    await write([createSheet(), createSheet({}, 1)], { fallbackGlyphs })
    expect(loads).toBe(0)
    const sheets = [createSheet(), createSheet({}, 1)]
    for (const sheet of sheets) sheet.addText()
    await write(sheets, { fallbackGlyphs })
    expect(loads).toBe(1)
  })

  it('is empty without sheets', async () => {
    expect(await write([])).toMatchObject({ sheets: [], thumbnail: null, isDrawing: false, paths: [] })
  })
})
