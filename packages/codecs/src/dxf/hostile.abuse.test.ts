import { campaignSize, mutate, stopwatch } from '@kamar/test-kit'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Drawing } from '../drawing/index.js'
import { MalformedRecordError } from '../records/malformed-record-error.js'
import { openDxf } from './open-dxf.js'
import { toBinaryDxf, writeDrawing, type DrawingSections } from './testing/index.js'

const maxMilliseconds = 4000

/** Reads all of a drawing; null if it is refused. Returns the number of its entities. */
function readAll(bytes: Uint8Array): number | null {
  let drawing: Drawing
  try {
    drawing = openDxf(bytes)
  } catch (error) {
    if (error instanceof MalformedRecordError) return null
    throw error
  }
  let count = 0
  expect(drawing.bodies).toBeInstanceOf(Map)
  for (const block of drawing.blocks)
    for (const entity of block.entities()) {
      drawing.findClip(entity)
      count++
    }
  for (const entity of drawing.entitiesNamed(new Set(['TEXT', 'MTEXT', 'IMAGE']))) expect(entity.name).not.toBe('')
  return count + drawing.unread.length
}

function measure(sections: DrawingSections): number {
  const bytes = writeDrawing(sections)
  const elapsed = stopwatch()
  readAll(bytes)
  return elapsed()
}

const pavilion = new Uint8Array(
  readFileSync(new URL('../../../formats/src/dwg/fixtures/pavilion.dxf', import.meta.url)),
)
const small = writeDrawing({
  tables:
    '0 BLOCK_RECORD\n5 20\n102 {ACAD_XDICTIONARY\n360 30\n102 }\n2 *Model_Space\n0 LTYPE\n2 GAS\n49 5\n74 2\n340 11\n9 GAS',
  blocks: '0 BLOCK\n5 50\n2 A\n10 0\n0 ATTDEF\n5 52\n10 0\n1 a\n2 N\n0 ENDBLK',
  entities: `0 INSERT\n5 40\n102 {ACAD_XDICTIONARY\n360 41\n102 }\n66 1\n2 A\n10 0\n0 ATTRIB\n1 b\n2 N\n0 SEQEND
    0 POLYLINE\n66 1\n70 64\n0 VERTEX\n10 1\n70 192\n0 VERTEX\n70 128\n71 1\n0 SEQEND\n0 MESH\n92 1\n10 1\n93 3\n90 2\n90 0\n90 0
    0 HATCH\n10 0\n2 A\n70 0\n91 1\n92 1\n93 1\n72 2\n10 0\n20 0\n40 1\n50 0\n51 9\n73 1\n97 0\n75 0\n78 1\n53 4\n79 1\n49 1
    0 MULTILEADER\n300 CONTEXT_DATA{\n290 1\n304 a\n302 LEADER{\n10 1\n304 LEADER_LINE{\n10 1\n305 }\n303 }\n301 }\n330 52\n302 b
    0 3DSOLID\n100 AcDbModelerGeometry\n1 400 1 1 0\n0 MTEXT\n3 a\n1 b\n101 Embedded Object\n71 2\n46 1`,
  objects:
    '0 DICTIONARY\n5 41\n3 ACAD_FILTER\n360 42\n0 DICTIONARY\n5 42\n3 SPATIAL\n360 43\n0 SPATIAL_FILTER\n5 43\n10 1\n10 2\n71 1\n40 1\n0 SORTENTSTABLE\n5 31\n330 20\n331 40\n5 1',
})

describe('DXF codec with damaged files', () => {
  it.each([
    ['text', pavilion],
    ['text with one of most things', small],
    ['binary with short codes', toBinaryDxf(small, { areCodesShort: true })],
    ['binary', toBinaryDxf(pavilion, { areCodesShort: false })],
  ])('E08 reads or refuses each mutation of a file within a second: %s', (_, original) => {
    for (let seed = 0; seed < campaignSize(60, 2500); seed++) {
      const elapsed = stopwatch()
      readAll(mutate(original, seed))
      expect(elapsed(), `seed ${seed}`).toBeLessThan(1000)
    }
  })

  it.each([pavilion, toBinaryDxf(pavilion, { areCodesShort: false })])(
    'E08 reads as many entities as there are before a cut, and never less after a later one',
    (original) => {
      let before = 0
      for (let part = 0.2; part < 1; part += 0.05) {
        const bytes = original.subarray(0, Math.floor(original.length * part))
        const count = readAll(bytes) ?? 0
        expect(count).toBeGreaterThanOrEqual(before)
        expect(openDxf(bytes).isTruncated).toBe(true)
        before = count
      }
      expect(readAll(original)).toBeGreaterThanOrEqual(before)
    },
  )

  it('E08 ends at viewports, leaders and dictionaries that state themselves', () => {
    const viewport = '0 VIEWPORT\n5 A1\n69 2\n90 65536\n340 A1'
    const leader = '0 MULTILEADER\n5 A2\n300 CONTEXT_DATA{\n301 }\n330 A2\n302 a'
    const insert = '0 INSERT\n5 A3\n102 {ACAD_XDICTIONARY\n360 41\n102 }\n2 A\n10 0'
    const objects = '0 DICTIONARY\n5 41\n3 ACAD_FILTER\n360 41\n3 SPATIAL\n360 41'
    expect(readAll(writeDrawing({ entities: `${viewport}\n${leader}\n${insert}`, objects }))).toBe(3)
  })
})

describe('DXF codec with amplifying content', () => {
  const repeat = (count: number, text: string): string => Array.from({ length: count }, () => text).join('\n')
  const count = 20_000

  it.each<[string, DrawingSections]>([
    [
      'brackets in a leader',
      { entities: `0 MULTILEADER\n300 CONTEXT_DATA{\n${repeat(count, '302 LEADER{\n304 LEADER_LINE{')}` },
    ],
    ['attributes of a leader', { entities: `0 MULTILEADER\n300 CONTEXT_DATA{\n301 }\n${repeat(count, '330 9')}` }],
    ['vertices of a multiline', { entities: `0 MLINE\n${repeat(count, '11 1\n13 1\n74 9')}` }],
    ['paths of a hatch', { entities: `0 HATCH\n${repeat(count, '92 2\n92 1\n93 5')}` }],
    ['parts of a record', { entities: `0 LINE\n${repeat(count, '100 AcDbEntity')}\n10 1` }],
    ['data of applications', { entities: `0 VIEWPORT\n69 2\n${repeat(count, '1001 OTHER\n1000 a')}` }],
    ['escapes of Asian code pages', { entities: `0 TEXT\n1 ${'\\M+5C4E3'.repeat(count)}` }],
    ['carets', { entities: `0 TEXT\n1 ${'^J^'.repeat(count)}` }],
    [
      'viewports with one large outline',
      {
        entities: `${repeat(2000, '0 VIEWPORT\n69 2\n90 65536\n340 A1')}\n0 LWPOLYLINE\n5 A1\n${repeat(count, '10 1\n20 1')}`,
      },
    ],
    [
      'inserts with one large dictionary',
      {
        entities: repeat(2000, '0 INSERT\n102 {ACAD_XDICTIONARY\n360 41\n102 }\n10 1'),
        objects: `0 DICTIONARY\n5 41\n${repeat(count, '3 A\n360 42')}`,
      },
    ],
    [
      'blocks with one large draw order',
      {
        tables: Array.from(
          { length: 2000 },
          (_, at) => `0 BLOCK_RECORD\n5 ${(at + 256).toString(16)}\n102 {ACAD_XDICTIONARY\n360 41\n102 }\n2 B${at}`,
        ).join('\n'),
        blocks: Array.from({ length: 2000 }, (_, at) => `0 BLOCK\n2 B${at}\n0 LINE\n10 1\n0 ENDBLK`).join('\n'),
        objects: `0 DICTIONARY\n5 41\n3 ACAD_SORTENTS\n360 42\n0 SORTENTSTABLE\n5 42\n330 101\n${repeat(count, '331 1\n5 2')}`,
      },
    ],
    [
      'proxies of one large class',
      {
        entities: repeat(2000, '0 ACAD_PROXY_ENTITY\n91 500'),
        more: `0 SECTION\n2 CLASSES\n0 CLASS\n1 A\n${repeat(count, '3 a')}\n0 ENDSEC`,
      },
    ],
    [
      'images of one large definition',
      {
        entities: repeat(2000, '0 IMAGE\n340 61'),
        objects: `0 IMAGEDEF\n5 61\n${repeat(count, '10 1')}`,
      },
    ],
  ])('E09 takes time in proportion to the size of the file: %s', (_, sections) => {
    expect(measure(sections)).toBeLessThan(maxMilliseconds)
  })

  it('E09 leaves out a polyline with more vertices than any drawing has', () => {
    const header = new TextEncoder().encode('0\nSECTION\n2\nENTITIES\n0\nPOLYLINE\n')
    const vertex = new TextEncoder().encode('0\nVERTEX\n')
    const bytes = new Uint8Array(header.length + vertex.length * 1_000_001)
    bytes.set(header)
    for (let at = header.length; at < bytes.length; at += vertex.length) bytes.set(vertex, at)
    const drawing = openDxf(bytes)
    expect(drawing.blocks.flatMap((block) => [...block.entities()])).toEqual([])
    expect(drawing.unread).toEqual([{ name: 'POLYLINE', isEntity: true }])
  })
})
