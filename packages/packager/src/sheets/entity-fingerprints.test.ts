import type { SheetImageInput, SheetStyleInput, SheetTextInput, SheetViewportInput } from '@kamar/core'
import { plainLayer } from '@kamar/test-kit'
import { decodeSheetFingerprints, sheetFingerprintsPath } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { TestSheet } from '../test-support/test-sheet.js'
import { plainReport, WrittenPackage } from '../test-support/written-package.js'
import { EntityFingerprints } from './entity-fingerprints.js'

function encode({ store }: TestSheet): Uint8Array {
  const fingerprints = new EntityFingerprints(store)
  for (const part of store.polylines.coordinates.list()) fingerprints.addPolylines(part)
  return fingerprints.encode()
}

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

describe('entity fingerprint', () => {
  /** Encodes the fingerprints of one entity. */
  const fingerprint = (fill: (sheet: TestSheet) => void): string => {
    const sheet = new TestSheet()
    sheet.addEntity()
    fill(sheet)
    const [low, high] = decodeSheetFingerprints(encode(sheet), 1)
    return `${low} ${high}`
  }
  /** Lists the pairs of contents with equal fingerprints. */
  const findCollisions = (fills: readonly ((sheet: TestSheet) => void)[]): string[] => {
    const all = fills.map((fill) => fingerprint(fill))
    return all.flatMap((own, at) => (all.indexOf(own) < at ? [`${all.indexOf(own)} = ${at}`] : []))
  }
  const line =
    (points: readonly number[], style: Partial<SheetStyleInput> = {}) =>
    (sheet: TestSheet): void =>
      sheet.addLine(points, { entity: 0, style: sheet.addStyle(style) })
  const entity = { entity: 0 }

  it('differs by any coordinate, order and number of lines', () => {
    expect(
      findCollisions([
        () => {},
        line([0, 0, 1, 1]),
        line([0, 0, 1, 2]),
        line([0, 0, 1, 1 + 1e-12]),
        line([1, 1, 0, 0]),
        line([0, 0, 1, 1, 0, 0]),
        (sheet) => [0, 1].forEach(() => line([0, 0, 1, 1])(sheet)),
        (sheet) => sheet.addFill([[0, 0, 1, 1, 2, 0]], entity),
        (sheet) => sheet.addFill([[0, 0, 1, 1, 2, 1]], entity),
        (sheet) => sheet.addFill([[0, 0, 1, 1, 2, 0]], { ...entity, style: sheet.addStyle({ color: 3 }) }),
        (sheet) =>
          sheet.addFill(
            [
              [0, 0, 1, 1, 2, 0],
              [5, 5, 6, 6, 7, 5],
            ],
            entity,
          ),
      ]),
    ).toEqual([])
  })

  it('has all coordinates of the last line and of those before', () => {
    const two =
      (points: readonly number[], last: readonly number[]) =>
      (sheet: TestSheet): void => {
        line(points)(sheet)
        line(last)(sheet)
      }
    expect(
      findCollisions([
        two([0, 0, 1, 1], [2, 2, 3, 3]),
        two([0, 0, 1, 5], [2, 2, 3, 3]),
        two([0, 0, 1, 1], [2, 2, 3, 5]),
      ]),
    ).toEqual([])
    expect(fingerprint(two([0, 0], [1, 1]))).not.toBe(fingerprint(two([0, 0, 1, 1], [1, 1])))
  })

  it('differs by every field of its style', () => {
    expect(
      findCollisions([
        line([0, 0, 1, 1]),
        line([0, 0, 1, 1], { color: 7 }),
        line([0, 0, 1, 1], { color: 'layer' }),
        line([0, 0, 1, 1], { lineWeightMillimetres: 0.5 }),
        line([0, 0, 1, 1], { lineType: 'layer' }),
        line([0, 0, 1, 1], { lineTypeScale: 2 }),
        line([0, 0, 1, 1], { widthUnits: 2 }),
        line([0, 0, 1, 1], { opacity: 0.5 }),
        (sheet) => line([0, 0, 1, 1], { layer: sheet.store.addLayer({ ...plainLayer, name: 'Walls' }) })(sheet),
      ]),
    ).toEqual([])
  })

  it('differs by every field of a text, but not by its number', () => {
    const run = { text: 'AB', font: 0, height: 10 }
    const variants: readonly Partial<SheetTextInput>[] = [
      {},
      { anchor: [1, 0] },
      { xAxis: [2, 0] },
      { horizontal: 'right' },
      { wrapWidth: 5 },
      { drawn: false },
      { paragraphs: [[run], [run]] },
      { paragraphs: [[{ ...run, height: 11 }]] },
      { paragraphs: [[{ ...run, color: 4 }]] },
    ]
    const texts = variants.map(
      (text) =>
        (sheet: TestSheet): void =>
          sheet.addText({ ...entity, ...text }),
    )
    expect(findCollisions(texts)).toEqual([])
    const otherFont = (sheet: TestSheet): void => {
      const font = sheet.store.addFont({ name: 'Times', kind: 'outline' })
      sheet.addText({ ...entity, paragraphs: [[{ ...run, font }]] })
    }
    const plain = (sheet: TestSheet): void => sheet.addText({ ...entity, paragraphs: [[run]] })
    expect(findCollisions([plain, otherFont])).toEqual([])
    const textAfterLine = (sheet: TestSheet): void => {
      sheet.addLine([0, 0, 1, 1])
      plain(sheet)
    }
    const sheet = new TestSheet()
    sheet.addEntity()
    textAfterLine(sheet)
    const [low, high] = decodeSheetFingerprints(encode(sheet), 2)
    expect(`${low} ${high}`).toBe(fingerprint(plain))
  })

  it('differs by image, clip and layer, and by matrix and clip of a viewport', () => {
    const image =
      (over: Partial<SheetImageInput> = {}) =>
      (sheet: TestSheet): void =>
        sheet.store.addImage({ entity: 0, layer: 0, picture: 0, origin: [0, 0], xAxis: [1, 0], yAxis: [0, 1], ...over })
    const viewport =
      (over: Partial<SheetViewportInput> = {}) =>
      (sheet: TestSheet): void =>
        sheet.store.addViewport({
          entity: 0,
          shows: null,
          matrix: [1, 0, 0, 1, 0, 0],
          millimetresPerUnit: 1,
          clip: [],
          frozenLayers: [],
          ...over,
        })
    expect(
      findCollisions([
        image(),
        image({ picture: 1 }),
        image({ origin: [1, 0] }),
        image({ opacity: 0.5 }),
        (sheet) => image({ layer: sheet.store.addLayer({ ...plainLayer, name: 'Walls' }) })(sheet),
        viewport(),
        viewport({ matrix: [1, 0, 0, 1, 0, 5] }),
        viewport({ clip: [Float64Array.of(0, 0, 1, 1, 2, 2)] }),
      ]),
    ).toEqual([])
    expect(fingerprint(viewport({ frozenLayers: [0] }))).toBe(fingerprint(viewport()))
  })

  it('is that of FNV offsets without any content', () => {
    expect(fingerprint(() => {})).toBe([0x811c9dc5, 0x811c9dc5].join(' '))
  })

  it('is computed from the halves of float64 coordinates in two lanes, so that stored versions are comparable', () => {
    let [low, high] = [0x811c9dc5, 0x811c9dc5]
    const mix = (word: number): void => {
      low = Math.imul(low ^ word, 0x01000193) >>> 0
      high = (Math.imul(high ^ (word + 0x9e3779b9), 0x85ebca6b) ^ (low >>> 15)) >>> 0
    }
    for (const value of [1, 0, 0, 1, 0, 5]) {
      const bytes = new DataView(new ArrayBuffer(8))
      bytes.setFloat64(0, value)
      mix(bytes.getUint32(4))
      mix(bytes.getUint32(0))
    }
    const matrix = [1, 0, 0, 1, 0, 5] as const
    const viewport = { ...entity, shows: null, matrix, millimetresPerUnit: 1, clip: [], frozenLayers: [] }
    expect(fingerprint((sheet) => sheet.store.addViewport(viewport))).toBe(`${low} ${high}`)
  })
})
