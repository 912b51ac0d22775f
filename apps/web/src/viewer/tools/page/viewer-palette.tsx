import type { PaletteItem } from '@kamar/extensions'
import { use, useState } from 'react'
import { CommandPalette } from '../../../platform/commands/command-palette.js'
import { findPaletteItems } from '../../../platform/commands/palette-items.js'
import { ToolsContext } from '../../kit/tools-context.js'

/** Renders the palette of the document: commands, and what the tools find by name. */
export function ViewerPalette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const all = useToolItems(typed)
  const documentItems = findPaletteItems(
    typed,
    all.filter(({ group }) => group === 'places'),
  )
  const items = [...documentItems, ...all.filter(({ group }) => group === 'elements')]
  return <CommandPalette {...{ typed, items, onClose }} onTyped={setTyped} />
}

/** Returns what the tools find; the list of tools is the same for the lifetime of the page. */
function useToolItems(typed: string): readonly PaletteItem[] {
  return use(ToolsContext).flatMap(({ context, usePaletteItems }) => {
    const current = use(context)
    return current ? usePaletteItems(current, typed) : []
  })
}
