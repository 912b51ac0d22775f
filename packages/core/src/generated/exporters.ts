// Written by scripts/index.mjs (npm run index). Do not edit.
import type { ExporterMetadata } from '../exporter-metadata.js'

/** Metadata of every exporter, in the order of lists; its types are literal. */
export const exporterRows = [
  {"id":"glb","file":"model.glb","contentType":"model/gltf-binary","of":["model"],"inMenu":true,"output":"glb","viewable":"graphics"},
  {"id":"glb-phone","file":"phone.glb","contentType":"model/gltf-binary","of":["model"],"inMenu":false,"ar":"model"},
  {"id":"usdz","file":"model.usdz","contentType":"model/vnd.usdz+zip","of":["model"],"inMenu":false,"output":"usdz","ar":"quick-look"},
  {"id":"3d-tiles","file":"model.3tz","contentType":"application/vnd.maxar.archive.3tz+zip","of":["model"],"inMenu":true,"output":"3dtiles"},
  {"id":"obj","file":"model-obj.zip","contentType":"application/zip","of":["model"],"inMenu":true,"selectable":true,"output":"obj"},
  {"id":"stl","file":"model.stl","contentType":"model/stl","of":["model"],"inMenu":true,"selectable":true,"output":"stl"},
  {"id":"properties-json","file":"properties.json","contentType":"application/json","of":["model"],"inMenu":true,"withoutGeometry":true,"viewable":"properties"},
  {"id":"properties-csv","file":"properties.csv","contentType":"text/csv; charset=utf-8","of":["model"],"inMenu":true,"withoutGeometry":true},
  {"id":"pdf","file":"drawing.pdf","contentType":"application/pdf","of":["drawing","sheet"],"inMenu":true,"output":"pdf"},
  {"id":"svg","file":"sheet.svg","contentType":"image/svg+xml","of":["sheet"],"inMenu":false,"output":"svg"},
  {"id":"png","file":"sheet.png","contentType":"image/png","of":["sheet"],"inMenu":false},
  {"id":"dxf","file":"drawing.dxf","contentType":"image/vnd.dxf","of":["drawing"],"inMenu":true,"cadDrawings":true,"output":"dxf"},
] as const satisfies readonly ExporterMetadata[]
