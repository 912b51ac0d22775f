import { describe, expect, test } from 'vitest'
import { drawNorthArrow } from './north-arrow.js'
import { PageDrafter, type PageText } from './page-drafter.js'
import { drawScaleBar } from './scale-bar.js'
import { drawTitleBlock, type TitleFields } from './title-block.js'

/** Records what is drawn on an A3. */
class RecordedPage extends PageDrafter {
  readonly labels: PageText[] = []
  readonly areas: (readonly number[])[] = []

  constructor() {
    super('Page', { width: 420, height: 297 })
  }

  override text(text: PageText): void {
    this.labels.push(text)
    super.text(text)
  }

  override area(points: readonly number[], color?: number): void {
    this.areas.push(points)
    super.area(points, color)
  }
}

const field = (label: string, value: string) => ({ label, value })
const fields: TitleFields = {
  project: field('File', 'Tower.ifc'),
  content: field('Content', 'Level 1'),
  version: field('Version', 'Version 3'),
  date: field('Date', '28 Nov 2026'),
  author: field('Printed by', 'Ani Hakobyan'),
  scale: field('Scale', '1:100'),
  link: null,
}

function drawBlock(over: Partial<TitleFields> = {}, scale: Parameters<typeof drawTitleBlock>[2]['scale'] = null) {
  const page = new RecordedPage()
  drawTitleBlock(page, [10, 10, 410, 32], { fields: { ...fields, ...over }, scale })
  return page
}

const listLabels = ({ labels }: RecordedPage) => labels.map(({ text }) => text)

describe('title block', () => {
  test('has no row for a version or an author that is not known', () => {
    const labels = listLabels(drawBlock({ version: field('Version', ''), author: field('Printed by', '') }))
    expect(labels).toContain('28 Nov 2026')
    expect([labels.includes('Version'), labels.includes('Printed by')]).toEqual([false, false])
  })

  test('has a QR code at its right end, inside its border', () => {
    const { areas } = drawBlock({ link: 'https://kamar.example/ViewerPage?urn=abc' })
    const points = areas.flat()
    const [x, y] = [0, 1].map((axis) => points.filter((_, at) => at % 2 === axis))
    expect(areas.length).toBeGreaterThan(100)
    expect([Math.min(...(x ?? [])), Math.max(...(x ?? []))]).toEqual([390, 408].map((edge) => expect.closeTo(edge)))
    expect([Math.min(...(y ?? [])), Math.max(...(y ?? []))]).toEqual([12, 30].map((edge) => expect.closeTo(edge)))
  })

  test('has a scale bar for models, and none for sheets with scales of their own', () => {
    expect(listLabels(drawBlock({}, { denominator: 100, unit: 'metre' }))).toContain('4 m')
    expect(drawBlock().areas).toEqual([])
  })

  test('limits long names to their cells', () => {
    const { labels } = drawBlock({ project: field('File', 'A'.repeat(300)) })
    const name = labels.find(({ text }) => text.startsWith('AAA'))
    expect((name?.x ?? 0) + (name?.maxWidth ?? Infinity)).toBeLessThan(410 - 70 - 80)
  })
})

describe('scale bar', () => {
  test('is as long on paper as its last label states', () => {
    const page = new RecordedPage()
    drawScaleBar(page, { denominator: 48, unit: 'foot', x: 0, y: 0, maxWidth: 60 })
    const [start, center, end] = page.labels
    expect([start?.text, center?.text, end?.text]).toEqual(['0', '4', '8 ft'])
    expect(((end?.x ?? 0) * 48) / 304.8).toBeCloseTo(8)
  })

  test('labels fractions of a metre without rounding errors', () => {
    const page = new RecordedPage()
    drawScaleBar(page, { denominator: 5, unit: 'metre', x: 0, y: 0, maxWidth: 60 })
    expect(listLabels(page)).toEqual(['0', '0.1', '0.2 m'])
  })
})

describe('north arrow', () => {
  const drawArrow = (degrees: number, isTrue: boolean) => {
    const page = new RecordedPage()
    drawNorthArrow(page, 100, 100, { degrees, label: 'N', isTrue })
    return page
  }

  test('has its letter at the tip, rotated counter-clockwise', () => {
    const tips = [0, 90, -90].map((degrees) => drawArrow(degrees, true).labels.map(({ x, y }) => [x, y])[0])
    const expected = [
      [100, 108.4],
      [91.6, 100],
      [108.4, 100],
    ]
    expect(tips).toEqual(expected.map((tip) => tip.map((value) => expect.closeTo(value))))
  })

  test('is filled for true north only', () => {
    expect([drawArrow(30, true).areas.length, drawArrow(30, false).areas.length]).toEqual([1, 0])
  })
})
