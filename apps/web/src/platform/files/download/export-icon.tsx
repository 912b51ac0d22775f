import {
  Box,
  Boxes,
  Braces,
  FileDown,
  FileText,
  Image,
  Package,
  PencilRuler,
  Shapes,
  Table,
  Triangle,
} from 'lucide-react'

const icons: Readonly<Partial<Record<string, typeof FileDown>>> = {
  'model/gltf-binary': Box,
  'application/vnd.maxar.archive.3tz+zip': Boxes,
  'application/zip': Package,
  'model/stl': Triangle,
  'application/json': Braces,
  'text/csv; charset=utf-8': Table,
  'application/pdf': FileText,
  'image/svg+xml': Shapes,
  'image/png': Image,
  'image/vnd.dxf': PencilRuler,
}

/** Renders the menu icon of an export by its content type. */
export function ExportIcon({ contentType }: { contentType: string }) {
  const Icon = icons[contentType] ?? FileDown
  return <Icon />
}
