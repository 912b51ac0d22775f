import type { Manifest, ModelTree } from '@kamar/view-package/read'
import type { Viewer } from '@kamar/viewer'
import { useEffect, useMemo, useState } from 'react'

/** The tree of the loaded model, of a file of this name; null until its translation has finished and it is here. */
export function useTree(viewer: Viewer | null, manifest: Manifest | null, fileName: string | null): ModelTree | null {
  const [loaded, setLoaded] = useState<{ readonly of: Manifest; readonly tree: ModelTree } | null>(null)
  useEffect(() => {
    const model = viewer?.model
    if (!model || manifest?.state !== 'complete') return undefined
    let isCurrent = true
    // Without its tree the model can still be looked at; the panel goes on saying that it waits.
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
 * A translation belongs to everybody who has the same bytes and does not know what they call them: elements that stand for
 * the whole file are named after the copy that was read, and are shown under the file's own name.
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

/** What an element is called: its name, else its class. */
export function elementName(tree: ModelTree, element: number): string {
  return tree.name(element) || elementClass(tree, element)
}

/** Class of the elements that stand for whole files where several models are open. */
const fileClass = 'File'

/** The file an element is of; null while one model is open, and of the file itself. */
export function fileOfElement(tree: ModelTree, element: number): string | null {
  let root = element
  while ((tree.parent[root] ?? tree.count) < tree.count) root = tree.parent[root] ?? root
  return root === element || elementClass(tree, root) !== fileClass ? null : tree.name(root)
}

export function elementClass(tree: ModelTree, element: number): string {
  return tree.classNames[tree.classIndex[element] ?? 0] ?? ''
}
