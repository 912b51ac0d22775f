import { arcSegments, type GlyphSource, type SheetTextInput } from '@kamar/core'
import { plainLayer, pushDrawing, seededRandom } from '@kamar/test-kit'
import {
  decodeSheetEntities,
  decodeSheetLines,
  decodeSheetTexts,
  readSheetInfo,
  sheetFolder,
  type SheetInfo,
} from '@kamar/package-format'
import { brotliDecompressSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { at, boxMesh, plainReport, WrittenPackage } from '../test-support/written-package.js'
import { layOutText } from './lay-out-text.js'
import { productFaces } from './glyphs/face-fonts.js'
import { GlyphShapes } from './glyphs/glyph-shapes.js'
import { substituteFont } from './glyphs/substitute-font.js'
import { triangulateArea } from './areas/triangulate-area.js'

async function writtenDrawing(): Promise<WrittenPackage> {
  const viewPackage = new WrittenPackage()
  pushDrawing(viewPackage.writer)
  await viewPackage.writer.finish(plainReport)
  return viewPackage
}

const readInfo = (viewPackage: WrittenPackage, sheet: number): SheetInfo =>
  readSheetInfo(JSON.parse(brotliDecompressSync(viewPackage.stored(`sheets/00${sheet}/sheet.json`)).toString()))

describe('initial view of a sheet', () => {
  const readCore = async (max: number, from = 0): Promise<SheetInfo['core']> => {
    const viewPackage = new WrittenPackage()
    const paper = { min: [0, 0], max: [100, 50] } as const
    const sheet = viewPackage.writer.addSheet({
      name: 'A',
      kind: 'layout',
      millimetresPerUnit: 1,
      unitName: 'mm',
      paper,
    })
    const style = sheet.addStyle({
      layer: sheet.addLayer(plainLayer),
      color: 0,
      lineWeightMillimetres: 0,
      lineType: null,
    })
    const entity = sheet.addEntity({ handle: '1', type: 'LINE', layer: 0 })
    sheet.addPolyline({ entity, style, points: Float64Array.of(from, from, from + max, from + max) })
    await viewPackage.writer.finish(plainReport)
    return readInfo(viewPackage, 0).core
  }

  it.each([80, 290])('shows the paper when the content is %i long', async (max) => {
    expect(await readCore(max)).toEqual({ min: [0, 0], max: [100, 50] })
  })

  it('shows the content when it is far larger than the paper or beside it', async () => {
    expect(await readCore(4000)).toEqual({ min: [0, 0], max: [4000, 4000] })
    expect(await readCore(50, 200)).toEqual({ min: [200, 200], max: [250, 250] })
  })
})

describe('provisional sheets', () => {
  it('are announced with all their files and removed when the package is finished', async () => {
    const viewPackage = new WrittenPackage()
    pushDrawing(viewPackage.writer)
    viewPackage.writer.setFirstView('sheet')
    await viewPackage.writer.publishSheets()
    const growing = viewPackage.manifest()
    expect(growing).toMatchObject({ state: 'inprogress', version: 3, firstView: 'sheet', report: null })
    const [entry] = growing.sheets ?? []
    if (!entry) throw new Error('no sheet')
    const folder = sheetFolder(entry)
    expect([folder, entry.path]).toEqual(['provisional/1/', 'provisional/1/sheets/000/sheet.json'])
    const info = readSheetInfo(JSON.parse(brotliDecompressSync(viewPackage.stored(entry.path)).toString()))
    const { lineFiles, fillFile, textFile, entityFile, propertyFiles, images } = info
    const imagePaths = images.map(({ picture: image }) => image)
    const paths = [...lineFiles, fillFile, textFile, entityFile, ...propertyFiles, ...imagePaths].filter(
      (path) => path !== null,
    )
    expect([...viewPackage.files.keys()]).toEqual(expect.arrayContaining(paths.map((path) => folder + path)))
    expect(growing.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(info.lineFiles.map((path) => folder + path)),
    )
    await viewPackage.writer.finish(plainReport)
    expect([...viewPackage.files.keys()].filter((path) => path.startsWith('provisional/'))).toEqual([])
    const [last] = viewPackage.manifest().sheets ?? []
    expect([last && sheetFolder(last), viewPackage.manifest().firstView]).toEqual(['', 'sheet'])
  })

  it('do not change the finished package', async () => {
    const provisionalPackage = new WrittenPackage()
    pushDrawing(provisionalPackage.writer)
    await provisionalPackage.writer.publishSheets()
    await provisionalPackage.writer.finish(plainReport)
    expect(provisionalPackage.files).toEqual((await writtenDrawing()).files)
  })
})

describe('sheet line weights', () => {
  it.each([true, false])('are hidden on the screen as the source states: %s', async (thinLines) => {
    const viewPackage = new WrittenPackage()
    viewPackage.writer.addSheet({ name: 'A', kind: 'model', millimetresPerUnit: 1, unitName: 'mm', thinLines })
    pushDrawing(viewPackage.writer)
    await viewPackage.writer.finish(plainReport)
    expect([readInfo(viewPackage, 0), readInfo(viewPackage, 1)].map((info) => info.thinLines ?? false)).toEqual([
      thinLines,
      false,
    ])
  })
})

/** Measures the fractions of an image's width and height that its non-paper content covers. */
function measureContent({ data, width, height }: PNG): { readonly across: number; readonly down: number } {
  const box = { left: width, right: 0, top: height, bottom: 0 }
  for (let at = 0; at < width * height; at++) {
    if (data.subarray(at * 4, at * 4 + 3).every((value) => value > 230)) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x + 1)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y + 1)
  }
  return { across: (box.right - box.left) / width, down: (box.bottom - box.top) / height }
}

describe('thumbnail of a package with sheets', () => {
  interface SheetOptions {
    readonly kind: 'model' | 'layout'
    /** Whether the sheet has visible content: otherwise its line is on a layer that is off. */
    readonly isSeen?: boolean
    readonly active?: boolean
  }

  /** Returns the sheet that the thumbnail shows; -1: none. */
  async function picturedSheet(entries: readonly SheetOptions[], firstView?: 'sheet' | 'model'): Promise<number> {
    const viewPackage = new WrittenPackage()
    entries.forEach(({ kind, isSeen = true, active = false }, number) => {
      const input = { name: `${number}`, kind, millimetresPerUnit: 1, unitName: 'mm', active }
      const sheet = viewPackage.writer.addSheet(input)
      const layer = sheet.addLayer({ ...plainLayer, on: isSeen })
      const style = sheet.addStyle({ layer, color: number + 1, lineWeightMillimetres: 0, lineType: null })
      const entity = sheet.addEntity({ handle: '1', type: 'LINE', layer })
      sheet.addPolyline({ entity, style, points: Float64Array.of(0, 0, 90, 50 + number * 10) })
    })
    if (firstView) {
      const { writer } = viewPackage
      const node = writer.addNode({ parent: null, name: '', class: 'Solid', sourceId: '' })
      const mesh = writer.addMesh(boxMesh(1, 1, 1))
      if (mesh !== null) writer.addInstance({ node, mesh, placement: at(0, 0, 0), material: null })
      viewPackage.writer.setFirstView(firstView)
    }
    await viewPackage.writer.finish(plainReport)
    const image = Buffer.from(viewPackage.stored('thumbnail.png'))
    return entries.findIndex((_, number) => image.equals(viewPackage.stored(`sheets/00${number}/thumbnail.png`)))
  }

  it('shows the first layout, even when the model space is active', async () => {
    const [model, layout] = [{ kind: 'model', active: true } as const, { kind: 'layout' } as const]
    expect(await picturedSheet([model, layout, layout])).toBe(1)
  })

  it('shows the active layout', async () => {
    const [model, layout] = [{ kind: 'model' } as const, { kind: 'layout' } as const]
    expect(await picturedSheet([model, layout, { ...layout, active: true }])).toBe(2)
  })

  it('skips a sheet without visible content', async () => {
    const [model, blank] = [{ kind: 'model', active: true } as const, { kind: 'layout', isSeen: false } as const]
    expect(await picturedSheet([model, blank])).toBe(0)
    expect(await picturedSheet([model, blank, { kind: 'layout' }])).toBe(2)
  })

  it('shows the sheet instead of the model when the package opens on its sheet', async () => {
    const entries = [{ kind: 'model', active: true } as const, { kind: 'layout' } as const]
    expect(await picturedSheet(entries, 'sheet')).toBe(1)
    expect(await picturedSheet([{ kind: 'model', active: true }], 'model')).toBe(-1)
  })

  it('prefers a layout with its own lines to solids in model space', async () => {
    expect(await picturedSheet([{ kind: 'model', active: true }, { kind: 'layout' }], 'model')).toBe(1)
  })

  it('is cropped to the content of a large paper', async () => {
    const viewPackage = new WrittenPackage()
    const paper = { min: [0, 0], max: [1000, 700] } as const
    const sheet = viewPackage.writer.addSheet({
      name: 'A',
      kind: 'layout',
      millimetresPerUnit: 1,
      unitName: 'mm',
      paper,
    })
    const layer = sheet.addLayer(plainLayer)
    const style = sheet.addStyle({ layer, color: 0, lineWeightMillimetres: 0.5, lineType: null })
    const entity = sheet.addEntity({ handle: '1', type: 'LWPOLYLINE', layer })
    sheet.addPolyline({ entity, style, closed: true, points: Float64Array.of(10, 10, 90, 10, 90, 70, 10, 70) })
    await viewPackage.writer.finish(plainReport)
    const sample = measureContent(PNG.sync.read(Buffer.from(viewPackage.stored('sheets/000/thumbnail.png'))))
    const cropped = measureContent(PNG.sync.read(Buffer.from(viewPackage.stored('thumbnail.png'))))
    expect(sample.across).toBeLessThan(0.1)
    expect(cropped.across).toBeGreaterThan(0.85)
    expect(cropped.down).toBeGreaterThan(0.85)
  })
})

describe('source font', () => {
  const stroke: GlyphSource = {
    name: 'gost.shx',
    kind: 'stroke',
    findGlyph: (character) => (character === 'A' ? { advance: 2, lines: [[0, 0, 1, 1]] } : null),
  }
  const box: GlyphSource = {
    name: 'boxes.ttf',
    kind: 'outline',
    findGlyph: (character) => (character === 'A' ? { advance: 1, lines: [[0, 0, 1, 0, 1, 1, 0, 1]] } : null),
  }
  const text = (string: string): SheetTextInput => ({
    entity: 0,
    style: 0,
    anchor: [0, 0],
    xAxis: [1, 0],
    yAxis: [0, 1],
    paragraphs: [[{ text: string, font: 0, height: 10 }]],
    horizontal: 'left',
    vertical: 'baseline',
  })

  it('has its own glyphs, and substitutes for missing ones', () => {
    const shapes = new GlyphShapes(productFaces)
    const fonts = [{ name: 'gost.shx', kind: 'stroke', letters: stroke }] as const
    const laidOut = layOutText(text('AAB'), fonts, shapes)
    expect(laidOut.runs[0]?.glyphs.map(({ x }) => x + 0)).toEqual([0, 20, 40])
    const [own, other] = [0, 2].map((at) => shapes.shapes[laidOut.runs[0]?.glyphs[at]?.glyph ?? -1])
    expect(own).toMatchObject({ stroke: true, character: 'A', indices: Uint32Array.of(0, 1) })
    expect(other?.indices.length).toBeGreaterThan(2)
    expect(shapes.shapes).toHaveLength(2)
  })

  it('fills outline glyphs but not stroke glyphs', () => {
    const shapes = new GlyphShapes(productFaces)
    layOutText(text('A'), [{ name: 'boxes.ttf', kind: 'outline', letters: box }], shapes)
    layOutText(text('A'), [{ name: 'gost.shx', kind: 'stroke', letters: stroke }], shapes)
    expect(shapes.shapes.map(({ stroke: isStroke, indices }) => [isStroke, indices.length])).toEqual([
      [false, 6],
      [true, 2],
    ])
  })

  it('is reported once with its substitute when it is missing and used', async () => {
    const viewPackage = new WrittenPackage()
    const add = (name: string): void => {
      const sheet = viewPackage.writer.addSheet({ name, kind: 'layout', millimetresPerUnit: 1, unitName: 'mm' })
      const styleInput = { lineWeightMillimetres: 0.25, lineType: null } as const
      const layer = sheet.addLayer(plainLayer)
      const style = sheet.addStyle({ ...styleInput, layer, color: 'layer' })
      const entity = sheet.addEntity({ handle: '1', type: 'TEXT', layer })
      const font = sheet.addFont({ name: 'gost.shx', kind: 'stroke', missing: ['gost.shx'] })
      sheet.addFont({ name: 'unused.ttf', kind: 'outline', missing: ['unused.ttf'] })
      const arial = sheet.addFont({ name: 'Arial', kind: 'outline', missing: ['Arial'] })
      const runs = [font, arial].map((number) => ({ text: 'A', font: number, height: 10 }))
      sheet.addText({ ...text('A'), entity, style, paragraphs: [runs] })
    }
    add('one')
    add('two')
    await viewPackage.writer.finish(plainReport)
    const { findings = [] } = viewPackage.manifest().report ?? {}
    expect(findings).toEqual([
      { code: 'font-replaced', severity: 'information', details: { font: 'Arial', shownWith: 'DejaVuSansCondensed' } },
      { code: 'font-replaced', severity: 'information', details: { font: 'gost.shx', shownWith: 'Hershey' } },
    ])
  })
})

describe('drawing package', () => {
  it('lists its sheets in the manifest and shows the active layout in its thumbnail', async () => {
    const viewPackage = await writtenDrawing()
    const { version, sheets, counts } = viewPackage.manifest()
    expect([version, counts.sheets, counts.instances]).toEqual([3, 2, 0])
    expect(sheets?.map(({ name, kind, active, entities }) => [name, kind, active, entities])).toEqual([
      ['Model', 'model', false, 7],
      ['A4', 'layout', true, 3],
    ])
    const { width, height, data } = PNG.sync.read(Buffer.from(viewPackage.stored('thumbnail.png')))
    const pixelAt = (x: number, y: number): number[] => {
      const at = (Math.round((y / 210) * height) * width + Math.round((x / 297) * width)) * 4
      return [...data.subarray(at, at + 3)]
    }
    // The room's hatch is visible through the viewport, at 1:50; its island and the area beside the viewport are paper.
    expect(pixelAt(80, 210 - 70)).toEqual([224, 224, 224])
    expect(pixelAt(110, 210 - 90)).toEqual([255, 255, 255])
    expect(pixelAt(250, 210 - 100)).toEqual([255, 255, 255])
  })

  it('is byte-identical on every run', async () => {
    const [one, other] = await Promise.all([writtenDrawing(), writtenDrawing()])
    expect([...one.files.keys()].sort()).toEqual([...other.files.keys()].sort())
    for (const [path, bytes] of one.files) expect(Buffer.compare(bytes, other.stored(path)), path).toBe(0)
  })

  it('retains lines, texts, entities and viewports', async () => {
    const viewPackage = await writtenDrawing()
    const model = readInfo(viewPackage, 0)
    const lines = decodeSheetLines(viewPackage.bytes(model.lineFiles[0] ?? ''), model)
    expect(lines.count).toBe(5)
    const axis = [...lines.entity].indexOf(3)
    const at = (coordinate: number): number =>
      model.origin[coordinate % 2] + lines.points[lines.start[axis] * 2 + coordinate] * model.step
    expect(at(0)).toBeCloseTo(4_499_000, 1)
    expect(at(3)).toBeCloseTo(7_202_000, 1)
    const texts = decodeSheetTexts(viewPackage.bytes(model.textFile ?? ''), model)
    expect(texts.texts.map(({ string }) => string)).toEqual(['Kitchen\nКухня\nԽոհանոց', '24.0'])
    const entities = decodeSheetEntities(viewPackage.bytes(model.entityFile), model.layers.length)
    expect([entities.handle(2), entities.type(2), entities.name(2)]).toEqual(['2C', 'INSERT', 'Table'])
    expect([...entities.sets(1)]).toEqual([0])
    const [window] = readInfo(viewPackage, 1).viewports
    expect(window).toMatchObject({ shows: 0, frozenLayers: [1], clip: [[50, 50, 190, 50, 190, 150, 50, 150]] })
  })

  it('fails with nothing-to-show when it is empty', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.writer.addSheet({ name: 'Model', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
    await expect(viewPackage.writer.finish(plainReport)).rejects.toMatchObject({ failure: { code: 'nothing-to-show' } })
  })
})

/**
 * Creates as many points and polylines as the largest drawing of the notes (canteen): blocks, hatches and free lines.
 */
async function largeDrawing(): Promise<{ viewPackage: WrittenPackage; vertices: number; polylines: number }> {
  const viewPackage = new WrittenPackage()
  const random = seededRandom(7)
  const sheet = viewPackage.writer.addSheet({ name: 'Model', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
  const layers = Array.from({ length: 30 }, (_, number) => sheet.addLayer({ ...plainLayer, name: `Layer ${number}` }))
  const styles = layers.map((own) =>
    sheet.addStyle({ layer: own, color: 'layer', lineWeightMillimetres: 'layer', lineType: 'layer' }),
  )
  const sample = (max: number, step = 1): number => Math.floor((random() * max) / step) * step
  const arc = (x: number, y: number, radius: number, sweep: number): number[] =>
    Array.from({ length: (arcSegments(sweep) + 1) * 2 }, (_, at) => {
      const angle = ((at >> 1) / arcSegments(sweep)) * sweep
      return at % 2 === 0 ? x + Math.cos(angle) * radius : y + Math.sin(angle) * radius
    })
  const blocks = Array.from({ length: 60 }, () =>
    Array.from({ length: 4 + sample(20) }, () => {
      const [x, y] = [sample(900, 5), sample(900, 5)]
      if (random() < 0.15) return arc(x, y, 20 + sample(200, 5), random() < 0.5 ? Math.PI / 2 : Math.PI * 2)
      return Array.from({ length: 2 * (2 + sample(6)) }, (_, at) => (at % 2 === 0 ? x : y) + sample(300, 5))
    }),
  )
  let [vertices, polylines, handle] = [0, 0, 0x1000]
  while (vertices < 577_000) {
    const number = sample(30)
    const entity = sheet.addEntity({
      handle: (handle++).toString(16).toUpperCase(),
      type: 'INSERT',
      layer: layers[number],
    })
    const push = (points: readonly number[]): void => {
      sheet.addPolyline({ entity, style: styles[number], points: Float64Array.from(points) })
      vertices += points.length / 2
      polylines++
    }
    const [x, y] = [4_500_000 + sample(120_000, 10), 7_200_000 + sample(80_000, 10)]
    const kind = random()
    if (kind < 0.75) {
      const rotation = sample(4)
      const [cosine, sine] = [[1, 0, -1, 0][rotation] ?? 1, [0, 1, 0, -1][rotation] ?? 0]
      for (const line of blocks[sample(60)] ?? [])
        push(
          line.map((_, at) => {
            const [across, up] = [line[at - (at % 2)] ?? 0, line[at - (at % 2) + 1] ?? 0]
            return at % 2 === 0 ? x + cosine * across - sine * up : y + sine * across + cosine * up
          }),
        )
    } else if (kind < 0.8)
      for (let row = 0; row < 40; row++) push([x + row * 50, y, x + row * 50, y + sample(2000, 10)])
    else push(Array.from({ length: 2 * (2 + sample(4)) }, (_, at) => (at % 2 === 0 ? x : y) + sample(5000, 10)))
  }
  await viewPackage.writer.finish(plainReport)
  return { viewPackage, vertices, polylines }
}

describe('sheet file size', () => {
  it('is at most 300 KB for 577,000 points', async () => {
    const { viewPackage, vertices, polylines } = await largeDrawing()
    expect(vertices).toBeGreaterThanOrEqual(577_000)
    expect(polylines).toBeGreaterThan(40_000)
    const entries = viewPackage
      .manifest()
      .files.filter(({ path }) => /^sheets\/000\/(sheet\.json|lines-|fills|texts)/.test(path))
    expect(entries.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(300 * 1024)
  })
})

describe('triangulateArea', () => {
  const square = (from: number, to: number): number[] => [from, from, to, from, to, to, from, to]
  const computeArea = (rings: readonly number[][]): number => {
    const triangles = triangulateArea(rings)
    if (triangles === null) return Number.NaN
    const { points, indices } = triangles
    let area = 0
    for (let at = 0; at < indices.length; at += 3) {
      const [a, b, c] = [indices[at] * 2, indices[at + 1] * 2, indices[at + 2] * 2]
      area += Math.abs(
        (points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
          (points[b + 1] - points[a + 1]) * (points[c] - points[a]),
      )
    }
    return area / 2
  }

  it('fills areas with holes, islands in holes and separate islands', () => {
    expect(computeArea([square(0, 10)])).toBeCloseTo(100)
    expect(computeArea([square(0, 10), square(2, 8)])).toBeCloseTo(64)
    expect(computeArea([square(2, 8), square(4, 6), square(0, 10)])).toBeCloseTo(68)
    expect(computeArea([square(0, 10), square(20, 30)])).toBeCloseTo(200)
    expect(computeArea([[0, 0, 1, 1]])).toBe(0)
  })
})

describe('text layout', () => {
  const fonts = [
    { name: 'Arial', kind: 'outline' },
    { name: 'romans.shx', kind: 'stroke' },
  ] as const
  const layOut = (over: Partial<SheetTextInput>) =>
    layOutText(
      {
        entity: 0,
        style: 0,
        anchor: [0, 0],
        xAxis: [1, 0],
        yAxis: [0, 1],
        paragraphs: [[{ text: 'Wall and roof', font: 0, height: 10 }]],
        horizontal: 'left',
        vertical: 'baseline',
        ...over,
      },
      fonts,
      new GlyphShapes(productFaces),
    )

  it('is as wide as Arial at the same cap height', () => {
    // 13 characters of Arial, from its published widths: 5.796 em, capitals 0.716 em.
    const arial = 10 * (5.796 / 0.716)
    const { box } = layOut({})
    expect(box[2] / arial).toBeGreaterThan(0.93)
    expect(box[2] / arial).toBeLessThan(1.07)
  })

  it('follows the anchor and the line spacing', () => {
    const centred = layOut({ horizontal: 'center', vertical: 'middle' })
    expect(centred.box[0]).toBeCloseTo(-centred.box[2])
    const top = layOut({
      vertical: 'top',
      paragraphs: [[{ text: 'A', font: 0, height: 10 }], [{ text: 'B', font: 0, height: 10 }]],
    })
    expect(top.box[3]).toBeCloseTo(0)
    expect(top.runs.map(({ glyphs }) => glyphs[0]?.y)).toEqual([-10, -10 - 50 / 3])
  })

  it('wraps at words and fits a given width', () => {
    const wrapped = layOut({ wrapWidth: 50 })
    expect(new Set(wrapped.runs.flatMap(({ glyphs }) => glyphs.map(({ y }) => y))).size).toBe(2)
    expect(wrapped.box[2]).toBeLessThanOrEqual(50)
    expect(layOut({ fitWidth: 200 }).box[2]).toBeCloseTo(200)
  })

  it('aligns each paragraph within the text width', () => {
    const paragraphs = ['Wall', 'and', 'roof'].map((text) => [{ text, font: 0, height: 10 }])
    const starts = (over: Partial<SheetTextInput>) =>
      layOut({ paragraphs, wrapWidth: 100, ...over }).runs.map(({ glyphs }) => glyphs[0]?.x ?? NaN)
    const widths = layOut({ paragraphs: [paragraphs[2]] }).box[2]
    const alignments = [null, 'center', 'right'] as const
    const [first, second, third] = starts({ alignments })
    expect(first).toBeCloseTo(0)
    expect(second).toBeGreaterThan(30)
    expect(third).toBeCloseTo(100 - widths)
    // Right-aligned text extends to the left of its anchor by its width.
    expect(starts({ alignments, horizontal: 'right' })[2]).toBeCloseTo(-widths)
    expect(starts({ alignments: ['left', null, null], horizontal: 'right' })[0]).toBeCloseTo(-100)
    // By default the width is that of the widest line.
    const { box } = layOut({ paragraphs, alignments: [null, 'right', null] })
    expect(box[0]).toBeCloseTo(0)
    expect(layOut({ paragraphs: [] }).box).toEqual([0, 0, 0, 0])
  })

  it('uses stroke glyphs, or outlines for missing characters', () => {
    const shapes = new GlyphShapes(productFaces)
    const isStroke = (character: string): boolean | undefined =>
      shapes.shapes[shapes.getGlyph('stroke', character).number]?.stroke
    expect(['A', '°', 'Ж', 'Ա'].map((character) => isStroke(character))).toEqual([true, true, false, false])
    for (const character of ['Ж', 'Ա', '⌀', '±'])
      expect(shapes.getGlyph('sans', character).number, character).not.toBe(shapes.getGlyph('sans', '?').number)
  })

  it('stacks the parts of a fraction', () => {
    const { runs, rules } = layOut({
      paragraphs: [[{ text: '1', font: 0, height: 10, stacked: { lower: '2', between: 'line' } }]],
    })
    expect(rules).toHaveLength(1)
    expect(runs[0]?.glyphs[0]?.y).toBeGreaterThan(runs[1]?.glyphs[0]?.y ?? Infinity)
  })
})

describe('substituteFont', () => {
  it.each([
    ['SansSerif', 'sans'],
    ['MS Sans Serif', 'sans'],
    ['PT Serif', 'serif'],
    ['Times New Roman', 'serif'],
  ])('maps %s to the family %s', (name, face) => {
    expect(substituteFont({ name, kind: 'outline' }).face).toBe(face)
  })
})
