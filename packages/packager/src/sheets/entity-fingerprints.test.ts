import { plainLayer } from '@kamar/test-kit'
import { decodeSheetFingerprints, sheetFingerprintsPath } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { plainReport, WrittenPackage } from '../test-support/written-package.js'

const byLayer = { color: 'layer', lineWeightMillimetres: 'layer', lineType: 'layer' } as const

interface DrawingOptions {
  /** Whether another entity, layer, style and font come first. */
  readonly isOffset?: boolean
  readonly word?: string
  readonly dashes?: readonly number[]
}

/** Returns the fingerprints of a line and a text, written to a package. */
async function readFingerprints({
  isOffset = false,
  word = 'Kitchen',
  dashes = [],
}: DrawingOptions): Promise<string[]> {
  const viewPackage = new WrittenPackage()
  const sheet = viewPackage.writer.addSheet({ name: 'Model', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
  const addLayer = (name: string): number => sheet.addLayer({ ...plainLayer, name })
  if (isOffset) {
    const layer = addLayer('First')
    const entity = sheet.addEntity({ handle: '1', type: 'LINE', layer })
    sheet.addFont({ name: 'romans.shx', kind: 'stroke' })
    sheet.addPolyline({ entity, style: sheet.addStyle({ layer, ...byLayer }), points: Float64Array.of(-90, 0, 9, 9) })
  }
  const layer = addLayer('Walls')
  const lineType = sheet.addLineType({ name: 'DASHED', pattern: dashes })
  const style = sheet.addStyle({ layer, ...byLayer, lineType })
  const line = sheet.addEntity({ handle: '2', type: 'LINE', layer })
  sheet.addPolyline({ entity: line, style, points: Float64Array.of(0, 0, 100, 50) })
  const text = sheet.addEntity({ handle: '3', type: 'TEXT', layer })
  sheet.addText({
    entity: text,
    style,
    anchor: [10, 20],
    xAxis: [1, 0],
    yAxis: [0, 1],
    paragraphs: [[{ text: word, font: sheet.addFont({ name: 'arial.ttf', kind: 'outline' }), height: 5 }]],
    horizontal: 'left',
    vertical: 'baseline',
  })
  await viewPackage.writer.finish(plainReport)
  const path = viewPackage.manifest().sheets?.[0]?.path ?? ''
  const entities = isOffset ? 3 : 2
  const fingerprints = decodeSheetFingerprints(viewPackage.bytes(sheetFingerprintsPath(path)), entities)
  return Array.from(
    { length: entities },
    (_, entity) => `${fingerprints[entity * 2]} ${fingerprints[entity * 2 + 1]}`,
  ).slice(-2)
}

describe('entity fingerprints', () => {
  it('do not depend on earlier entities or on numbering', async () => {
    expect(await readFingerprints({ isOffset: true })).toEqual(await readFingerprints({}))
  })

  it('change with the text and the line type', async () => {
    const [line, text] = await readFingerprints({})
    const [sameLine, otherText] = await readFingerprints({ word: 'Bath' })
    expect([sameLine === line, otherText === text]).toEqual([true, false])
    const [dashed] = await readFingerprints({ dashes: [3, -1] })
    expect(dashed).not.toBe(line)
  })
})
