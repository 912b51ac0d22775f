import { plainReport, WrittenPackage } from '@kamar/packager/test-support'
import { describeExporter, plainLayer } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDrawing } from '../testing/drawings.js'
import { exported } from '../testing/exported.js'
import { suiteOptions } from '../testing/suite-options.js'
import { descriptor } from './descriptor.js'

let drawing: WrittenPackage
beforeAll(async () => {
  drawing = await createDrawing()
})

describeExporter(descriptor, suiteOptions)

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
    const dxf = (await exported(drawing, 'dxf')).toString()
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
    const dxf = (await exported(viewPackage, 'dxf')).toString()
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
    const dxf = (await exported(drawing, 'dxf')).toString()
    const [seed = '', ...others] = parseGroups(dxf).flatMap(([code, value]) => (code === 5 ? [value] : []))
    expect(new Set(others).size).toBe(others.length)
    expect(Math.max(...others.map((handle) => parseInt(handle, 16)))).toBeLessThan(parseInt(seed, 16))
  })
})
