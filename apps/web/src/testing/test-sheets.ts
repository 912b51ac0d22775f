import { plainLayer } from '@kamar/test-kit'
import { encodeSheetEntities, encodeSheetLines, encodeSheetTexts, type SheetInfo } from '@kamar/package-format'
import type { ManifestSheet } from '@kamar/package-format/read'
import { json, type StubServer } from './stub-server.js'
import { testManifest } from './test-viewer.js'

/** An entity of a test sheet: a text, or a line from its position. */
export interface SheetEntity {
  readonly handle: string
  readonly layer?: string
  readonly text?: string
  readonly x?: number
}

/** A test sheet of one version. */
export interface TestSheet {
  readonly name: string
  readonly entities: readonly SheetEntity[]
}

const layers = ['0', 'Texts']
const side = 1000
const grid = { origin: [0, 0], step: side / 2 ** 24 } as const
const style = { color: 'layer', lineWeightMillimetres: 'layer', lineType: 'layer', lineTypeScale: 1 } as const

/** Creates the sheet entries of a manifest without a model. */
export const createManifestSheets = (sheets: readonly TestSheet[]): readonly ManifestSheet[] =>
  sheets.map(({ name, entities }, number) => ({
    name,
    kind: 'layout',
    path: `sheets/${number}/sheet.json`,
    thumbnail: null,
    active: number === 0,
    entities: entities.length,
  }))

/** Creates the manifest of a drawing without a model. */
export const drawingManifest = (sheets: readonly TestSheet[]) =>
  testManifest({
    version: 3,
    counts: { ...testManifest().counts, instances: 0, sheets: sheets.length },
    sheets: createManifestSheets(sheets),
  })

/** Stubs the files of a version's sheets on a server. */
export function serveDrawing(server: StubServer, urn: string, sheets: readonly TestSheet[]): void {
  const base = `GET /api/derivatives/${urn}`
  const bytes = (content: Uint8Array): Response => new Response(new Uint8Array(content))
  server.on(`${base}/manifest.json`, () => json(drawingManifest(sheets)))
  sheets.forEach((sheet, number) => {
    const folder = `${base}/sheets/${number}`
    server.on(`${folder}/sheet.json`, () => json(createInfo(sheet, number)))
    server.on(`${folder}/lines.bin`, () => bytes(encodeLines(sheet)))
    server.on(`${folder}/texts.bin`, () => bytes(encodeTextItems(sheet)))
    server.on(`${folder}/entities.bin`, () => bytes(encodeEntities(sheet)))
  })
}

const findLayer = ({ layer = '0' }: SheetEntity): number => layers.indexOf(layer)

function createInfo({ name, entities }: TestSheet, number: number): SheetInfo {
  const extents = { min: [0, 0], max: [side, side] } as const
  return {
    format: 'kamar-sheet',
    version: 1,
    name,
    kind: 'layout',
    unitName: 'mm',
    millimetresPerUnit: 1,
    paper: extents,
    toScene: null,
    ...grid,
    extents: extents,
    core: extents,
    levels: 1,
    layers: layers.map((name) => ({ ...plainLayer, name })),
    lineTypes: [],
    styles: layers.map((_, layer) => ({ ...style, layer, widthUnits: 0, opacity: 1 })),
    fonts: [],
    images: [],
    viewports: [],
    lineFiles: [`sheets/${number}/lines.bin`],
    fillFile: null,
    textFile: `sheets/${number}/texts.bin`,
    entityFile: `sheets/${number}/entities.bin`,
    propertyFiles: [],
    counts: { entities: entities.length, polylines: 0, vertices: 0, fills: 0, triangles: 0, texts: 0, glyphs: 0 },
  }
}

function encodeLines({ entities }: TestSheet): Uint8Array {
  const lines = entities.flatMap((item, entity) => {
    if (item.text !== undefined) return []
    const { x = 0 } = item
    return [{ entity, style: findLayer(item), level: 0, closed: false, points: Float64Array.of(x, 0, x + 50, 70) }]
  })
  return encodeSheetLines(
    lines.sort((one, other) => one.style - other.style),
    grid,
  )
}

function encodeTextItems({ entities }: TestSheet): Uint8Array {
  const textItems = entities.flatMap((item, entity) => {
    if (item.text === undefined) return []
    const origin = [Math.round((item.x ?? 0) / grid.step), 0] as const
    const box = [0, 0, item.text.length, 5] as const
    const frame = { xAxis: [1, 0], yAxis: [0, 1] } as const
    return [{ entity, style: findLayer(item), level: 0, origin, ...frame, box, string: item.text, runs: [] }]
  })
  return encodeSheetTexts({
    glyphs: [],
    texts: textItems,
    glyph: new Uint32Array(),
    x: new Int32Array(),
    y: new Int32Array(),
  })
}

function encodeEntities({ entities }: TestSheet): Uint8Array {
  return encodeSheetEntities({
    count: entities.length,
    layer: Uint32Array.from(entities, findLayer),
    type: (entity) => (entities[entity]?.text === undefined ? 'LINE' : 'TEXT'),
    name: () => '',
    handle: (entity) => entities[entity]?.handle ?? '',
    sets: () => new Uint32Array(),
    blockStart: new Uint32Array(),
  })
}
