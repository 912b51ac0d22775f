/** A form in which a translated model is handed out. */
interface ModelExport {
  /** Where it is kept beside the view package. */
  readonly path: string
  readonly extension: string
  readonly contentType: string
  /** Whether people choose it from a file's Download menu; others are made for a tool, or asked for where a sheet is shown. */
  readonly isOffered: boolean
  /** What it is made of: the model, all sheets of a drawing, or one sheet; left out: the model. */
  readonly of?: 'model' | 'drawing' | 'sheet'
}

/** What can be made of a translated model besides its view package: where it is kept, and how it is handed out. */
export const modelExports = {
  glb: { path: 'exports/model.glb', extension: '.glb', contentType: 'model/gltf-binary', isOffered: true },
  /** For augmented reality on a phone: at most 500,000 triangles. */
  'glb-phone': { path: 'exports/phone.glb', extension: '.glb', contentType: 'model/gltf-binary', isOffered: false },
  /** The same for iPhone and iPad. */
  usdz: { path: 'exports/model.usdz', extension: '.usdz', contentType: 'model/vnd.usdz+zip', isOffered: false },
  /** 3D Tiles 1.1 in one file, for Cesium and other maps. */
  '3d-tiles': {
    path: 'exports/model.3tz',
    extension: '.3tz',
    contentType: 'application/vnd.maxar.archive.3tz+zip',
    isOffered: true,
  },
  /** Wavefront OBJ with its materials and pictures, for modellers. */
  obj: { path: 'exports/model-obj.zip', extension: '.zip', contentType: 'application/zip', isOffered: true },
  /** For printers: one body of triangles, without colours. */
  stl: { path: 'exports/model.stl', extension: '.stl', contentType: 'model/stl', isOffered: true },
  'properties-json': {
    path: 'exports/properties.json',
    extension: '.json',
    contentType: 'application/json',
    isOffered: true,
  },
  'properties-csv': {
    path: 'exports/properties.csv',
    extension: '.csv',
    contentType: 'text/csv; charset=utf-8',
    isOffered: true,
  },
  /** All layouts and pages, a page each. */
  pdf: {
    path: 'exports/drawing.pdf',
    extension: '.pdf',
    contentType: 'application/pdf',
    isOffered: true,
    of: 'drawing',
  },
  dxf: { path: 'exports/drawing.dxf', extension: '.dxf', contentType: 'image/vnd.dxf', isOffered: true, of: 'drawing' },
  'sheet-pdf': {
    path: 'exports/sheets',
    extension: '.pdf',
    contentType: 'application/pdf',
    isOffered: false,
    of: 'sheet',
  },
  'sheet-svg': {
    path: 'exports/sheets',
    extension: '.svg',
    contentType: 'image/svg+xml',
    isOffered: false,
    of: 'sheet',
  },
  'sheet-png': { path: 'exports/sheets', extension: '.png', contentType: 'image/png', isOffered: false, of: 'sheet' },
} as const satisfies Record<string, ModelExport>

/** A row of `modelExports`. */
export type ExportKind = keyof typeof modelExports

/** The rows that are made of one sheet. */
export type SheetExportKind = Extract<ExportKind, `sheet-${string}`>

/** Exactly one export: a row, and of one sheet its number too (`sheet-svg-3`). */
export type ExportName = Exclude<ExportKind, SheetExportKind> | `${SheetExportKind}-${number}`

/** Where an export is kept beside the view package, and what it is. */
export interface ExportFile {
  readonly kind: ExportKind
  /** What it is made of. */
  readonly of: 'model' | 'drawing' | 'sheet'
  /** Null for exports of the whole. */
  readonly sheet: number | null
  readonly path: string
  readonly extension: string
  readonly contentType: string
}

/** What an export's name means; null for a text that names none. */
export function findExport(name: string): ExportFile | null {
  const [, stem, digits] = /^(.*?)(?:-(0|[1-9]\d{0,3}))?$/.exec(name) ?? []
  if (stem === undefined || !Object.hasOwn(modelExports, stem)) return null
  const kind = stem as ExportKind
  const { path, extension, contentType, of = 'model' }: ModelExport = modelExports[kind]
  if ((of === 'sheet') !== (digits !== undefined)) return null
  const sheet = digits === undefined ? null : Number(digits)
  const own = sheet === null ? path : `${path}/${String(sheet).padStart(3, '0')}${extension}`
  return { kind, of, sheet, path: own, extension, contentType }
}

/** The same for a name that is one. */
export function exportFile(name: ExportName): ExportFile {
  const match = findExport(name)
  if (match === null) throw new RangeError(`there is no export ${name}`)
  return match
}

/** Exports that can be made of chosen objects in place of the whole model. */
export type SelectableExport = 'obj' | 'stl'

/** Whether an export can be made of chosen objects. */
export const isSelectableExport = (name: string): name is SelectableExport => name === 'obj' || name === 'stl'

/** The objects that an export is made of, with all below them. */
export interface ExportSelection {
  /** The same for the same objects; part of a path. */
  readonly key: string
  /** From 1. */
  readonly objectIds: readonly number[]
}

/** Where an export is kept beside the view package. */
export function exportPath(name: ExportName, selection: Pick<ExportSelection, 'key'> | null): string {
  const { path, extension } = exportFile(name)
  return selection === null ? path : `exports/objects/${selection.key}${extension}`
}

/** Whether a text names an export. */
export const isExportName = (name: string): name is ExportName => findExport(name) !== null

/** The rows that people choose from, in the order in which they are offered. */
export type OfferedExportKind = {
  [Kind in ExportKind]: (typeof modelExports)[Kind]['isOffered'] extends true ? Kind : never
}[ExportKind]

/** Whether people choose this row from the Download menu. */
export const isOfferedExport = (kind: ExportKind): kind is OfferedExportKind => modelExports[kind].isOffered
