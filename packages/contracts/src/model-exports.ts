/** A form in which a translated model is handed out. */
interface ModelExport {
  /** Where it is kept beside the view package. */
  readonly path: string
  readonly extension: string
  readonly contentType: string
  /** Whether people choose it from the Download menu; others are made for a tool. */
  readonly isOffered: boolean
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
} as const satisfies Record<string, ModelExport>

/** A row of `modelExports`. */
export type ExportKind = keyof typeof modelExports

/** The rows that people choose from, in the order in which they are offered. */
export type OfferedExportKind = {
  [Kind in ExportKind]: (typeof modelExports)[Kind]['isOffered'] extends true ? Kind : never
}[ExportKind]

/** Whether people choose this row from the Download menu. */
export const isOfferedExport = (kind: ExportKind): kind is OfferedExportKind => modelExports[kind].isOffered
