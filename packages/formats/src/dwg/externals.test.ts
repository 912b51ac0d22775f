import { runReader, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from './reader.js'
import { listPolylines } from './testing/draw-sheets.js'
import { writeDxf } from './testing/write-dxf.js'

const [attached, overlaid] = [4, 8]

/** Creates a layer of the given colour. */
const layer = (name: string, color: number): string => `0 LAYER
  5 ${100 + name.length}
  100 AcDbSymbolTableRecord
  100 AcDbLayerTableRecord
  2 ${name}
  70 0
  62 ${color}
  6 Continuous`

const layers = (...content: readonly string[]): string => `0 TABLE
  2 LAYER
  5 2
  100 AcDbSymbolTable
  70 ${content.length}
  ${content.join('\n')}
  0 ENDTAB`

const line = (layerName: string, length: number): string => `0 LINE
  5 ${200 + length}
  100 AcDbEntity
  8 ${layerName}
  100 AcDbLine
  10 0
  20 0
  30 0
  11 ${length}
  21 0
  31 0`

/** Creates a block that refers to the drawing at a path. */
const reference = (name: string, path: string, flags = attached): string => `0 BLOCK
  5 20
  100 AcDbEntity
  8 0
  100 AcDbBlockBegin
  2 ${name}
  70 ${flags}
  10 0
  20 0
  30 0
  3 ${name}
  1 ${path}
  0 ENDBLK
  5 22
  100 AcDbEntity
  8 0
  100 AcDbBlockEnd`

const insert = (name: string, x: number, scale = 1): string => `0 INSERT
  5 ${300 + x}
  100 AcDbEntity
  8 0
  100 AcDbBlockReference
  2 ${name}
  10 ${x}
  20 0
  30 0
  41 ${scale}
  42 ${scale}
  43 ${scale}`

const host = writeDxf(insert('GRID', 100, 2), { blocks: reference('GRID', '..\\common\\grid.dxf') })
const grid = writeDxf(line('Axes', 5), { tables: layers(layer('Axes', 1)) })

const read = async (bytes: Uint8Array, companions: Record<string, Uint8Array>): Promise<ReaderRun> =>
  runReader(reader, bytes, { name: 'host.dxf', companions })
const drawnBy = ({ scene }: ReaderRun): number[][] => (scene.sheets[0] ? listPolylines(scene.sheets[0]) : [])

describe('DWG external references', () => {
  it('are drawn at their insert when attached', async () => {
    const run = await read(host, { 'grid.dxf': grid })
    expect(run.report).toMatchObject({ status: 'complete', missingCompanions: [], findings: [] })
    expect(drawnBy(run)).toEqual([[100, 0, 110, 0]])
    const sheet = run.scene.sheets[0]
    expect(sheet?.entities.map(({ type, name }) => [type, name])).toEqual([['INSERT', 'GRID']])
  })

  it('are listed as missing companions when not attached', async () => {
    const { report } = await read(host, {})
    expect(report?.missingCompanions).toEqual(['grid.dxf'])
  })

  it('have prefixed layers whose properties the host drawing can override', async () => {
    const own = await read(host, { 'grid.dxf': grid })
    const axesLayer = own.scene.sheets[0]?.layers.find(({ name }) => name === 'GRID|Axes')
    expect(axesLayer?.color).toBe(0xff0000)
    const tables = layers(layer('GRID|Axes', 3))
    const changed = writeDxf(insert('GRID', 100), { tables, blocks: reference('GRID', 'grid.dxf') })
    const other = await read(changed, { 'grid.dxf': grid })
    const axesLayers = other.scene.sheets[0]?.layers.filter(({ name }) => name.endsWith('Axes'))
    expect(axesLayers).toMatchObject([{ name: 'GRID|Axes', color: 0x00ff00 }])
  })

  it('include nested attachments but not nested overlays', async () => {
    const createIntermediate = (flags: number) =>
      writeDxf(insert('GRID', 10), { blocks: reference('GRID', 'grid.dxf', flags) })
    const outer = writeDxf(insert('MIDDLE', 100), { blocks: reference('MIDDLE', 'middle.dxf') })
    const both = await read(outer, { 'middle.dxf': createIntermediate(attached), 'grid.dxf': grid })
    expect(drawnBy(both)).toEqual([[110, 0, 115, 0]])
    const overlaidRun = await read(outer, { 'middle.dxf': createIntermediate(overlaid), 'grid.dxf': grid })
    expect(drawnBy(overlaidRun)).toEqual([])
    expect(overlaidRun.report?.missingCompanions).toEqual([])
  })

  it('are drawn once when they refer to themselves', async () => {
    const self = writeDxf(`${line('0', 7)}\n${insert('SELF', 50)}`, { blocks: reference('SELF', 'grid.dxf') })
    const run = await read(host, { 'grid.dxf': self })
    expect(drawnBy(run)).toEqual([[100, 0, 114, 0]])
  })

  it('are named in a finding when unreadable', async () => {
    const { report } = await read(host, { 'grid.dxf': new TextEncoder().encode('no drawing at all') })
    expect(report?.findings).toMatchObject([{ code: 'reference-not-readable', details: { names: 'grid.dxf' } }])
  })

  it('have their damaged entities in the report', async () => {
    const ownedByLine = line('0', 8).replace('5 208', '5 208\n330 205')
    const damaged = writeDxf(`${line('0', 5)}\n${ownedByLine}`)
    const run = await read(host, { 'grid.dxf': damaged })
    expect(drawnBy(run)).toEqual([[100, 0, 110, 0]])
    expect(run.report?.skipped).toEqual([{ kind: 'LINE', reason: 'damaged', count: 1 }])
  })

  it('are named in the report when their end is missing', async () => {
    const run = await read(host, { 'grid.dxf': grid.subarray(0, grid.length - 'ENDSEC\n0\nEOF\n'.length) })
    expect(drawnBy(run)).toEqual([[100, 0, 110, 0]])
    expect(run.report?.skipped).toEqual([{ kind: 'XREF', reason: 'file-ends-early', count: 1, elements: ['grid.dxf'] }])
  })

  it('add their 3D faces to the model', async () => {
    const face = `0 3DFACE
      5 99
      100 AcDbEntity
      8 0
      100 AcDbFace
      10 0
      20 0
      30 0
      11 1
      21 0
      31 0
      12 1
      22 1
      32 1
      13 1
      23 1
      33 1`
    const { scene } = await read(host, { 'grid.dxf': writeDxf(face) })
    expect(scene.instances).toHaveLength(1)
  })
})
