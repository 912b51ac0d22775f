import type { Manifest, ModelTree } from '@kamar/package-format/read'
import type { Viewer } from '@kamar/viewer'
import { useEffect, useMemo, useState } from 'react'

/**
 * Returns the tree of the loaded model, for a file of this name; null until its translation has finished and it is
 * loaded.
 */
export function useTree(viewer: Viewer | null, manifest: Manifest | null, fileName: string | null): ModelTree | null {
  const [loaded, setLoaded] = useState<{ readonly of: Manifest; readonly tree: ModelTree } | null>(null)
  useEffect(() => {
    const model = viewer?.model
    if (!model || manifest?.state !== 'complete') return undefined
    let isCurrent = true
    // Without a tree the model can still be viewed; the panel remains in its loading state.
    model.tree.then((tree) => (isCurrent ? setLoaded({ of: manifest, tree }) : undefined)).catch(() => null)
    return () => {
      isCurrent = false
    }
  }, [viewer, manifest])
  return useMemo(() => {
    if (!loaded || loaded.of !== manifest) return null
    const copyName = loaded.of.source.name
    return fileName === null || copyName === undefined ? loaded.tree : namedByFile(loaded.tree, copyName, fileName)
  }, [loaded, manifest, fileName])
}

/**
 * Replaces the name of file-level elements. A translation is shared by all users with the same bytes, so these elements
 * have the name of the copy that was read; they are shown under the file's own name.
 */
export function namedByFile(tree: ModelTree, copyName: string, fileName: string): ModelTree {
  const copyNames = new Set([copyName, copyName.replace(/\.[^.]*$/, '')])
  const roots = new Set(tree.roots)
  return {
    ...tree,
    name: (element) => {
      const name = tree.name(element)
      return roots.has(element) && copyNames.has(name) ? fileName : name
    },
  }
}

/** Returns the name of an element, or else its class. */
export function elementName(tree: ModelTree, element: number): string {
  return tree.name(element) || elementClass(tree, element)
}

/** Class of the elements that represent whole files in a federation. */
const fileClass = 'File'

/** Returns the file of an element; null for a single model, and for the file element itself. */
export function fileOfElement(tree: ModelTree, element: number): string | null {
  let root = element
  while ((tree.parent[root] ?? tree.count) < tree.count) root = tree.parent[root] ?? root
  return root === element || elementClass(tree, root) !== fileClass ? null : tree.name(root)
}

export function elementClass(tree: ModelTree, element: number): string {
  return tree.classNames[tree.classIndex[element] ?? 0] ?? ''
}
