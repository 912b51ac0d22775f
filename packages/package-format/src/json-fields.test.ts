import { describe, expect, it } from 'vitest'
import { isCount, isList, isLiteral, isNumber, isText, isTuple, maybe, maybeNull, shape } from './json-checks.js'
import { readManifest, sheetFolder, type Manifest } from './manifest.js'
import { readSheetInfo } from './sheets/read-sheet-info.js'
import { sheetFingerprintsPath } from './sheets/sheet-fingerprints.js'
import type { SheetInfo } from './sheets/sheet.js'

const hash = '0123456789abcdef'.repeat(4)
const pose = { eye: [1, 2, 3], direction: [0, 1, 0], up: [0, 0, 1], distanceMetres: 5, aspectRatio: 1.5 } as const

/** A manifest with every field. */
const manifest: Manifest = {
  format: 'kamar-view-package',
  version: 3,
  state: 'complete',
  writer: 'kamar',
  source: {
    name: 'a.ifc',
    sha256: hash,
    bytes: 10,
    formatId: 'ifc',
    reader: 'ifc 1',
    provider: { id: 'autodesk-cloud', at: '2026-01-01T00:00:00Z' },
  },
  unit: { name: 'mm', metres: 0.001 },
  origin: [0, 0, 1e6],
  georeference: { eastings: 1 },
  authoringTool: { name: 'Revit', release: '2025' },
  bounds: { min: [0, -1, 0], max: [1, 1, 1e15] },
  counts: {
    nodes: 1,
    meshes: 2,
    instances: 3,
    triangles: 4,
    placedTriangles: 5,
    lines: 6,
    points: 7,
    sheets: 8,
    materials: 9,
  },
  storeys: 3,
  report: {
    status: 'partial',
    counts: { walls: 1 },
    skipped: [{ kind: 'IfcGrid', reason: 'not drawn', count: 1 }],
    findings: [{ code: 'ifc.x', severity: 'warning' }],
    missingCompanions: ['b.ifc'],
    elements: { shown: 1, total: 2 },
    nothingDrawn: true,
  },
  chunks: [{ path: 'scene/000.bin', size: 5, sha256: hash, geometries: 1, instances: 1, triangles: 12 }],
  sheets: [
    {
      name: 'A1',
      kind: 'layout',
      path: 'sheets/000/sheet.json',
      thumbnail: 'sheets/000/a.png',
      active: true,
      entities: 4,
    },
  ],
  firstView: 'model',
  views: [
    { name: 'V', folders: ['F'], camera: { kind: 'perspective', fieldOfViewDegrees: 45, ...pose } },
    { name: null, folders: [], camera: { kind: 'orthographic', heightMetres: 8, ...pose } },
  ],
  files: [{ path: 'scene/000.bin', size: 5, sha256: hash, encoding: 'br' }],
}

const layer = {
  name: '0',
  color: 0xffffff,
  lineWeightMillimetres: 0.25,
  lineType: 0,
  on: true,
  frozen: false,
  plottable: true,
} as const
const sheet: SheetInfo = {
  format: 'kamar-sheet',
  version: 1,
  name: 'A1',
  kind: 'layout',
  unitName: 'mm',
  millimetresPerUnit: 1,
  paper: { min: [0, 0], max: [1, 1] },
  toScene: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
  origin: [0, 0],
  step: 0.5,
  extents: { min: [0, 0], max: [1, 1] },
  core: { min: [0, 0], max: [1, 1] },
  levels: 1,
  layers: [layer, { ...layer, color: 'foreground', lineType: null }],
  lineTypes: [{ name: 'dashed', pattern: [1, -1] }],
  styles: [
    {
      layer: 1,
      color: 'layer',
      lineWeightMillimetres: 'layer',
      lineType: 'layer',
      lineTypeScale: 1,
      widthUnits: 0,
      opacity: 1,
    },
  ],
  fonts: [
    {
      name: 'Arial',
      shownWith: 'DejaVu',
      shownWidth: 0.9,
      bold: true,
      italic: false,
      style: { name: 'Standard', widthFactor: 1, obliqueDegrees: 0 },
    },
  ],
  images: [
    {
      entity: 0,
      level: 0,
      layer: 1,
      picture: 'a.png',
      origin: [0, 0],
      xAxis: [1, 0],
      yAxis: [0, 1],
      clip: [[0, 0, 1, 0, 1, 1]],
      opacity: 1,
    },
  ],
  viewports: [
    {
      entity: 0,
      level: 0,
      shows: 1,
      matrix: [1, 0, 0, 1, 0, 0],
      millimetresPerUnit: 1,
      clip: [[0, 0, 1, 0, 1, 1]],
      frozenLayers: [0],
      lineTypeScale: 1,
    },
  ],
  lineFiles: ['lines-000.bin'],
  fillFile: 'fills.bin',
  textFile: 'texts.bin',
  entityFile: 'entities.bin',
  propertyFiles: ['properties/000.bin'],
  counts: { entities: 1, polylines: 2, vertices: 3, fills: 4, triangles: 5, texts: 6, glyphs: 7 },
  thinLines: true,
}

type Path = readonly (string | number)[]

/** Returns the paths of all values inside a JSON value, lists and objects included. */
function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Object.entries(value).flatMap(([key, child]) =>
    listPaths(child, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length === 0 ? below : [path, ...below]
}

/** Returns a copy of a JSON value with another value at a path. */
function replaceAt(json: unknown, path: Path, replacement: unknown): unknown {
  const copy = structuredClone(json)
  const parent = path.slice(0, -1).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], copy)
  ;(parent as Record<string, unknown>)[path.at(-1) ?? ''] = replacement
  return copy
}

/** Values whose content is not checked, and that may be absent. */
const unchecked = /^(georeference|report\.counts)\.|^(sheets\.\d+|core|extents|paper)$/
const optional = new RegExp(
  `^(${[
    'source\\.(name|sha256|provider)',
    'authoringTool|storeys|sheets|firstView|views|thinLines',
    'counts\\.points',
    'report\\.(elements|nothingDrawn)',
    'views\\.\\d+\\.camera\\.(distanceMetres|aspectRatio)',
    'fonts\\.\\d+\\.(shownWidth|bold|italic|style)',
  ].join('|')})$`,
)

describe.each([
  ['readManifest', manifest, readManifest, 'manifest field'],
  ['readSheetInfo', sheet, readSheetInfo, 'sheet field'],
] as const)('%s', (_, complete, read, message) => {
  const paths = listPaths(complete).filter((path) => !unchecked.test(path.join('.')))

  it('accepts every field', () => {
    expect(read(JSON.parse(JSON.stringify(complete)))).toEqual(complete)
    expect(paths.length).toBeGreaterThan(100)
  })

  it('names the field that has a value of another type, at any depth', () => {
    for (const path of paths)
      for (const wrong of [{ other: 1 }, -0.5]) {
        const isNumeric = typeof wrong === 'number' && acceptsAnyNumber(complete, path)
        const isEmptyObject = typeof wrong === 'object' && /^(georeference|report\.counts)$/.test(path.join('.'))
        if (isNumeric || isEmptyObject) continue
        const json = replaceAt(complete, path, wrong)
        expect(() => read(json), `${path.join('.')} ${JSON.stringify(wrong)}`).toThrow(`${message} ${path[0]}`)
      }
  })

  it('names the field that is absent, unless it is optional', () => {
    const isOptional = (path: Path): boolean => optional.test(path.join('.'))
    for (const path of paths.filter((own) => !isOptional(own)))
      expect(() => read(replaceAt(complete, path, undefined)), path.join('.')).toThrow(`${message} ${path[0]}`)
    for (const path of paths.filter(isOptional))
      expect(() => read(replaceAt(complete, path, undefined)), path.join('.')).not.toThrow()
  })

  it.each([null, 'text', 5, undefined])('refuses %j', (json) => {
    expect(() => read(json)).toThrow(RangeError)
    expect(() => read(json)).toThrow('is no object')
  })
})

/** Returns whether a field accepts -0.5: a coordinate, a length or a factor, not a count. */
function acceptsAnyNumber(json: object, path: Path): boolean {
  const text = path.join('.')
  const value = path.reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], json)
  if (typeof value !== 'number' && !/layers\.1\.|styles\.0\.lineWeight/.test(text)) return false
  return /origin|metres$|eye|direction|\.up|bounds|min\.|max\.|toScene|matrix|clip|Axis|Weight|Scale|widthUnits|opacity|pattern|PerUnit|shownWidth|widthFactor|oblique/.test(
    text,
  )
}

describe('manifest limits', () => {
  it.each<[string, Path, readonly unknown[]]>([
    ['format', ['format'], ['kamar-sheet']],
    ['version', ['version'], [0, 6, '3']],
    ['bounds', ['bounds', 'max', 2], [1.000_001e15, Infinity]],
    ['bounds', ['bounds', 'min', 0], [1.5, -1.1e15, NaN]],
    ['bounds', ['bounds', 'min'], [[0, 0], [0, 0, 0, 0], { 0: 0, 1: 0, 2: 0, length: 3 }]],
    ['source', ['source', 'sha256'], [hash.slice(1), `${hash}0`, hash.toUpperCase(), `g${hash.slice(1)}`]],
    ['files', ['files', 0, 'path'], ['', '/a', '../a', 'a/..', 'A', 'a b', 'a\\b', '.a', 'a\0']],
    ['files', ['files', 0, 'encoding'], ['gzip']],
    ['sheets', ['sheets', 0, 'kind'], ['paper']],
    ['report', ['report', 'status'], ['failed']],
    ['report', ['report', 'nothingDrawn'], [false]],
    ['views', ['views', 0, 'camera', 'fieldOfViewDegrees'], [0, 180, -1]],
    ['views', ['views', 1, 'camera', 'heightMetres'], [0, -1]],
    ['views', ['views', 0, 'camera', 'aspectRatio'], [0]],
    ['views', ['views', 0, 'camera', 'kind'], ['orthographic']],
    ['views', ['views', 1, 'camera', 'kind'], ['perspective']],
    ['firstView', ['firstView'], ['tree']],
    ['storeys', ['storeys'], [1.5, 2 ** 53]],
  ])('refuse a wrong %s at %j', (field, path, values) => {
    for (const value of values)
      expect(() => readManifest(replaceAt(manifest, path, value)), String(value)).toThrow(`manifest field ${field}`)
  })

  it.each<[Path, readonly unknown[]]>([
    [['version'], [1, 2, 3, 4, 5]],
    [
      ['bounds', 'max', 0],
      [0, 1e15],
    ],
    [
      ['bounds', 'min', 0],
      [-1e15, 1],
    ],
    [
      ['files', 0, 'path'],
      ['a', '0', 'a-b/c.d', 'a/./b'],
    ],
    [
      ['views', 0, 'camera', 'fieldOfViewDegrees'],
      [0.001, 179.999],
    ],
    [
      ['views', 0, 'name'],
      [null, ''],
    ],
    [['sheets', 0, 'thumbnail'], [null]],
    [['bounds'], [null]],
    [['georeference'], [null, {}]],
    [['report'], [null]],
    [
      ['counts', 'nodes'],
      [0, 2 ** 53 - 1],
    ],
  ])('accept the extremes at %j', (path, values) => {
    for (const value of values)
      expect(() => readManifest(replaceAt(manifest, path, value)), String(value)).not.toThrow()
  })
})

describe('sheet limits', () => {
  it.each<[string, Path, readonly unknown[]]>([
    ['step', ['step'], [0, -1]],
    ['styles', ['styles', 0, 'layer'], [2]],
    ['styles', ['images', 0, 'layer'], [2]],
    ['layers', ['layers', 0, 'color'], [0x1000000, 'layer', 'red', null]],
    ['styles', ['styles', 0, 'color'], [0x1000000, 'red', null]],
    ['styles', ['styles', 0, 'lineType'], ['none', 0.5]],
    ['styles', ['styles', 0, 'lineWeightMillimetres'], [null, 'default']],
    ['toScene', ['toScene'], [Array.from<number>({ length: 11 }).fill(0), Array.from<number>({ length: 13 }).fill(0)]],
    ['viewports', ['viewports', 0, 'matrix'], [Array.from<number>({ length: 5 }).fill(0)]],
    ['origin', ['origin'], [[0], [0, 0, 0]]],
    ['thinLines', ['thinLines'], [false]],
    ['kind', ['kind'], ['paper']],
  ])('refuse a wrong %s at %j', (field, path, values) => {
    for (const value of values)
      expect(() => readSheetInfo(replaceAt(sheet, path, value)), String(value)).toThrow(`sheet field ${field}`)
  })

  it.each<[Path, readonly unknown[]]>([
    [
      ['layers', 0, 'color'],
      ['foreground', 'background', 0],
    ],
    [
      ['styles', 0, 'color'],
      ['foreground', 'background', 0xffffff],
    ],
    [
      ['styles', 0, 'lineType'],
      [null, 0],
    ],
    [
      ['styles', 0, 'layer'],
      [0, 1],
    ],
    [
      ['viewports', 0, 'shows'],
      [null, 0],
    ],
    [['paper'], [null]],
    [['toScene'], [null]],
    [['fillFile'], [null]],
    [['textFile'], [null]],
    [
      ['images', 0, 'clip'],
      [[], [[]]],
    ],
  ])('accept the extremes at %j', (path, values) => {
    for (const value of values) expect(() => readSheetInfo(replaceAt(sheet, path, value)), String(value)).not.toThrow()
  })
})

describe('JSON checks', () => {
  it.each([
    ['isText', isText, ['', 'a'], [1, null, undefined, ['a']]],
    ['isNumber', isNumber, [0, -1.5], [NaN, Infinity, '1', null]],
    ['isCount', isCount, [0, 7, 2 ** 53 - 1], [-1, 0.5, 2 ** 53, '1', null, NaN]],
    ['isLiteral', isLiteral('a', null), ['a', null], ['b', undefined, 'null']],
    ['maybe', maybe(isText), ['a', undefined], [1, null]],
    ['maybeNull', maybeNull(isText), ['a', null], [1, undefined]],
    ['isList', isList(isText), [[], ['a', 'b']], [['a', 1], 'a', null, { length: 0 }]],
    ['isTuple', isTuple(2), [[1, 2]], [[1], [1, 2, 3], [1, '2'], [1, NaN], null]],
    ['shape', shape({ a: isText }), [{ a: '' }, { a: 'x', b: 1 }], [{}, { a: 1 }, null, 'a', undefined]],
  ] as const)('%s accepts and refuses values', (_, check, accepted, refused) => {
    for (const value of accepted) expect(check(value), JSON.stringify(value)).toBe(true)
    for (const value of refused) expect(check(value), JSON.stringify(value)).toBe(false)
  })
})

describe('paths of sheets', () => {
  it('have the folder of a growing package before them', () => {
    expect(
      ['sheets/000/sheet.json', 'provisional/sheets/001/sheet.json', 'other.json'].map((path) => sheetFolder({ path })),
    ).toEqual(['', 'provisional/', ''])
  })

  it('have fingerprints beside the sheet', () => {
    expect(sheetFingerprintsPath('provisional/sheets/001/sheet.json')).toBe('provisional/sheets/001/prints.bin')
    expect(sheetFingerprintsPath('sheet.json')).toBe('prints.bin')
  })
})
