import { runReader, type ReaderRun, type RecordingSheet } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { writePavilion } from '../fixtures/pavilion.js'
import { reader } from '../reader.js'
import { toBinaryDxf } from '@kamar/codecs/dxf/testing'
import { computeBounds, listPolylines, rounded } from '../testing/draw-sheets.js'

/** Creates a DXF of lines with a code and a value each, and adds nothing else. */
const dxf = (text: string): Uint8Array =>
  new TextEncoder().encode(
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().replace(/^(\d+) ?/, '$1\n'))
      .join('\n') + '\n',
  )

/** Creates a minimal drawing of release 12: entities state no handles, owners or subclasses. */
const r12 = (entities: string, { blocks = '', tables = '', release = 'AC1009' } = {}): Uint8Array =>
  dxf(
    `
    0 SECTION
    2 HEADER
    ${release === '' ? '' : `9 $ACADVER\n1 ${release}`}
    9 $INSUNITS
    70 4
    0 ENDSEC
    0 SECTION
    2 TABLES
    ${tables}
    0 ENDSEC
    0 SECTION
    2 BLOCKS
    ${blocks}
    0 ENDSEC
    0 SECTION
    2 ENTITIES
    ${entities}
    0 ENDSEC
    0 EOF`.replaceAll(/\n\s*\n/g, '\n'),
  )

const read = async (bytes: Uint8Array): Promise<ReaderRun> => runReader(reader, bytes, { name: 'old.dxf' })
const getSheet = ({ scene }: ReaderRun, at = 0): RecordingSheet => {
  const sheet = scene.sheets[at]
  if (!sheet) throw new Error(`no sheet ${at}`)
  return sheet
}
const kinds = (sheet: RecordingSheet): string[] => sheet.entities.map(({ type }) => type)

const line = '0 LINE\n8 Walls\n10 0\n20 0\n11 4\n21 3'
const vertex = (x: number, y: number, z: number, more = ''): string =>
  `0 VERTEX\n8 0\n10 ${x}\n20 ${y}\n30 ${z}\n${more}`
const end = '0 SEQEND\n8 0'

describe('DXF R12 drawing', () => {
  it('has lines, circles, arcs, points, solids, faces and texts', async () => {
    const run = await read(
      r12(`${line}
        0 CIRCLE\n8 0\n10 1\n20 1\n40 2
        0 ARC\n8 0\n10 0\n20 0\n40 5\n50 0\n51 90
        0 POINT\n8 0\n10 7\n20 7
        0 SOLID\n8 0\n10 0\n20 0\n11 2\n21 0\n12 0\n22 2\n13 2\n23 2
        0 TRACE\n8 0\n10 0\n20 0\n11 2\n21 0\n12 0\n22 2\n13 2\n23 2
        0 3DFACE\n8 0\n10 0\n20 0\n30 1\n11 2\n21 0\n31 1\n12 2\n22 2\n32 1\n13 0\n23 2\n33 1
        0 TEXT\n8 0\n10 1\n20 2\n40 3\n1 words`),
    )
    expect(run.report?.status).toBe('complete')
    const sheet = getSheet(run)
    expect(kinds(sheet)).toEqual('LINE CIRCLE ARC POINT SOLID SOLID 3DFACE TEXT'.split(' '))
    expect(listPolylines(sheet)[0]).toEqual([0, 0, 4, 3])
    expect(sheet.layers.map(({ name }) => name)).toContain('Walls')
    expect(sheet.texts[0]).toMatchObject({ anchor: [1, 2] })
    expect(sheet.fills).toHaveLength(2)
    expect(run.scene.numbers.triangles).toBe(2)
  })

  it('has 2D polylines with bulges, 3D polylines, polygon meshes and polyface meshes', async () => {
    const run = await read(
      r12(`
        0 POLYLINE\n8 0\n66 1\n70 1\n${vertex(0, 0, 0, '42 1')}\n${vertex(2, 0, 0)}\n${end}
        0 POLYLINE\n8 0\n66 1\n70 8\n${vertex(0, 0, 0, '70 32')}\n${vertex(1, 1, 9, '70 32')}\n${end}
        0 POLYLINE\n8 0\n66 1\n70 16\n71 2\n72 2\n${[0, 1, 2, 3].map((at) => vertex(at % 2, Math.floor(at / 2), 5, '70 64')).join('\n')}\n${end}
        0 POLYLINE\n8 0\n66 1\n70 64\n71 3\n72 1\n${vertex(0, 0, 7, '70 192')}\n${vertex(4, 0, 7, '70 192')}\n${vertex(0, 4, 7, '70 192')}
        0 VERTEX\n8 0\n10 0\n20 0\n30 0\n70 128\n71 1\n72 2\n73 3\n${end}`),
    )
    const sheet = getSheet(run)
    expect(run.report?.skipped).toEqual([])
    expect(kinds(sheet)).toEqual(['POLYLINE', 'POLYLINE', 'POLYLINE', 'POLYLINE'])
    // A semicircle below the line, and the line back.
    const [first, second] = sheet.polylines
    expect(computeBounds(first?.points ?? [])).toEqual([0, -1, 2, 0])
    expect(rounded(second?.points ?? [])).toEqual([0, 0, 1, 1])
    const { bounds } = run.scene
    const { triangles } = run.scene.numbers
    expect(triangles).toBe(2 + 1)
    expect(bounds?.min[2]).toBeCloseTo(0.005)
    expect(bounds?.max[2]).toBeCloseTo(0.007)
  })

  it('has inserts that own their attributes, and dimensions drawn from blocks', async () => {
    const run = await read(
      r12(
        `0 INSERT\n8 0\n66 1\n2 DOOR\n10 100\n20 0
         0 ATTRIB\n8 0\n10 101\n20 1\n40 1\n1 D1\n2 NUMBER\n70 0\n${end}
         0 DIMENSION\n8 0\n2 *D1\n10 0\n20 9\n11 2\n21 9\n70 0\n13 0\n23 0\n14 4\n24 0\n50 0`,
        {
          blocks: `0 BLOCK\n8 0\n2 DOOR\n70 2\n10 0\n20 0\n3 DOOR\n${line}
            0 ATTDEF\n8 0\n10 1\n20 1\n40 1\n1 D0\n3 Number\n2 NUMBER\n70 0\n0 ENDBLK
            0 BLOCK\n8 0\n2 *D1\n70 1\n10 0\n20 0\n0 LINE\n8 0\n10 0\n20 9\n11 4\n21 9\n0 ENDBLK`,
        },
      ),
    )
    const sheet = getSheet(run)
    expect(kinds(sheet)).toEqual(['INSERT', 'DIMENSION'])
    expect(listPolylines(sheet)).toEqual([
      [100, 0, 104, 3],
      [0, 9, 4, 9],
    ])
    expect(sheet.texts.map(({ paragraphs }) => paragraphs[0]?.[0]?.text)).toEqual(['D1'])
    expect(sheet.texts[0]).toMatchObject({ entity: 0, anchor: [101, 1] })
  })

  it('has a layout sheet with viewports onto the model', async () => {
    const view = `0 VIEWPORT\n8 0\n67 1\n10 5\n20 5\n40 10\n41 10\n68 2\n69 2
      1001 ACAD\n1000 MVIEW\n1002 {\n1070 16\n1010 0\n1020 0\n1030 0\n1010 0\n1020 0\n1030 1
      1040 90\n1040 20\n1040 3\n1040 4\n1040 50\n1040 0\n1040 0\n1070 0\n1070 100
      1002 {\n1003 FROZEN\n1002 }\n1002 }`
    const run = await read(
      r12(
        `${line}\n0 CIRCLE\n8 0\n67 1\n10 1\n20 1\n40 1\n0 VIEWPORT\n8 0\n67 1\n10 5\n20 5\n40 12\n41 9\n68 1\n69 1\n${view}`,
        {
          tables: `0 TABLE\n2 LAYER\n70 2\n0 LAYER\n2 Walls\n70 0\n62 1\n6 CONTINUOUS\n0 LAYER\n2 FROZEN\n70 0\n62 2\n6 CONTINUOUS\n0 ENDTAB`,
        },
      ),
    )
    expect(run.scene.sheets.map(({ input: { kind } }) => kind)).toEqual(['model', 'layout'])
    expect(kinds(getSheet(run))).toEqual(['LINE'])
    const paper = getSheet(run, 1)
    expect(kinds(paper)).toEqual(['CIRCLE', 'VIEWPORT'])
    const [window] = paper.viewports
    expect(computeBounds(window?.clip[0] ?? [])).toEqual([0, 0, 10, 10])
    // Half the size, rotated by 90°.
    expect(rounded(window?.matrix.slice(0, 4) ?? []).map(Math.abs)).toEqual([0, 0.5, 0.5, 0])
    const frozen = getSheet(run).layers.findIndex(({ name }) => name === 'FROZEN')
    expect(window?.frozenLayers).toEqual([frozen])
  })

  it('has layers that are on, off or frozen', async () => {
    const run = await read(
      r12(`${line}\n0 LINE\n8 Off\n10 0\n20 0\n11 1\n21 1\n0 LINE\n8 Frozen\n10 0\n20 0\n11 1\n21 1`, {
        tables: `0 TABLE\n2 LTYPE\n70 1\n0 LTYPE\n2 DASHED\n70 0\n3 dashes\n72 65\n73 2\n40 3\n49 2\n49 -1\n0 ENDTAB
          0 TABLE\n2 LAYER\n70 3\n0 LAYER\n2 Walls\n70 0\n62 1\n6 DASHED\n0 LAYER\n2 Off\n70 0\n62 -3\n6 CONTINUOUS
          0 LAYER\n2 Frozen\n70 1\n62 5\n6 CONTINUOUS\n0 ENDTAB
          0 TABLE\n2 STYLE\n70 1\n0 STYLE\n2 STANDARD\n70 0\n40 0\n41 1\n50 0\n71 0\n42 1\n3 txt\n4 \n0 ENDTAB
          0 TABLE\n2 DIMSTYLE\n70 1\n0 DIMSTYLE\n2 OWN\n5 _DOT\n70 0\n0 ENDTAB`,
      }),
    )
    const layerStates = Object.fromEntries(getSheet(run).layers.map(({ name, on, frozen }) => [name, [on, frozen]]))
    expect(layerStates).toMatchObject({ Walls: [true, false], Off: [false, false], Frozen: [true, true] })
    expect(getSheet(run).lineTypes?.length ?? 1).toBeGreaterThan(0)
  })

  it.each(['AC1006', 'AC1004', ''])(
    'is read alike in the earlier release %j, with elevations applied once',
    async (release) => {
      const run = await read(
        r12(`0 3DLINE\n8 0\n10 0\n20 0\n30 1\n11 1\n21 1\n31 5\n0 LINE\n8 0\n38 6\n10 0\n20 0\n11 2\n21 2\n39 4`, {
          release,
        }),
      )
      expect(kinds(getSheet(run))).toEqual(['LINE', 'LINE'])
      // A wall as high as its thickness, starting at the elevation.
      const { min = [], max = [] } = run.scene.bounds ?? {}
      expect([min[2], max[2]].map((z) => Math.round((z ?? 0) * 1000))).toEqual([6, 10])
    },
  )
})

describe('binary DXF', () => {
  const readDrawn = async (bytes: Uint8Array): Promise<unknown> => {
    const { scene, report } = await read(bytes)
    return [
      report,
      scene.numbers,
      scene.sheets.map(({ entities, polylines, texts, fills }) => ({ entities, polylines, texts, fills })),
    ]
  }

  it('draws the same as its text form in release 12', async () => {
    const text =
      r12(`${line}\n0 POLYLINE\n8 0\n66 1\n70 8\n${vertex(0, 0, 0, '70 32')}\n${vertex(1, 1, 9, '70 32')}\n${end}
      0 TEXT\n8 0\n10 1\n20 2\n40 3\n1 a caf\u00e9\n1001 ACAD\n1000 words\n1040 2.5\n1070 7\n1071 70000\n1004 0102ff`)
    const binary = toBinaryDxf(text, { areCodesShort: true })
    expect(await readDrawn(binary)).toEqual(await readDrawn(text))
  })

  it('draws the same as its text form in later releases', async () => {
    const text = writePavilion()
    expect(await readDrawn(toBinaryDxf(text, { areCodesShort: false }))).toEqual(await readDrawn(text))
  })
})
