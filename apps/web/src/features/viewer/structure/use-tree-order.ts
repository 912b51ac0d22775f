import type { ModelTree } from '@kamar/view-package/read'
import type { ValueGroup, Viewer } from '@kamar/viewer'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldOfOrder, type GroupedTree, groupedTree, type TreeOrder } from './grouped-tree.js'

/** The tree in another order; null while it is worked out, and for the file's own order. */
export function useTreeOrder(viewer: Viewer | null, tree: ModelTree | null, order: TreeOrder): GroupedTree | null {
  const { t } = useTranslation()
  const [found, setFound] = useState<{
    readonly of: ModelTree
    readonly order: TreeOrder
    readonly groups: readonly ValueGroup[]
  } | null>(null)
  useEffect(() => {
    const shapes = viewer?.model?.shapes
    if (!viewer || !tree || !shapes || order === 'structure') return undefined
    let isCurrent = true
    viewer.queries.groups(fieldOfOrder[order], shapes).then(
      (groups) => (isCurrent ? setFound({ of: tree, order, groups }) : undefined),
      () => null,
    )
    return () => {
      isCurrent = false
    }
  }, [viewer, tree, order])
  const unnamed = t(`treeBy.without.${order === 'structure' ? 'class' : order}`)
  return useMemo(
    () =>
      found !== null && tree !== null && found.of === tree && found.order === order
        ? groupedTree(tree, found.groups, unnamed)
        : null,
    [found, tree, order, unnamed],
  )
}
