/** Export format of a translated model. */
interface ModelExport {
  /** Storage path next to the view package. */
  readonly path: string
  readonly extension: string
  readonly contentType: string
  /** Whether a file's Download menu offers it; others are for a tool, or requested where a sheet is displayed. */
  readonly isOffered: boolean
  /** Source of the export: the model, all sheets of a drawing, or one sheet; the model by default. */
  readonly of?: 'model' | 'drawing' | 'sheet'
}

/** Exports that can be made of a translated model, with their storage paths and download types. */
export const modelExports = {
  glb: { path: 'exports/model.glb', extension: '.glb', contentType: 'model/gltf-binary', isOffered: true },
  /** For augmented reality on a phone: at most 500,000 triangles. */
  'glb-phone': { path: 'exports/phone.glb', extension: '.glb', contentType: 'model/gltf-binary', isOffered: false },
  /** For augmented reality on iPhone and iPad. */
  usdz: { path: 'exports/model.usdz', extension: '.usdz', contentType: 'model/vnd.usdz+zip', isOffered: false },
  /** 3D Tiles 1.1 in one file, for Cesium and other maps. */
  '3d-tiles': {
    path: 'exports/model.3tz',
    extension: '.3tz',
    contentType: 'application/vnd.maxar.archive.3tz+zip',
    isOffered: true,
  },
  /** Wavefront OBJ with its materials and images, for modelling tools. */
  obj: { path: 'exports/model-obj.zip', extension: '.zip', contentType: 'application/zip', isOffered: true },
  /** For 3D printers: one body of triangles, without colours. */
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
  /** All layouts and pages, one page each. */
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

/** Key of `modelExports`. */
export type ExportKind = keyof typeof modelExports

/** Kinds of export that are made of one sheet. */
export type SheetExportKind = Extract<ExportKind, `sheet-${string}`>

/** Name of an export: its kind, plus the sheet number for one sheet (`sheet-svg-3`). */
export type ExportName = Exclude<ExportKind, SheetExportKind> | `${SheetExportKind}-${number}`

/** Storage path and properties of an export. */
export interface ExportFile {
  readonly kind: ExportKind
  /** Source of the export. */
  readonly of: 'model' | 'drawing' | 'sheet'
  /** Null for exports of the complete model or drawing. */
  readonly sheet: number | null
  readonly path: string
  readonly extension: string
  readonly contentType: string
}

/** Parses an export's name; null when it is invalid. */
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

/** Returns the file of an export with a valid name. */
export function exportFile(name: ExportName): ExportFile {
  const match = findExport(name)
  if (match === null) throw new RangeError(`there is no export ${name}`)
  return match
}

/** Exports that can be made of selected objects instead of the complete model. */
export type SelectableExport = 'obj' | 'stl'

/** Returns whether an export can be made of selected objects. */
export const isSelectableExport = (name: string): name is SelectableExport => name === 'obj' || name === 'stl'

/** Objects that an export is made of, including all their descendants. */
export interface ExportSelection {
  /** Identical for the same objects; part of a path. */
  readonly key: string
  /** From 1. */
  readonly objectIds: readonly number[]
}

/** Returns the storage path of an export next to the view package. */
export function exportPath(name: ExportName, selection: Pick<ExportSelection, 'key'> | null): string {
  const { path, extension } = exportFile(name)
  return selection === null ? path : `exports/objects/${selection.key}${extension}`
}

/** Returns whether a text is an export name. */
export const isExportName = (name: string): name is ExportName => findExport(name) !== null

/** Kinds that the Download menu offers, in their order. */
export type OfferedExportKind = {
  [Kind in ExportKind]: (typeof modelExports)[Kind]['isOffered'] extends true ? Kind : never
}[ExportKind]

/** Returns whether the Download menu offers this kind. */
export const isOfferedExport = (kind: ExportKind): kind is OfferedExportKind => modelExports[kind].isOffered
