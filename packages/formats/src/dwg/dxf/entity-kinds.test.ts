import { readFileSync } from 'node:fs'
import { runReader, type ReaderRun, type RecordingSheet } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from '../reader.js'
import { computeBounds, listPolylines } from '../testing/draw-sheets.js'
import { writeDxf } from '../testing/write-dxf.js'

const read = async (bytes: Uint8Array): Promise<ReaderRun> => runReader(reader, bytes, { name: 'drawing.dxf' })
const getSheet = ({ scene }: ReaderRun): RecordingSheet => {
  const [sheet] = scene.sheets
  if (!sheet) throw new Error('no sheet')
  return sheet
}

const bushing = (name: string): Buffer => readFileSync(new URL(`../../sat/fixtures/${name}`, import.meta.url))

/** Encodes characters as in a body of a DXF: mirrored, with a caret escape for each control character. */
const mirrored = (line: string): string =>
  [...line].map((character) => (character === ' ' ? ' ' : String.fromCharCode(0x9f - character.charCodeAt(0)))).join('')
const escapeCarets = (line: string): string => line.replaceAll('^', '^ ')

/** Formats lines of a body as groups of limited length: the first of a line has code 1, continuations code 3. */
function formatGroups(lines: readonly string[], maxLength = 255): string {
  return lines
    .flatMap((line) =>
      (line.match(new RegExp(`.{1,${maxLength}}`, 'g')) ?? []).map((part, at) => `${at === 0 ? 1 : 3}\n${part}`),
    )
    .join('\n')
}

/** Inserts groups, whose values keep their spaces, at a marker within the entities of a drawing. */
function withGroups(entities: string, groups: string): Uint8Array {
  const text = new TextDecoder().decode(writeDxf(entities))
  return Buffer.from(
    text.replace('999\nHERE\n', () => `${groups}\n`),
    'latin1',
  )
}

const shape = (name: string, handle: string, more = ''): string =>
  `0 ${name}\n5 ${handle}\n100 AcDbEntity\n8 0\n100 AcDbModelerGeometry\n70 1\n999 HERE\n${more}`
const sat = bushing('bushing.sat').toString('latin1').trimEnd().split('\n')

describe('DXF ACIS body', () => {
  it.each(['3DSOLID', 'BODY', 'REGION'])('is read from encoded SAT text: %s', async (name) => {
    // Short groups end in spaces that belong to the text.
    const run = await read(withGroups(shape(name, 'A1'), escapeCarets(formatGroups(sat.map(mirrored), 7))))
    expect(run.report?.skipped).toEqual([])
    expect(run.report?.counts).toMatchObject({ solids: 1 })
    expect(run.scene.numbers.triangles).toBeGreaterThan(100)
    expect(getSheet(run).entities).toMatchObject([{ type: name, handle: 'A1' }])
  })

  it.each([
    'SURFACE',
    'EXTRUDEDSURFACE',
    'LOFTEDSURFACE',
    'NURBSURFACE',
    'PLANESURFACE',
    'REVOLVEDSURFACE',
    'SWEPTSURFACE',
  ])('is read from a surface entity of any kind: %s', async (name) => {
    const more =
      '100 AcDbSurface\n71 6\n72 6\n100 AcDbExtrudedSurface\n90 36\n1 not a part of the shape\n310 00FF\n40 2.5'
    const run = await read(withGroups(shape(name, 'A1', more), formatGroups(sat)))
    expect(run.report?.skipped).toEqual([])
    expect(run.report?.counts).toMatchObject({ solids: 1, entities: 1 })
    expect(getSheet(run).entities).toMatchObject([{ type: name, handle: 'A1' }])
    // The sheet shows the edges of the body.
    expect(getSheet(run).polylines.length).toBeGreaterThan(3)
  })

  it('is read as SAB bytes from the ACDSDATA section of release 2013 and later', async () => {
    const bytes = bushing('bushing.sab').toString('hex')
    const chunks = (bytes.match(/.{1,254}/g) ?? []).map((chunk) => `310 ${chunk}`).join('\n')
    const entities = `0 SURFACE\n5 B7\n100 AcDbEntity\n8 0\n100 AcDbModelerGeometry\n290 1\n2 {guid}\n100 AcDbSurface\n71 6
      0 ENDSEC\n0 SECTION\n2 ACDSDATA\n70 2\n71 2\n0 ACDSRECORD\n90 1\n2 AcDbDs::ID\n280 10\n320 B7\n2 ASM_Data\n280 15\n94 ${bytes.length / 2}\n${chunks}`
    const run = await read(writeDxf(entities))
    expect(run.report?.skipped).toEqual([])
    expect(run.report?.counts).toMatchObject({ solids: 1 })
  })

  it('is skipped without shape data', async () => {
    const run = await read(
      writeDxf(
        '0 LINE\n8 0\n10 0\n20 0\n11 1\n21 1\n0 SWEPTSURFACE\n5 A1\n100 AcDbEntity\n8 0\n100 AcDbModelerGeometry\n70 1',
      ),
    )
    expect(run.report).toMatchObject({
      status: 'partial',
      skipped: [{ kind: 'SWEPTSURFACE', reason: 'no-shape-data', elements: ['A1'] }],
    })
  })

  it('is read from 20,000 additional SAT lines within six seconds', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `attrib $-1 -1 $-1 $-1 $-1 ${at} #`)
    const { processorMilliseconds } = await read(
      withGroups(shape('3DSOLID', 'A1'), formatGroups([...sat.slice(0, -1), ...lines, ...sat.slice(-1)])),
    )
    expect(processorMilliseconds).toBeLessThan(6000)
  })
})

describe('DXF entity reader', () => {
  it('reads a HELIX as its spline and ignores its construction parameters', async () => {
    const helix = `0 HELIX\n5 C1\n100 AcDbEntity\n8 0\n100 AcDbSpline\n70 8\n71 1\n72 4\n73 2\n74 0
      40 0\n40 0\n40 1\n40 1\n10 0\n20 0\n30 0\n10 4\n20 2\n30 9
      100 AcDbHelix\n90 29\n91 63\n10 100\n20 100\n30 100\n11 200\n21 200\n31 200\n12 0\n22 0\n32 1\n40 77\n41 3\n42 5\n290 1\n280 1`
    const run = await read(writeDxf(helix))
    expect(run.report).toMatchObject({ status: 'complete', skipped: [] })
    expect(getSheet(run).entities).toMatchObject([{ type: 'HELIX', handle: 'C1' }])
    expect(computeBounds(listPolylines(getSheet(run)).flat())).toEqual([0, 0, 4, 2])
  })

  it('reads the projected lines of a drawing view as an insert of their block', async () => {
    const block = (handle: string, name: string, content: string): string =>
      `0 BLOCK\n5 ${handle}\n2 ${name}\n10 0\n20 0\n${content}\n0 ENDBLK`
    const lines = block('20', 'Lines', '0 LINE\n5 A1\n8 0\n10 0\n20 0\n11 4\n21 2')
    const reference = `0 ACDBVIEWREPBLOCKREFERENCE\n5 A2\n100 AcDbEntity\n8 0\n100 AcDbBlockReference\n2 Lines\n10 3\n20 5
      100 AcDbViewRepBlockReference\n70 0\n10 900\n20 900\n330 0`
    const outer = '0 INSERT\n5 A3\n100 AcDbEntity\n8 0\n100 AcDbBlockReference\n2 View\n10 0\n20 0'
    const blocks = `${lines}\n${block('22', 'View', reference)}`
    const run = await read(writeDxf(outer, { blocks }))
    expect(run.report).toMatchObject({ status: 'complete', skipped: [] })
    expect(computeBounds(listPolylines(getSheet(run)).flat())).toEqual([3, 5, 7, 7])
  })

  it('puts entities with the paper space flag but without an owner on the layout', async () => {
    const tables = `0 TABLE\n2 BLOCK_RECORD\n5 1\n100 AcDbSymbolTable\n70 2
      0 BLOCK_RECORD\n5 20\n330 1\n100 AcDbSymbolTableRecord\n100 AcDbBlockTableRecord\n2 *MODEL_SPACE
      0 BLOCK_RECORD\n5 21\n330 1\n100 AcDbSymbolTableRecord\n100 AcDbBlockTableRecord\n2 *PAPER_SPACE\n0 ENDTAB`
    const run = await read(
      writeDxf(
        '0 LINE\n5 A1\n100 AcDbEntity\n8 0\n100 AcDbLine\n10 0\n20 0\n11 1\n21 1\n0 CIRCLE\n5 A2\n100 AcDbEntity\n67 1\n8 0\n100 AcDbCircle\n10 1\n20 1\n40 1',
        { tables },
      ),
    )
    expect(run.scene.sheets.map(({ input, entities }) => [input.kind, entities.map(({ type }) => type)])).toEqual([
      ['model', ['LINE']],
      ['layout', ['CIRCLE']],
    ])
  })

  it('keeps the spaces between the groups of a text', async () => {
    const text = '0 MTEXT\n5 A1\n100 AcDbEntity\n8 0\n100 AcDbMText\n10 0\n20 0\n40 2\n41 0\n71 1\n999 HERE'
    const run = await read(withGroups(text, '3\nground \n1\n floor '))
    const groundText = getSheet(run)
      .texts[0]?.paragraphs.flat()
      .map(({ text }) => text)
      .join('')
    expect(groundText?.trimEnd()).toBe('ground  floor')
  })

  it('reads a layer with a negative color as switched off', async () => {
    const tables = `0 TABLE\n2 LAYER\n5 2\n100 AcDbSymbolTable\n70 1
      0 LAYER\n5 30\n330 2\n100 AcDbSymbolTableRecord\n100 AcDbLayerTableRecord\n2 Off\n70 0\n62 -3\n6 Continuous\n0 ENDTAB`
    const run = await read(
      writeDxf('0 LINE\n5 A1\n100 AcDbEntity\n8 Off\n100 AcDbLine\n10 0\n20 0\n11 1\n21 1', { tables }),
    )
    expect(getSheet(run).layers.find(({ name }) => name === 'Off')).toMatchObject({ on: false, color: 0x00ff00 })
  })
})
