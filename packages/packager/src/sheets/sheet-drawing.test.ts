import { plainLayer } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { productFaces } from './glyphs/face-fonts.js'
import { composeDrawing, createSheet } from './sheet-drawing.js'

describe('composeDrawing', () => {
  it('gives lines, fills, texts and entities of a sheet that is in no package', () => {
    const sheet = createSheet({ name: 'Plan', kind: 'model', millimetresPerUnit: 1000, unitName: 'm' })
    const layer = sheet.addLayer(plainLayer)
    const style = sheet.addStyle({ layer, color: 'layer', lineWeightMillimetres: 'layer', lineType: null })
    const entity = sheet.addEntity({ handle: 'A1', type: 'IfcWall', layer })
    const points = Float64Array.of(0, 0, 8.8, 0, 8.8, 0.3, 0, 0.3)
    sheet.addPolyline({ entity, style, points, closed: true })
    sheet.addFill({ entity, style, rings: [points] })
    const font = sheet.addFont({ name: 'Arial', kind: 'outline' })
    sheet.addText({
      entity,
      style,
      anchor: [1, 0.1],
      xAxis: [1, 0],
      yAxis: [0, 1],
      paragraphs: [[{ text: 'Պատ', font, height: 0.1 }]],
      horizontal: 'left',
      vertical: 'baseline',
    })
    const { info, lines, fills, texts, entities } = composeDrawing(sheet, productFaces)
    const [table] = lines
    const xs = Array.from(table?.points.filter((_, at) => at % 2 === 0) ?? [], (x) => x * info.step + info.origin[0])
    expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(8.8, 5)
    expect(fills?.count).toBe(1)
    expect(texts?.texts.map(({ string }) => string)).toEqual(['Պատ'])
    expect([entities.handle(0), entities.type(0)]).toEqual(['A1', 'IfcWall'])
  })

  it('gives an empty drawing of an empty sheet', () => {
    const sheet = createSheet({ name: 'Empty', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
    const { lines, fills, texts } = composeDrawing(sheet, productFaces)
    expect([lines, fills, texts]).toEqual([[], null, null])
  })
})
