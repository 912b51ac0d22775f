import type { ModelTree } from '@kamar/view-package/read'
import type { Viewer } from '@kamar/viewer'
import { useState } from 'react'
import { CommandPalette, type PaletteItem } from '../../../shared/commands/command-palette.js'
import { findPaletteItems } from '../../../shared/commands/palette-items.js'
import { useModelSearch } from '../../tools/search/use-model-search.js'
import { elementClass, elementName } from '../../session/use-tree.js'
import { useExtensionPaletteItems } from './use-extension-palette-items.js'
import { useViewPaletteItems } from './use-view-palette-items.js'

const maxElements = 12

interface ViewerPaletteProps {
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  /** File whose saved views are offered; null for users who may not see any. */
  readonly fileId: string | null
  readonly onClose: () => void
}

/** Renders the palette of a model: commands, saved views, sheets, extensions, and elements and storeys by name. */
export function ViewerPalette({ viewer, tree, fileId, onClose }: ViewerPaletteProps) {
  const [typed, setTyped] = useState('')
  const result = useModelSearch(viewer, typed)
  const additional = [...useViewPaletteItems(viewer, fileId), ...useExtensionPaletteItems(viewer)]
  const hits = viewer && tree && result ? result.hits.slice(0, maxElements) : []
  const elements = hits.map(({ element }): PaletteItem => ({
    id: `element-${element}`,
    name: tree ? elementName(tree, element) : '',
    note: tree ? elementClass(tree, element) : '',
    group: 'elements',
    run() {
      viewer?.selection.set([element])
      viewer?.fitToView([element])
    },
  }))
  const items = [...findPaletteItems(typed, additional), ...elements]
  return <CommandPalette {...{ typed, items, onClose }} onTyped={setTyped} />
}
