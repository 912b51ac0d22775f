import type { SheetEntities, SheetInfo } from '@kamar/package-format/sheets'
import { pageOfSheet, type SheetDrawing } from '@kamar/packager/sheets'
import type { OnFraction } from '../kit/export-job.js'
import { dxfEntities } from './dxf-entities.js'
import { type DxfGroup, DxfHandles, dxfLines, dxfName, dxfSection, fixedGroups, pointGroups } from './dxf-groups.js'
import { DxfNames } from './dxf-tables.js'

/** Units with a DXF number, in millimetres. */
const unitNumbers: readonly (readonly [number, number])[] = [
  [25.4, 1],
  [304.8, 2],
  [1, 4],
  [10, 5],
  [1000, 6],
]

interface DxfBlock {
  readonly sheetName: string
  readonly info: SheetInfo
  readonly name: string
  /** Handle of the block record and of the layout. */
  readonly handle: string
  readonly layout: string
}

/** A sheet to be written, with its entities. */
export interface DxfSource {
  readonly name: string
  readonly drawing: SheetDrawing
  readonly entities: SheetEntities
}

/** A drawing to be written. */
export interface DxfDrawing {
  /** The model space first, or the sheet that replaces it, then the layouts. */
  readonly sheets: readonly DxfSource[]
  /** Lists the layers of a sheet that a viewport shows, by its number in the source. */
  readonly listLayers: (sheet: number) => readonly string[]
  readonly onFraction: OnFraction
}

/**
 * Writes a drawing as DXF 2007 (UTF-8): lines, polylines, hatches and texts on their layers; layouts with their
 * viewports. Blocks and dimensions are exploded; every entity refers under `KAMAR` to its source entity.
 */
export function* writeDrawing({ sheets, listLayers, onFraction }: DxfDrawing): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  const write = (groups: readonly DxfGroup[]): Uint8Array => encoder.encode(dxfLines(groups))
  const handles = new DxfHandles()
  const blocks = createBlocks(sheets, handles)
  if (blocks.length === 0) throw new RangeError('the package has no sheets')
  const names = new DxfNames(
    blocks.map(({ info }) => info),
    handles,
  )
  const entityBytes: Uint8Array[][] = []
  for (const [at, block] of blocks.entries()) {
    const { drawing, entities } = sheets[at]
    const isPaper = at > 0
    const entityGroups = dxfEntities({ drawing, entities, names, handles, owner: block.handle, isPaper, listLayers })
    entityBytes.push(Array.from(entityGroups, write))
    onFraction((at + 1) / (blocks.length + 1))
  }
  const tables = names.tables(blocks)
  const ends = blocks.map(() => [handles.next(), handles.next()] as const)
  const objects = createObjects(blocks, handles)
  yield write(createHeader(blocks, handles))
  yield write(dxfSection('CLASSES', []))
  yield write(dxfSection('TABLES', tables))
  yield write([
    [0, 'SECTION'],
    [2, 'BLOCKS'],
  ])
  for (const [at, block] of blocks.entries()) {
    yield write(blockBegin(block, ends[at][0], at > 0))
    if (at > 1) yield* entityBytes[at]
    yield write(blockEnd(block, ends[at][1], at > 0))
  }
  yield write([
    [0, 'ENDSEC'],
    [0, 'SECTION'],
    [2, 'ENTITIES'],
  ])
  yield* entityBytes[0]
  yield* entityBytes[1] ?? []
  yield write([[0, 'ENDSEC'], ...dxfSection('OBJECTS', objects), [0, 'EOF']])
  onFraction(1)
}

/** Creates the blocks; without a model space the first sheet replaces it. */
const createBlocks = (sheets: readonly DxfSource[], handles: DxfHandles): DxfBlock[] =>
  sheets.map(({ name: sheetName, drawing: { info } }, at) => {
    const name = at === 0 ? '*Model_Space' : at === 1 ? '*Paper_Space' : `*Paper_Space${at - 2}`
    return { sheetName, info, name, handle: handles.next(), layout: handles.next() }
  })

function createHeader(blocks: readonly DxfBlock[], handles: DxfHandles): readonly DxfGroup[] {
  const [{ info }] = blocks
  const { min, max } = info.extents
  const unit = unitNumbers.find(([millimetres]) => Math.abs(info.millimetresPerUnit / millimetres - 1) < 1e-6)?.[1] ?? 0
  const imageCount = blocks.reduce((sum, block) => sum + block.info.images.length, 0)
  const left: DxfGroup[] = imageCount > 0 ? [[999, `${imageCount} pictures are not in this file`]] : []
  return [
    ...left,
    ...dxfSection('HEADER', [
      ...fixedGroups('9 $ACADVER 1 AC1021 9 $DWGCODEPAGE 3 ANSI_1252 9 $LTSCALE 40 1 9 $HANDSEED'),
      [5, handles.seed],
      [9, '$INSUNITS'],
      [70, unit],
      [9, '$MEASUREMENT'],
      [70, unit === 1 || unit === 2 ? 0 : 1],
      [9, '$EXTMIN'],
      ...pointGroups(10, ...min),
      [30, 0],
      [9, '$EXTMAX'],
      ...pointGroups(10, ...max),
      [30, 0],
    ]),
  ]
}

/** Returns the groups that begin and end a block. */
const blockGroups = (type: string, { handle }: DxfBlock, own: string, isPaper: boolean): readonly DxfGroup[] => [
  [0, type],
  [5, own],
  [330, handle],
  [100, 'AcDbEntity'],
  ...(isPaper ? [[67, 1] as const] : []),
  [8, '0'],
]

const blockBegin = (block: DxfBlock, own: string, isPaper: boolean): readonly DxfGroup[] => [
  ...blockGroups('BLOCK', block, own, isPaper),
  [100, 'AcDbBlockBegin'],
  [2, block.name],
  ...fixedGroups('70 0 10 0 20 0 30 0'),
  [3, block.name],
  [1, ''],
]

const blockEnd = (block: DxfBlock, own: string, isPaper: boolean): readonly DxfGroup[] => [
  ...blockGroups('ENDBLK', block, own, isPaper),
  [100, 'AcDbBlockEnd'],
]

const dictionary = (handle: string, owner: string): DxfGroup[] =>
  fixedGroups(`0 DICTIONARY 5 ${handle} 330 ${owner} 100 AcDbDictionary 281 1`)

function createObjects(blocks: readonly DxfBlock[], handles: DxfHandles): readonly DxfGroup[] {
  const [root, groups, layouts] = [handles.next(), handles.next(), handles.next()]
  const names = layoutNames(blocks)
  return [
    ...dictionary(root, '0'),
    ...fixedGroups(`3 ACAD_GROUP 350 ${groups} 3 ACAD_LAYOUT 350 ${layouts}`),
    ...dictionary(groups, root),
    ...dictionary(layouts, root),
    ...blocks.flatMap(({ layout }, at): DxfGroup[] => [
      [3, names[at]],
      [350, layout],
    ]),
    ...blocks.flatMap((block, at) => layoutGroups(block, { name: names[at], order: at, owner: layouts })),
  ]
}

/** Returns layout names that are unique ignoring case. */
function layoutNames(blocks: readonly DxfBlock[]): string[] {
  const used = new Set<string>()
  return blocks.map(({ sheetName }, at) => {
    const stem = at === 0 ? 'Model' : dxfName(sheetName)
    let name = stem
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${stem} (${number})`
    used.add(name.toLowerCase())
    return name
  })
}

function layoutGroups(
  { info, handle, layout }: DxfBlock,
  { name, order, owner }: { readonly name: string; readonly order: number; readonly owner: string },
): DxfGroup[] {
  const { min, max, millimetresPerUnit } = pageOfSheet(info)
  const { extents } = info
  return [
    ...fixedGroups(`0 LAYOUT 5 ${layout} 330 ${owner} 100 AcDbPlotSettings`),
    [1, ''],
    [2, 'none_device'],
    [4, ''],
    [6, ''],
    ...fixedGroups('40 0 41 0 42 0 43 0'),
    [44, (max[0] - min[0]) * millimetresPerUnit],
    [45, (max[1] - min[1]) * millimetresPerUnit],
    ...fixedGroups('46 0 47 0 48 0 49 0 140 0 141 0 142 1 143 1'),
    [70, order === 0 ? 1712 : 688],
    ...fixedGroups('72 1 73 0 74 5'),
    [7, ''],
    ...fixedGroups('75 16 147 1 148 0 149 0 100 AcDbLayout'),
    [1, name],
    [70, 1],
    [71, order],
    ...pointGroups(10, ...min),
    ...pointGroups(11, ...max),
    ...fixedGroups('12 0 22 0 32 0'),
    ...pointGroups(14, ...extents.min),
    [34, 0],
    ...pointGroups(15, ...extents.max),
    [35, 0],
    ...fixedGroups('146 0 13 0 23 0 33 0 16 1 26 0 36 0 17 0 27 1 37 0 76 0'),
    [330, handle],
  ]
}
