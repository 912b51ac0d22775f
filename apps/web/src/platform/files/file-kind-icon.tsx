import { findFormatByExtension, getFileExtension } from '@kamar/core'
import { Box, Building2, DraftingCompass } from 'lucide-react'

interface FileKindIconProps {
  /** The file name with its extension. */
  readonly name: string
  readonly size: number
}

/** Renders an icon for a file without a thumbnail: a drawing, a building model, or another body. Decorative. */
export function FileKindIcon({ name, size }: FileKindIconProps) {
  const format = findFormatByExtension(getFileExtension(name))
  const Icon = format?.buildings ? Building2 : (format?.dimensions ?? '3d') === '3d' ? Box : DraftingCompass
  return <Icon size={size} strokeWidth={1.25} className="text-muted" />
}
