import { Box, Building2, DraftingCompass } from 'lucide-react'

const kinds = [
  { icon: DraftingCompass, extensions: ['dwg', 'dwf', 'dwfx', 'xps', 'w2d'] },
  { icon: Building2, extensions: ['ifc', 'ifczip', 'ifcxml', 'rvt', 'rfa', 'nwd', 'nwc', 'skp'] },
] as const

interface FileKindIconProps {
  /** The file name with its extension. */
  readonly name: string
  readonly size: number
}

/** Renders an icon for a file without a thumbnail: a drawing, a building model, or another body. Decorative. */
export function FileKindIcon({ name, size }: FileKindIconProps) {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const Icon = kinds.find(({ extensions }) => extensions.some((one) => one === extension))?.icon ?? Box
  return <Icon size={size} strokeWidth={1.25} className="text-muted" />
}
