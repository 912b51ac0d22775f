import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runReader, samplesFolder, type ReaderRun, type RecordingSheet } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from './reader.js'
import { listPolylines, rounded } from './testing/draw-sheets.js'
import { writeDxf } from './testing/write-dxf.js'

// Reads clips of a DXF from its groups to the drawn sheet.

const getSheet = ({ scene, failure }: ReaderRun): RecordingSheet => {
  expect(failure).toBeNull()
  const [sheet] = scene.sheets
  if (!sheet) throw new TypeError('no sheet')
  return sheet
}
const sheetOfDxf = async (...dxf: Parameters<typeof writeDxf>): Promise<RecordingSheet> =>
  getSheet(await runReader(reader, writeDxf(...dxf), { name: 'a.dxf' }))

/** Returns the min and max x and y of a ring. */
function computeBounds(ring: Float64Array): number[] {
  const [x, y] = [0, 1].map((axis) => rounded(ring).filter((_, at) => at % 2 === axis))
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)]
}

describe('DXF wipeout', () => {
  /** Creates a wipeout 10 wide and high from 100, 50; its outline is the square of its middle half. */
  const wipeout = (mode: string): string =>
    `0 WIPEOUT\n5 50\n100 AcDbEntity\n8 0\n100 AcDbWipeout\n90 0\n10 100\n20 50\n30 0\n11 10\n21 0\n31 0\n12 0\n22 10\n32 0
     13 1\n23 1\n340 0\n70 7\n280 1\n281 50\n282 50\n283 0\n360 0\n71 2\n91 5
     14 -0.25\n24 -0.25\n14 0.25\n24 -0.25\n14 0.25\n24 0.25\n14 -0.25\n24 0.25\n14 -0.25\n24 -0.25\n${mode}`
  const centerBox = [102.5, 52.5, 107.5, 57.5]

  const computeFillBounds = (sheet: RecordingSheet): unknown => sheet.fills.map(({ rings }) => rings.map(computeBounds))

  it.each([
    ['unspecified', '', [[centerBox]]],
    ['inside', '290 0', [[centerBox]]],
    ['outside', '290 1', [[[100, 50, 110, 60], centerBox]]],
  ])('covers the area of its clip mode: %s', async (_, mode, boxes) => {
    expect(computeFillBounds(await sheetOfDxf(wipeout(mode)))).toEqual(boxes)
  })
})

const folder = join(samplesFolder() ?? '', 'dwg')
const [drawing, twin] = ['libredwg_example_r13.dwg', 'libredwg_example_r13_truth.dxf']

describe.skipIf(![drawing, twin].every((name) => existsSync(join(folder, name))))(
  'drawing saved as DWG and as DXF',
  () => {
    it('has the same wipeout outlines in both formats', async () => {
      const listWipeoutBounds = async (name: string): Promise<string[]> => {
        const sheet = getSheet(await runReader(reader, new Uint8Array(readFileSync(join(folder, name))), { name }))
        const kinds = sheet.entities.map(({ type }) => type)
        return sheet.fills
          .filter(({ entity }) => kinds[entity] === 'WIPEOUT')
          .flatMap(({ rings }) => rings.map((ring) => computeBounds(ring).map(Math.round).join(' ')))
          .sort()
      }
      const expected = await listWipeoutBounds(drawing)
      expect(expected.length).toBeGreaterThan(1)
      expect(await listWipeoutBounds(twin)).toEqual(expected)
    })
  },
)

describe('DXF raster image', () => {
  const image = (clip: string): string =>
    `0 IMAGE\n5 51\n100 AcDbEntity\n8 PLANS\n100 AcDbRasterImage\n90 0\n10 100\n20 50\n30 0\n11 0.5\n21 0\n31 0\n12 0\n22 0.5\n32 0
     13 20\n23 10\n340 61\n70 7\n${clip}\n281 50\n282 50\n283 0\n360 0\n71 1\n91 2\n14 -0.5\n24 -0.5\n14 9.5\n24 4.5`
  const objects = '0 IMAGEDEF\n5 61\n100 AcDbRasterImageDef\n90 0\n1 plan.png\n10 20\n20 10\n11 1\n21 1\n280 1\n281 0'

  it.each([
    ['unclipped', '280 0', [100, 50, 110, 50, 110, 55, 100, 55]],
    ['clipped to its outline', '280 1', [100, 55, 105, 55, 105, 52.5, 100, 52.5]],
  ])('is placed on its layer at the stated position and size, %s', async (_, clip, outline) => {
    const run = await runReader(reader, writeDxf(image(clip), { objects }), { name: 'a.dxf' })
    const sheet = getSheet(run)
    const coordinates = (points: readonly number[]): string[] =>
      points.flatMap((x, at) => (at % 2 === 0 ? [`${x} ${points[at + 1]}`] : [])).sort()
    expect(listPolylines(sheet).map(coordinates)).toEqual([coordinates(outline)])
    expect(sheet.layers.map(({ name }) => name)).toContain('PLANS')
    expect(run.report?.missingCompanions).toEqual(['plan.png'])
  })
})

describe('DXF block clip', () => {
  const blocks =
    '0 BLOCK\n5 20\n100 AcDbEntity\n8 0\n100 AcDbBlockBegin\n2 CROSS\n70 0\n10 0\n20 0\n30 0\n3 CROSS\n' +
    '0 LINE\n5 21\n100 AcDbEntity\n8 0\n100 AcDbLine\n10 -10\n20 0\n30 0\n11 10\n21 0\n31 0\n' +
    '0 ENDBLK\n5 22\n100 AcDbEntity\n8 0\n100 AcDbBlockEnd'
  const insert =
    '0 INSERT\n5 40\n102 {ACAD_XDICTIONARY\n360 41\n102 }\n100 AcDbEntity\n8 0\n100 AcDbBlockReference\n2 CROSS\n10 100\n20 50\n30 0'
  const matrix = (x: number, y: number): string =>
    [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, 0].map((value) => `40 ${value}`).join('\n')
  const box = (...coordinates: readonly number[]): string =>
    coordinates.map((value, at) => `${at % 2 === 0 ? 10 : 20} ${value}`).join('\n')
  /** Creates a filter in drawing coordinates: the insert was at 100, 50 when it was clipped. */
  const objects = (outline: string, { isOn = true, more = '', records = '' } = {}): string =>
    `0 DICTIONARY\n5 41\n330 40\n100 AcDbDictionary\n281 1\n3 ACAD_FILTER\n360 42
     0 DICTIONARY\n5 42\n330 41\n100 AcDbDictionary\n281 1\n3 SPATIAL\n360 43
     0 SPATIAL_FILTER\n5 43\n${more}\n330 42\n100 AcDbFilter\n100 AcDbSpatialFilter\n70 ${(outline.match(/^10 /gm) ?? []).length}
     ${outline}\n210 0\n220 0\n230 1\n11 0\n21 0\n31 0\n71 ${isOn ? 1 : 0}\n72 0\n73 0\n${matrix(-100, -50)}\n${matrix(0, 0)}\n${records}`

  it('clips at its outline only while it is enabled', async () => {
    const outline = box(98, 49, 103, 51)
    expect(listPolylines(await sheetOfDxf(insert, { blocks, objects: objects(outline) }))).toEqual([[98, 50, 103, 50]])
    const off = await sheetOfDxf(insert, { blocks, objects: objects(outline, { isOn: false }) })
    expect(listPolylines(off)).toEqual([[90, 50, 110, 50]])
  })

  it('clips the inside when it is inverted', async () => {
    const around = box(89, 39, 111, 39, 111, 61, 89, 61)
    const inverted = objects(around, {
      more: '102 {ACAD_XDICTIONARY\n360 44\n102 }',
      records: `0 DICTIONARY\n5 44\n330 43\n100 AcDbDictionary\n281 1\n3 ACAD_XREC_ROUNDTRIP\n360 45
        0 XRECORD\n5 45\n330 44\n100 AcDbXrecord\n280 1\n102 ACAD_INVERTEDCLIP_ROUNDTRIP\n10 98\n20 49\n30 0\n10 103\n20 51\n30 0`,
    })
    expect(listPolylines(await sheetOfDxf(insert, { blocks, objects: inverted }))).toEqual([
      [90, 50, 98, 50],
      [103, 50, 110, 50],
    ])
  })
})
