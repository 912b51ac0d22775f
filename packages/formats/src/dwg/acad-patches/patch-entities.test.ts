import { runReader, samplesFolder } from '@kamar/test-kit'
import { Insert, MultiLeader, TableEntity } from '@node-projects/acad-ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { writeDxf } from '../testing/write-dxf.js'
import { listPolylines } from '../testing/draw-sheets.js'
import { reader } from '../reader.js'
import { openDrawing, type OpenDrawing } from './open-drawing.js'

const context = { signal: new AbortController().signal } as Parameters<typeof openDrawing>[1]
const open = async (bytes: Uint8Array): Promise<OpenDrawing> => openDrawing(bytes, context)
const listModelEntities = ({ document }: OpenDrawing): unknown[] => [...(document.modelSpace?.entities ?? [])]

const block = (name: string): string => `0 BLOCK
  5 20
  100 AcDbEntity
  8 0
  100 AcDbBlockBegin
  2 ${name}
  70 0
  10 0
  20 0
  30 0
  3 ${name}
  0 LINE
  5 21
  100 AcDbEntity
  8 0
  100 AcDbLine
  10 0
  20 0
  30 0
  11 4
  21 0
  31 0
  0 ENDBLK
  5 22
  100 AcDbEntity
  8 0
  100 AcDbBlockEnd`

describe('acad-ts entity patches', () => {
  it('keep attributes at their stated position instead of moving them with the insert', async () => {
    const insert = `0 INSERT
      5 30
      100 AcDbEntity
      8 0
      100 AcDbBlockReference
      66 1
      2 TAG
      10 100
      20 200
      30 0
      41 2
      0 ATTRIB
      5 31
      330 30
      100 AcDbEntity
      8 0
      100 AcDbText
      10 103
      20 204
      30 0
      40 5
      1 A-12
      100 AcDbAttribute
      2 NUMBER
      70 0
      0 SEQEND
      5 32
      330 30
      100 AcDbEntity
      8 0`
    const [entity] = listModelEntities(await open(writeDxf(insert, { blocks: block('TAG') })))
    if (!(entity instanceof Insert)) throw new Error('no insert')
    const [attribute] = [...entity.attributes]
    expect([attribute?.value, attribute?.insertPoint.x, attribute?.insertPoint.y, attribute?.height]).toEqual([
      'A-12',
      103,
      204,
      5,
    ])
  })

  it('read the leader ends of a DXF MULTILEADER as stated', async () => {
    const leader = `0 MULTILEADER
      5 40
      100 AcDbEntity
      8 0
      100 AcDbMLeader
      270 2
      300 CONTEXT_DATA{
      40 1
      10 50
      20 60
      30 0
      302 LEADER{
      290 1
      291 1
      10 30
      20 40
      30 5
      11 -1
      21 0
      31 0
      90 0
      40 2.5
      304 LEADER_LINE{
      10 10
      20 20
      30 0
      91 0
      305 }
      271 0
      303 }
      301 }`
    const [entity] = listModelEntities(await open(writeDxf(leader)))
    if (!(entity instanceof MultiLeader)) throw new Error('no leader')
    const [root] = entity.contextData.leaderRoots
    expect(root).toMatchObject({
      connectionPoint: { x: 30, y: 40, z: 5 },
      direction: { x: -1, y: 0, z: 0 },
      landingDistance: 2.5,
    })
    expect(root?.lines[0]?.points).toMatchObject([{ x: 10, y: 20, z: 0 }])
  })

  it('count entities without a block and keep the others', async () => {
    const line = (handle: string, owner = ''): string => `0 LINE
      5 ${handle}
      ${owner}
      100 AcDbEntity
      8 0
      100 AcDbLine
      10 0
      20 0
      30 0
      11 4
      21 0
      31 0`
    const drawing = await open(writeDxf([line('60'), line('61', '330 60'), line('62')].join('\n')))
    expect(listModelEntities(drawing)).toHaveLength(2)
    expect(drawing).toMatchObject({ isCut: false, readErrors: [{ kind: 'object', isEntity: true }] })
  })

  it('rotate a DXF table and do not scale it by its cell width', async () => {
    const table = `0 ACAD_TABLE
      5 50
      100 AcDbEntity
      8 0
      100 AcDbBlockReference
      2 *T1
      10 7
      20 8
      30 0
      100 AcDbTable
      280 0
      11 0
      21 1
      31 0
      91 1
      92 1
      141 3
      142 4
      171 1
      41 0.25`
    const bytes = writeDxf(table, { blocks: block('*T1') })
    const [entity] = listModelEntities(await open(bytes))
    if (!(entity instanceof TableEntity)) throw new Error('no table')
    expect([entity.xScale, entity.yScale, entity.zScale]).toEqual([1, 1, 1])
    const { scene } = await runReader(reader, bytes, { name: 'table.dxf' })
    expect(scene.sheets[0] && listPolylines(scene.sheets[0])).toEqual([[7, 8, 7, 12]])
  })
})

const folder = samplesFolder()

describe.skipIf(!folder)('DWG 2007 table', () => {
  it('is drawn from its block although its cells cannot be read', async () => {
    const bytes = Uint8Array.from(readFileSync(`${folder}/dwg/libredwg_example_2007.dwg`))
    const { report, scene } = await runReader(reader, bytes, { name: 'example_2007.dwg' })
    expect(report).toMatchObject({ status: 'complete', skipped: [] })
    const tables = scene.sheets[0]?.entities.flatMap(({ type }, number) => (type === 'ACAD_TABLE' ? [number] : []))
    expect(tables).toHaveLength(1)
    const lines = scene.sheets[0]?.polylines.filter(({ entity }) => tables?.includes(entity))
    expect(lines?.length).toBeGreaterThan(10)
  })
})
