import type { ExportName } from '@kamar/contracts'
import { plainLayer, pushDrawing } from '@kamar/test-kit'
import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { plainReport, WrittenPackage } from '@kamar/derivatives/test-support'
import { PackageReader } from '@kamar/view-package/package-reader'
import { writeExport } from '../write-export.js'
import { traceOutlines } from '../kit/pages/outlines.js'

let drawing: WrittenPackage
beforeAll(async () => {
  drawing = new WrittenPackage()
  pushDrawing(drawing.writer)
  await drawing.writer.finish(plainReport)
})

async function exported(name: ExportName, of = drawing): Promise<Buffer> {
  const files = (path: string): Promise<Uint8Array> => Promise.resolve(of.stored(path))
  const reader = await PackageReader.open(of.manifest(), files)
  const fractions: number[] = []
  const chunks: Uint8Array[] = []
  for await (const chunk of writeExport(name, reader, (fraction) => fractions.push(fraction))) chunks.push(chunk)
  expect(fractions.at(-1)).toBe(1)
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
  return Buffer.concat(chunks)
}

/** Creates a drawing of one page with features that the other lacks. */
async function onePage(push: (writer: WrittenPackage['writer']) => void): Promise<WrittenPackage> {
  const viewPackage = new WrittenPackage()
  push(viewPackage.writer)
  await viewPackage.writer.finish(plainReport)
  return viewPackage
}

/** Returns the streams of a PDF, decompressed, by object number. */
function parseStreams(pdf: Buffer): Map<number, string> {
  const streams = new Map<number, string>()
  const text = pdf.toString('latin1')
  for (const match of text.matchAll(/(\d+) 0 obj\n<<[^\n]*?\/Length (\d+) >>\nstream\n/g)) {
    const from = match.index + match[0].length
    streams.set(Number(match[1]), inflateSync(pdf.subarray(from, from + Number(match[2]))).toString('latin1'))
  }
  return streams
}

/** Returns the text of a document as another program copies it. */
async function copiedText(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text
}

const tokenize = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** Returns the fraction of pixels that differ considerably between two images of one size. */
function differing(one: PNG, other: PNG): number {
  expect([one.width, one.height]).toEqual([other.width, other.height])
  let count = 0
  for (let at = 0; at < one.data.length; at += 4)
    if (Math.max(...[0, 1, 2].map((channel) => Math.abs(one.data[at + channel] - other.data[at + channel]))) > 100)
      count++
  return count / (one.width * one.height)
}

/** Downscales an image; each pixel is the mean of the pixels it covers. */
function smaller(image: PNG, width: number, height: number): PNG {
  const out = new PNG({ width, height })
  const sums = new Float64Array(width * height * 4)
  const counts = new Uint32Array(width * height)
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++) {
      const to = Math.floor((y * height) / image.height) * width + Math.floor((x * width) / image.width)
      for (let channel = 0; channel < 4; channel++)
        sums[to * 4 + channel] += image.data[(y * image.width + x) * 4 + channel]
      counts[to]++
    }
  out.data = Buffer.from(sums.map((sum, at) => sum / counts[at >> 2]))
  return out
}

describe('drawing PDF export', () => {
  it('writes each layout as a page with its size and name', async () => {
    const pdf = (await exported('pdf')).toString('latin1')
    expect(pdf.startsWith('%PDF-1.7\n')).toBe(true)
    expect(pdf.match(/\/Type \/Page /g)).toHaveLength(1)
    expect(pdf).toContain('/MediaBox [0 0 841.89 595.276]')
    expect(pdf).toContain('/Title <FEFF00410034>')
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1])
    const offsets = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
    expect(offsets.length).toBeGreaterThan(8)
    offsets.forEach((offset, object) => expect(pdf.slice(offset).startsWith(`${object + 1} 0 obj\n`)).toBe(true))
  })

  it('embeds each glyph once, with its character', async () => {
    const pdf = await exported('sheet-pdf-0')
    const maps = [...parseStreams(pdf).values()].filter((stream) => stream.includes('beginbfchar'))
    const characters = maps.flatMap((map) =>
      [...map.matchAll(/^<[0-9a-f]{2}> <([0-9A-F]{4})>$/gm)].map(([, unit]) => String.fromCharCode(parseInt(unit, 16))),
    )
    expect(new Set(characters).size).toBe(characters.length)
    expect(characters.toSorted().join('')).toBe([...new Set(' KitchenКухняԽոհանոց24.0')].toSorted().join(''))
  })

  it('has extractable text in three scripts, also in viewports', async () => {
    const pdf = await exported('pdf')
    const copied = tokenize(await copiedText(pdf))
    expect(copied.toSorted()).toEqual(['Kitchen', 'Кухня', 'Խոհանոց', '24.0', 'Plan', '1:50'].toSorted())
  })

  it('has optional content groups for visible layers of sheet and model, except those frozen in the viewport', async () => {
    const pdf = await exported('pdf')
    const source = pdf.toString('latin1')
    const groups = [...source.matchAll(/^(\d+) 0 obj\n<< \/Type \/OCG \/Name <FEFF([0-9A-F]+)> >>/gm)]
    const names = groups.map(([, , hex]) =>
      Buffer.from(hex ?? '', 'hex')
        .swap16()
        .toString('utf16le'),
    )
    expect(names.toSorted()).toEqual(['0', 'Texts', 'Walls'])
    const listed = /\/OCProperties << \/OCGs \[([^\]]*)\]/.exec(source)?.[1]
    expect(listed?.match(/\d+ 0 R/g)).toHaveLength(groups.length)
    const [content] = [...parseStreams(pdf).values()].filter((stream) => stream.includes(' BDC'))
    let depth = 0
    for (const [operator] of content?.matchAll(/\b(BDC|EMC)\b/g) ?? []) {
      depth += operator === 'BDC' ? 1 : -1
      expect([0, 1]).toContain(depth)
    }
    expect(depth).toBe(0)
    for (const [, name] of content?.matchAll(/\/OC \/(\w+) BDC/g) ?? [])
      expect(source).toMatch(new RegExp(`/Properties << [^>]*/${name} `))
  })

  it('is byte-identical on every export', async () => {
    expect((await exported('pdf')).equals(await exported('pdf'))).toBe(true)
  })

  it('retains line weights that the screen hides', async () => {
    const pageWith = (thinLines: boolean): Promise<WrittenPackage> =>
      onePage((writer) => {
        const sheet = writer.addSheet({ name: 'A', kind: 'layout', millimetresPerUnit: 1, unitName: 'mm', thinLines })
        const layer = sheet.addLayer({ ...plainLayer, lineWeightMillimetres: 2 })
        const styleInput = { layer, color: 'layer', lineWeightMillimetres: 'layer', lineType: null } as const
        const entity = sheet.addEntity({ handle: '1', type: 'LINE', layer })
        sheet.addPolyline({ entity, style: sheet.addStyle(styleInput), points: Float64Array.of(0, 0, 90, 50) })
      })
    const [thin, wide] = await Promise.all([pageWith(true), pageWith(false)])
    expect(thin.stored('sheets/000/sheet.json')).not.toEqual(wide.stored('sheets/000/sheet.json'))
    expect((await exported('pdf', thin)).equals(await exported('pdf', wide))).toBe(true)
  })

  it('retains opacity, gradients, dots and invisible text', async () => {
    const page = await onePage((writer) => {
      const sheet = writer.addSheet({
        name: 'Page "1" & <2>',
        kind: 'page',
        millimetresPerUnit: 1,
        unitName: 'mm',
        paper: { min: [0, 0], max: [20_000, 100] },
      })
      const layer = sheet.addLayer({ ...plainLayer, color: 0x102030 })
      const entity = sheet.addEntity({ handle: '', type: 'PATH', layer })
      const styleInput = { layer, color: 'layer', lineWeightMillimetres: 'layer', lineType: null } as const
      const style = sheet.addStyle({ ...styleInput, opacity: 0.5 })
      const rings = [Float64Array.of(0, 0, 100, 0, 100, 100, 0, 100)]
      sheet.addFill({ entity, style, rings, gradient: { from: [0, 0], to: [100, 0], colors: [0xff0000, 0x0000ff] } })
      sheet.addPolyline({
        entity,
        style: sheet.addStyle({ ...styleInput, widthUnits: 5 }),
        points: Float64Array.of(50, 50),
      })
      const font = sheet.addFont({ name: 'Arial', kind: 'outline' })
      const text = { entity, style, anchor: [200, 50], xAxis: [1, 0], yAxis: [0, 1], drawn: false } as const
      const paragraphs = [[{ text: 'Ա & Ж', font, height: 10 }]]
      sheet.addText({ ...text, paragraphs, horizontal: 'left', vertical: 'baseline' })
    })
    const pdf = await exported('pdf', page)
    const source = pdf.toString('latin1')
    expect(source).toContain('<< /ca 0.5 /CA 0.5 >>')
    expect(source).toContain('/ShadingType 2')
    expect(Number(/MediaBox \[0 0 ([\d.]+)/.exec(source)?.[1])).toBe(14_400)
    const svg = (await exported('sheet-svg-0', page)).toString()
    expect(svg).toContain('<title>Page &quot;1&quot; &amp; &lt;2&gt;</title>')
    expect(svg).toContain('<stop offset="1" stop-color="#0000ff"/>')
    expect(svg).toMatch(/<text [^>]*fill-opacity="0"[^>]*>Ա &amp; Ж<\/text>/)
    expect(svg).toContain('h0')
    expect(tokenize(await copiedText(pdf))).toEqual(['Ա', '&', 'Ж'])
  })

  it('rejects a package without sheets', async () => {
    const model = new WrittenPackage()
    const root = model.addRoot()
    const mesh = model.writer.addMesh({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      indices: Uint32Array.of(0, 1, 2),
    })
    const placement = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] as const
    model.writer.addInstance({ node: root, mesh: mesh ?? 0, placement, material: null })
    await model.writer.finish(plainReport)
    for (const name of ['pdf', 'dxf', 'sheet-svg-0', 'sheet-png-0', 'sheet-pdf-0'] as const)
      await expect(exported(name, model), name).rejects.toThrow(RangeError)
  })
})

describe('sheet image export', () => {
  it.each([0, 1])('matches the thumbnail of sheet %s', async (sheet) => {
    const image = PNG.sync.read(await exported(`sheet-png-${sheet}`))
    expect(Math.max(image.width, image.height)).toBe(4096)
    const thumbnail = PNG.sync.read(Buffer.from(drawing.stored(`sheets/00${sheet}/thumbnail.png`)))
    expect(differing(smaller(image, thumbnail.width, thumbnail.height), thumbnail)).toBeLessThan(0.01)
  })

  it('writes an area as one path and searchable text in SVG', async () => {
    const svg = (await exported('sheet-svg-0')).toString()
    expect(svg.match(/<path fill="#e0e0e0"[^>]*>/g)).toHaveLength(1)
    expect([...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)).toEqual(
      expect.arrayContaining(['Kitchen', 'Кухня', 'Խոհանոց', '24.0']),
    )
    expect((await exported('sheet-svg-1')).toString()).toMatch(/^<svg xmlns="[^"]*" width="297mm" height="210mm"/)
  })
})

describe('drawing DXF export', () => {
  const parseGroups = (dxf: string): (readonly [number, string])[] => {
    const lines = dxf.split('\n')
    return Array.from({ length: Math.floor(lines.length / 2) }, (_, at) => [Number(lines[at * 2]), lines[at * 2 + 1]])
  }

  /** Parses the entities of the section to maps with the first group of each code. */
  function parseEntities(dxf: string): { readonly type: string; readonly groups: ReadonlyMap<number, string> }[] {
    const pairs = parseGroups(dxf)
    const from = pairs.findIndex(([code, value]) => code === 2 && value === 'ENTITIES')
    const until = pairs.findIndex(([, value], at) => at > from && value === 'ENDSEC')
    const out: { type: string; groups: Map<number, string> }[] = []
    for (const [code, value] of pairs.slice(from + 1, until))
      if (code === 0) out.push({ type: value, groups: new Map() })
      else if (out.at(-1)?.groups.has(code) === false) out.at(-1)?.groups.set(code, value)
    return out
  }

  it('contains geometry, texts and viewports in drawing coordinates', async () => {
    const dxf = (await exported('dxf')).toString()
    const entities = parseEntities(dxf)
    const count = (type: string): number => entities.filter((entity) => entity.type === type).length
    expect([count('HATCH'), count('VIEWPORT'), count('LINE')]).toEqual([1, 1, 3])
    const texts = entities.filter(({ type }) => type === 'TEXT').map(({ groups }) => groups.get(1))
    expect(texts).toEqual(['Kitchen', 'Кухня', 'Խոհանոց', '24.0', 'Plan 1:50'])
    const axis = entities.find(({ groups }) => groups.get(1000) === '2D')
    expect(axis?.groups.get(8)).toBe('Axes')
    expect(Number(axis?.groups.get(10))).toBeCloseTo(4_499_000, 1)
    const window = entities.find(({ type }) => type === 'VIEWPORT')
    expect(Number(window?.groups.get(45))).toBeCloseTo(5000, 6)
    expect(Number(window?.groups.get(12))).toBeCloseTo(4_503_000, 3)
    expect(dxf).toContain('\n$INSUNITS\n70\n4\n')
  })

  it('retains text styles with fonts, width factors and oblique angles', async () => {
    const styleInput = { lineWeightMillimetres: 0.25, lineType: null } as const
    const viewPackage = new WrittenPackage()
    const sheet = viewPackage.writer.addSheet({ name: 'Model', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
    const layer = sheet.addLayer(plainLayer)
    const style = sheet.addStyle({ ...styleInput, layer, color: 'layer' })
    const entity = sheet.addEntity({ handle: '1', type: 'MTEXT', layer })
    const fonts = [
      { name: 'gost.shx', kind: 'stroke', style: { name: 'GOST', widthFactor: 0.8, obliqueDegrees: 15 } },
      { name: 'arial.ttf', kind: 'outline', style: { name: 'Standard', widthFactor: 1, obliqueDegrees: 0 } },
      { name: 'romans.shx,gbcbig.shx', kind: 'stroke', style: { name: 'Chinese', widthFactor: 1, obliqueDegrees: 0 } },
      { name: 'Times New Roman', kind: 'outline', bold: true },
    ] as const
    const runs = fonts.map((font, at) => ({
      text: `text${at}`,
      font: sheet.addFont(font),
      height: 10,
      widthFactor: 0.5,
    }))
    const frame = { anchor: [0, 0], xAxis: [1, 0], yAxis: [0, 1], horizontal: 'left', vertical: 'baseline' } as const
    sheet.addText({ entity, style, ...frame, paragraphs: runs.map((run) => [run]) })
    await viewPackage.writer.finish(plainReport)
    const dxf = (await exported('dxf', viewPackage)).toString()
    const pairs = parseGroups(dxf)
    const rows = pairs.flatMap(([code, value], at) => {
      if (code !== 0 || value !== 'STYLE') return []
      const own = new Map(pairs.slice(at + 1, at + 16).reverse())
      return [[2, 41, 50, 3, 4].map((groupCode) => own.get(groupCode))]
    })
    expect(rows).toEqual([
      ['GOST', '0.8', '15', 'gost.shx', ''],
      ['Standard', '1', '0', 'arial.ttf', ''],
      ['Chinese', '1', '0', 'romans.shx', 'gbcbig.shx'],
      ['Times New Roman bold', '1', '0', '', ''],
    ])
    expect(pairs).toContainEqual([1000, 'Times New Roman'])
    const texts = parseEntities(dxf).filter(({ type }) => type === 'TEXT')
    expect(texts.map(({ groups }) => [groups.get(1), groups.get(7)])).toEqual([
      ['text0', 'GOST'],
      ['text1', 'Standard'],
      ['text2', 'Chinese'],
      ['text3', 'Times New Roman bold'],
    ])
    // Only the substitute glyphs are narrowed; the program that opens the file has the original font.
    for (const { groups } of texts) expect(Number(groups.get(41))).toBeCloseTo(0.5, 6)
  })

  it('gives every object a unique handle', async () => {
    const dxf = (await exported('dxf')).toString()
    const [seed = '', ...others] = parseGroups(dxf).flatMap(([code, value]) => (code === 5 ? [value] : []))
    expect(new Set(others).size).toBe(others.length)
    expect(Math.max(...others.map((handle) => parseInt(handle, 16)))).toBeLessThan(parseInt(seed, 16))
  })
})

describe('traceOutlines', () => {
  it('drops edges between triangles and retains holes', () => {
    const square = [0, 0, 2, 0, 2, 2, 0, 2]
    expect(traceOutlines(square, [0, 1, 2, 0, 3, 2])).toHaveLength(1)
    expect(traceOutlines(square, [0, 1, 2, 0, 3, 2])[0]).toHaveLength(8)
    const ring = [0, 0, 9, 0, 9, 9, 0, 9, 3, 3, 6, 3, 6, 6, 3, 6]
    const around = [0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7]
    const outlines = traceOutlines(ring, around)
    expect(outlines.map((outline) => outline.length)).toEqual([8, 8])
  })
})
