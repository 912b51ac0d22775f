import { plainLayer } from '@kamar/test-kit'
import {
  decodeSheetEntities,
  decodeSheetFills,
  decodeSheetLines,
  decodeSheetTexts,
  encodeSheetEntities,
  encodeSheetFills,
  encodeSheetLines,
  encodeSheetTexts,
  mixHash,
  type SheetInfo,
  type SheetLayer,
  type SheetStyle,
  type SheetViewport,
} from '@kamar/package-format'
import type { SheetVersion } from '../sheets/sheet-content.js'

/** An entity of a generated sheet; omitted fields have the same defaults everywhere. */
export interface MadeEntity {
  readonly handle?: string
  readonly type?: string
  readonly layer?: string
  readonly name?: string
  /** x y per point of each polyline. */
  readonly lines?: readonly (readonly number[])[]
  /** x y of the vertices of a triangle. */
  readonly area?: readonly number[]
  readonly text?: string
  /** Position of the text. */
  readonly at?: readonly [number, number]
  /** 0xRRGGBB; defaults to the layer's colour. */
  readonly color?: number
}

/** Optional data of a generated sheet. */
export interface MadeSheet {
  readonly layers?: readonly Partial<SheetLayer>[]
  readonly viewports?: readonly SheetViewport[]
  /** Packages of the first writers have none. */
  readonly hasFingerprints?: boolean
  readonly millimetresPerUnit?: number
}

const plainStyle: SheetStyle = {
  layer: 0,
  color: 'layer',
  lineWeightMillimetres: 'layer',
  lineType: 'layer',
  lineTypeScale: 1,
  widthUnits: 0,
  opacity: 1,
}

/** Returns a sheet version as read from a package: encoded and decoded. */
export function buildSheet(entities: readonly MadeEntity[], input: MadeSheet = {}): SheetVersion {
  const names = [...new Set(['0', ...entities.map(({ layer = '0' }) => layer)])]
  const layers = names.map((name) => ({
    ...plainLayer,
    name,
    ...input.layers?.find((layer) => layer.name === name),
  }))
  const appearances = [...new Set(entities.map(formatAppearance))]
  const styles = appearances.map((appearance) => {
    const [layer, color] = JSON.parse(appearance) as [string, number | null]
    return { ...plainStyle, layer: names.indexOf(layer), color: color ?? ('layer' as const) }
  })
  const info = createInfo(entities, { layers, styles, viewports: input.viewports ?? [], input })
  const findStyle = (entity: number): number => appearances.indexOf(formatAppearance(entities[entity]))
  return {
    info,
    ...createContent(entities, info, findStyle),
    entities: createEntities(entities, names),
    fingerprints: input.hasFingerprints === false ? null : computeFingerprints(entities),
  }
}

const formatAppearance = ({ layer = '0', color }: MadeEntity): string => JSON.stringify([layer, color ?? null])
const getPosition = ({ at = [0, 0] }: MadeEntity): readonly [number, number] => at

interface InfoParts extends Pick<SheetInfo, 'layers' | 'styles' | 'viewports'> {
  readonly input: MadeSheet
}

function createInfo(entities: readonly MadeEntity[], { layers, styles, viewports, input }: InfoParts): SheetInfo {
  const [min, max] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ]
  const grow = (values: readonly number[]): void =>
    values.forEach((value, at) => {
      min[at % 2] = Math.min(min[at % 2], value)
      max[at % 2] = Math.max(max[at % 2], value)
    })
  for (const entity of entities) {
    for (const line of entity.lines ?? []) grow(line)
    grow(entity.area ?? [])
    if (entity.text !== undefined)
      grow([...getPosition(entity), getPosition(entity)[0] + 10, getPosition(entity)[1] + 5])
  }
  const side = Math.max(max[0] - min[0], max[1] - min[1], 1)
  const extents = { min: [min[0], min[1]], max: [max[0], max[1]] } as const
  const counts = { entities: entities.length, polylines: 0, vertices: 0, fills: 0, triangles: 0, texts: 0, glyphs: 0 }
  return {
    format: 'kamar-sheet',
    version: 1,
    name: 'Model',
    kind: 'model',
    unitName: 'mm',
    millimetresPerUnit: input.millimetresPerUnit ?? 1,
    paper: null,
    toScene: null,
    origin: extents.min,
    step: side / 2 ** 24,
    extents,
    core: extents,
    levels: 1,
    layers,
    lineTypes: [],
    styles,
    fonts: [],
    images: [],
    viewports,
    lineFiles: [],
    fillFile: null,
    textFile: null,
    entityFile: '',
    propertyFiles: [],
    counts,
  }
}

function createContent(entities: readonly MadeEntity[], info: SheetInfo, findStyle: (entity: number) => number) {
  const numbered = entities.map((input, entity) => ({ input, entity, style: findStyle(entity), level: 0 }))
  // Grouped by style, as in a package.
  const lines = numbered
    .flatMap(({ input, ...rest }) =>
      (input.lines ?? []).map((points) => ({ ...rest, closed: false, points: Float64Array.from(points) })),
    )
    .sort((one, other) => one.style - other.style)
  const areas = numbered.flatMap(({ input, ...rest }) =>
    input.area === undefined
      ? []
      : [{ ...rest, points: Float64Array.from(input.area), indices: Uint32Array.of(0, 1, 2), gradient: null }],
  )
  const texts = numbered.flatMap(({ input, ...rest }) => {
    if (input.text === undefined) return []
    const [x, y] = getPosition(input)
    const origin = [Math.round((x - info.origin[0]) / info.step), Math.round((y - info.origin[1]) / info.step)] as const
    const box = [0, 0, input.text.length * 2, 5] as const
    return [{ ...rest, origin, xAxis: [1, 0] as const, yAxis: [0, 1] as const, box, string: input.text, runs: [] }]
  })
  const textTable = { glyphs: [], texts, glyph: new Uint32Array(), x: new Int32Array(), y: new Int32Array() }
  return {
    lines: [decodeSheetLines(encodeSheetLines(lines, info), info)],
    fills: areas.length === 0 ? null : decodeSheetFills(encodeSheetFills(areas, info), info),
    texts: texts.length === 0 ? null : decodeSheetTexts(encodeSheetTexts(textTable), info),
  }
}

function createEntities(entities: readonly MadeEntity[], layers: readonly string[]): SheetVersion['entities'] {
  return decodeSheetEntities(
    encodeSheetEntities({
      count: entities.length,
      layer: Uint32Array.from(entities, ({ layer = '0' }) => layers.indexOf(layer)),
      type: (entity) => entities[entity].type ?? 'LINE',
      name: (entity) => entities[entity].name ?? '',
      handle: (entity) => entities[entity].handle ?? '',
      sets: () => new Uint32Array(),
      blockStart: new Uint32Array(),
    }),
    layers.length,
  )
}

/** Computes fingerprints over everything except the handle, as the package writer does. */
function computeFingerprints(entities: readonly MadeEntity[]): Uint32Array {
  const fingerprints = new Uint32Array(entities.length * 2)
  entities.forEach(({ handle: _handle, type: _type, name: _name, ...appearance }, entity) => {
    const text = JSON.stringify(appearance)
    let [high, low] = [3, 4]
    for (let at = 0; at < text.length; at++) {
      high = mixHash(high, text.charCodeAt(at))
      low = mixHash(low, text.charCodeAt(at))
    }
    fingerprints.set([high, low], entity * 2)
  })
  return fingerprints
}
