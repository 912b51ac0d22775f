import type { PaletteItem } from '@kamar/extensions'
import { use, useState } from 'react'
import { CommandPalette } from '../../../platform/commands/command-palette.js'
import { findPaletteItems, type FoundItem } from '../../../platform/commands/palette-items.js'
import { ToolsContext } from '../../kit/tools-context.js'
import { useSettingItems } from './setting-items.js'

/** Renders the palette of the document: commands, settings, and what the tools find by name. */
export function ViewerPalette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const all = useToolItems(typed)
  const settings = useSettingItems()
  const items = findPaletteItems(typed, [...settings, ...all.filter(({ group }) => group !== 'elements')])
  const elements = listElements(
    typed,
    all.filter(({ group }) => group === 'elements'),
  )
  return <CommandPalette {...{ typed, onClose }} items={[...items, ...elements]} onTyped={setTyped} />
}

/** Score of elements that the search found by other texts than their name. */
const textScore = 0.5

/** Scores the elements that the search found; it finds them by properties as well. */
function listElements(typed: string, items: readonly PaletteItem[]): readonly FoundItem[] {
  const scores = new Map(findPaletteItems(typed, items).map(({ item, score }) => [item, score]))
  return items.map((item) => ({ item, score: scores.get(item) ?? textScore }))
}

/** Returns what the tools find; the list of tools is the same for the lifetime of the page. */
function useToolItems(typed: string): readonly PaletteItem[] {
  return use(ToolsContext).flatMap(({ context, usePaletteItems }) => {
    const current = use(context)
    return current ? usePaletteItems(current, typed) : []
  })
}
