/** What can be made of a translated model besides its view package: where it is kept, and how it is handed out. */
export const modelExports = {
  glb: { path: 'exports/model.glb', extension: '.glb', contentType: 'model/gltf-binary' },
  'properties-json': { path: 'exports/properties.json', extension: '.json', contentType: 'application/json' },
  'properties-csv': { path: 'exports/properties.csv', extension: '.csv', contentType: 'text/csv; charset=utf-8' },
} as const

/** A row of `modelExports`. */
export type ExportKind = keyof typeof modelExports
