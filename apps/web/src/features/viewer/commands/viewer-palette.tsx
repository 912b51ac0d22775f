import type { ModelTree } from '@kamar/view-package/read'
import type { Viewer } from '@kamar/viewer'
import { useState } from 'react'
import { CommandPalette, type PaletteItem } from '../../../shared/commands/command-palette.js'
import { useModelSearch } from '../use-model-search.js'
import { elementClass, elementName } from '../use-tree.js'

const mostElements = 12

interface ViewerPaletteProps {
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly onClose: () => void
}

/** The palette over a model: commands, and elements and storeys by their names. */
export function ViewerPalette({ viewer, tree, onClose }: ViewerPaletteProps) {
  const [typed, setTyped] = useState('')
  const result = useModelSearch(viewer, typed)
  const hits = viewer && tree && result ? result.hits.slice(0, mostElements) : []
  const items = hits.map(({ element }): PaletteItem => ({
    id: `element-${element}`,
    name: tree ? elementName(tree, element) : '',
    note: tree ? elementClass(tree, element) : '',
    run() {
      viewer?.selection.set([element])
      viewer?.fitToView([element])
    },
  }))
  return <CommandPalette {...{ typed, items, onClose }} onTyped={setTyped} />
}
