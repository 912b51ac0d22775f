import { plainReport, WrittenPackage } from '@kamar/packager/test-support'
import { describeExporter, plainLayer } from '@kamar/test-kit'
import { inflateSync } from 'node:zlib'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDrawing, createGradientPage, onePage } from '../testing/drawings.js'
import { exported } from '../testing/exported.js'
import { suiteOptions } from '../testing/suite-options.js'
import { descriptor } from './descriptor.js'

let drawing: WrittenPackage
beforeAll(async () => {
  drawing = await createDrawing()
})

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

describeExporter(descriptor, suiteOptions)

describe('drawing PDF export', () => {
  it('writes each layout as a page with its size and name', async () => {
    const pdf = (await exported(drawing, 'pdf')).toString('latin1')
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
    const pdf = await exported(drawing, 'sheet-pdf-0')
    const maps = [...parseStreams(pdf).values()].filter((stream) => stream.includes('beginbfchar'))
    const characters = maps.flatMap((map) =>
      [...map.matchAll(/^<[0-9a-f]{2}> <([0-9A-F]{4})>$/gm)].map(([, unit]) => String.fromCharCode(parseInt(unit, 16))),
    )
    expect(new Set(characters).size).toBe(characters.length)
    expect(characters.toSorted().join('')).toBe([...new Set(' KitchenКухняԽոհանոց24.0')].toSorted().join(''))
  })

  it('has extractable text in three scripts, also in viewports', async () => {
    const pdf = await exported(drawing, 'pdf')
    const copied = tokenize(await copiedText(pdf))
    expect(copied.toSorted()).toEqual(['Kitchen', 'Кухня', 'Խոհանոց', '24.0', 'Plan', '1:50'].toSorted())
  })

  it('has optional content groups for visible layers of sheet and model, except those frozen in the viewport', async () => {
    const pdf = await exported(drawing, 'pdf')
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
    expect((await exported(drawing, 'pdf')).equals(await exported(drawing, 'pdf'))).toBe(true)
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
    expect((await exported(thin, 'pdf')).equals(await exported(wide, 'pdf'))).toBe(true)
  })

  it('retains opacity, gradients, dots and invisible text', async () => {
    const page = await createGradientPage()
    const pdf = await exported(page, 'pdf')
    const source = pdf.toString('latin1')
    expect(source).toContain('<< /ca 0.5 /CA 0.5 >>')
    expect(source).toContain('/ShadingType 2')
    expect(Number(/MediaBox \[0 0 ([\d.]+)/.exec(source)?.[1])).toBe(14_400)
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
    for (const name of ['pdf', 'sheet-pdf-0'] as const)
      await expect(exported(model, name), name).rejects.toThrow(RangeError)
  })
})
