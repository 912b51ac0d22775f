import { toIndexColor, type Entity, type MultilineText, type TextEntity } from '@kamar/codecs/drawing'
import { describe, expect, it } from 'vitest'
import { drawEntities, rounded } from '../../testing/draw-sheets.js'
import { createEntity, createTextStyle } from '../../testing/records.js'

const text = (more: Partial<TextEntity>): TextEntity =>
  createEntity('text', { value: 'word', height: 2, insertPoint: [1, 2], alignmentPoint: [5, 6], ...more })
const mtext = (value: string, more: Partial<MultilineText> = {}): MultilineText =>
  createEntity('mtext', { value, height: 2, insertPoint: [1, 2, 0], ...more })
const drawText = async (entity: Entity) => {
  const [sheetText] = (await drawEntities(entity)).sheet.texts
  if (!sheetText) throw new Error('no text')
  return sheetText
}

describe('DWG TEXT', () => {
  it.each([
    [0, 0, [1, 2], 'left', 'baseline'],
    [1, 0, [5, 6], 'center', 'baseline'],
    [2, 0, [5, 6], 'right', 'baseline'],
    [4, 0, [5, 6], 'center', 'middle'],
    [0, 1, [5, 6], 'left', 'bottom'],
    [1, 2, [5, 6], 'center', 'middle'],
    [2, 3, [5, 6], 'right', 'top'],
  ])(
    'is anchored by horizontal alignment %i and vertical alignment %i',
    async (across, up, anchor, horizontal, vertical) => {
      const entity = text({ horizontalAlignment: across, verticalAlignment: up })
      expect(await drawText(entity)).toMatchObject({ anchor, horizontal, vertical })
    },
  )

  it.each([3, 5])('is fitted between its two points at alignment %i', async (across) => {
    const entity = text({ alignmentPoint: [4, 6], horizontalAlignment: across, rotation: 1 })
    const sheetText = await drawText(entity)
    expect(sheetText).toMatchObject({ anchor: [1, 2], fitWidth: 5, horizontal: 'left' })
    expect(rounded(sheetText.xAxis)).toEqual([0.6, 0.8])
  })

  it('states its values in the order on which fingerprints of all releases depend', async () => {
    const { entity: _entity, style: _style, ...values } = await drawText(text({ horizontalAlignment: 1 }))
    expect(Object.keys(values)).toEqual(['paragraphs', 'horizontal', 'vertical', 'anchor', 'xAxis', 'yAxis'])
    const [[run = {}] = []] = (await drawText(mtext('\\Lword'))).paragraphs
    expect(Object.keys(run)).toEqual(['underline', 'text', 'font', 'height'])
  })

  it('is rotated by its angle and mirrored by its flags', async () => {
    const rotated = await drawText(text({ rotation: Math.PI / 2 }))
    expect([rounded(rotated.xAxis), rounded(rotated.yAxis)]).toEqual([
      [0, 1],
      [-1, 0],
    ])
    expect(rounded((await drawText(text({ isBackward: true }))).xAxis)).toEqual([-1, 0])
    expect(rounded((await drawText(text({ isUpsideDown: true }))).yAxis)).toEqual([0, -1])
  })

  it('is mirrored by a downward normal', async () => {
    const sheetText = await drawText(text({ normal: [0, 0, -1] }))
    expect([rounded(sheetText.anchor), rounded(sheetText.xAxis), rounded(sheetText.yAxis)]).toEqual([
      [-1, 2],
      [-1, 0],
      [0, 1],
    ])
  })

  it('keeps valid height, width factor and oblique angle, and ignores invalid ones', async () => {
    const regular = await drawText(text({ widthFactor: 0.8, obliqueAngle: Math.PI / 12 }))
    expect(regular.paragraphs[0]?.[0]).toMatchObject({ text: 'word', height: 2, widthFactor: 0.8 })
    expect(regular.paragraphs[0]?.[0]?.obliqueDegrees).toBeCloseTo(15, 9)
    const drawing = await drawText(text({ widthFactor: 0, obliqueAngle: 1.55 }))
    expect(Object.keys(drawing.paragraphs[0]?.[0] ?? {}).toSorted()).toEqual(['font', 'height', 'text'])
  })

  it.each([
    ['when it is empty', { value: '  ' }],
    ['when it has no height', { height: 0 }],
    ['when its position is not finite', { insertPoint: [NaN, 0] as const }],
    ['when it is seen edge-on', { normal: [0, -1, 0] as const }],
  ])('is omitted %s', async (_, more) => {
    expect((await drawEntities(text(more))).sheet.texts).toEqual([])
  })

  it('has a stroke or an outline font by its style', async () => {
    const fonts = ['romans.shx', 'C:\\Fonts\\arial.ttf', ''].map((fileName) =>
      text({ style: createTextStyle({ fileName }) }),
    )
    const { sheet } = await drawEntities(...fonts)
    expect(sheet.fonts.map(({ name, kind }) => [name, kind])).toEqual([
      ['romans.shx', 'stroke'],
      ['arial.ttf', 'outline'],
      ['txt.shx', 'stroke'],
    ])
  })
})

describe('DWG MTEXT', () => {
  it.each([
    [1, 'left', 'top'],
    [3, 'right', 'top'],
    [5, 'center', 'middle'],
    [7, 'left', 'bottom'],
    [9, 'right', 'bottom'],
  ])('is aligned by attachment point %i to %s and %s', async (attachment, horizontal, vertical) => {
    expect(await drawText(mtext('a', { attachment }))).toMatchObject({ anchor: [1, 2], horizontal, vertical })
  })

  it('has a line distance of five thirds of its height times its spacing, and wraps at its width', async () => {
    const sheetText = await drawText(mtext('a', { lineSpacing: 1.5, width: 40 }))
    expect(sheetText.lineDistance).toBeCloseTo(5, 9)
    expect(sheetText.wrapWidth).toBe(40)
    expect(await drawText(mtext('a'))).not.toHaveProperty('wrapWidth')
  })

  it('runs along its direction vector of any length', async () => {
    const sheetText = await drawText(mtext('a', { xAxis: [0, 7, 0] }))
    expect([rounded(sheetText.xAxis), rounded(sheetText.yAxis)]).toEqual([
      [0, 1],
      [-1, 0],
    ])
  })

  it('has a backdrop in its own color or in the background color', async () => {
    const own = { background: { color: toIndexColor(1), scale: 1.5 } }
    expect((await drawText(mtext('a', own))).backdrop).toEqual({ color: 0xff0000, margin: 1 })
    const paper = { background: { color: null, scale: 1 } }
    expect((await drawText(mtext('a', paper))).backdrop).toEqual({ color: 'background', margin: 0 })
    expect(await drawText(mtext('a'))).not.toHaveProperty('backdrop')
  })

  it('stands in columns side by side, split at column breaks', async () => {
    const columns = { count: 2, width: 30, gutter: 5, heights: [] }
    const { sheet } = await drawEntities(mtext('one\\Ntwo', { columns }))
    expect(sheet.texts.map(({ anchor }) => anchor)).toEqual([
      [1, 2],
      [36, 2],
    ])
    expect(sheet.texts.map(({ paragraphs }) => paragraphs.flat().map((run) => run.text))).toEqual([['one'], ['two']])
    for (const { wrapWidth } of sheet.texts) expect(wrapWidth).toBe(30)
  })

  it('applies height, font and color codes', async () => {
    const sheetText = await drawText(mtext('{\\fArial|b1|i0;\\H1.5x;\\C1;big} small'))
    const [big, small] = sheetText.paragraphs[0] ?? []
    expect(big).toMatchObject({ text: 'big', height: 3, color: 0xff0000 })
    expect(small).toMatchObject({ text: ' small', height: 2 })
    expect(big?.font).not.toBe(small?.font)
  })

  it('aligns paragraphs by their codes', async () => {
    const { alignments, paragraphs } = await drawText(mtext('one\\P\\pxqc;two\\P\\pxqr;three'))
    expect(paragraphs).toHaveLength(3)
    expect(alignments).toEqual([null, 'center', 'right'])
    expect((await drawText(mtext('one\\Ptwo'))).alignments).toBeUndefined()
  })
})
