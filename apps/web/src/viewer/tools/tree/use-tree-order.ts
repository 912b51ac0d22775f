import type { ModelTree } from '@kamar/package-format/read'
import type { ValueGroup, Viewer } from '@kamar/viewer'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldOfOrder, type GroupedTree, groupedTree, type TreeOrder } from './grouped-tree.js'

/** Provides the tree in another order; null while it is computed, and for the file's own order. */
export function useTreeOrder(viewer: Viewer | null, tree: ModelTree | null, order: TreeOrder): GroupedTree | null {
  const { t } = useTranslation()
  const [loaded, setLoaded] = useState<{
    readonly of: ModelTree
    readonly order: TreeOrder
    readonly groups: readonly ValueGroup[]
  } | null>(null)
  useEffect(() => {
    const shapes = viewer?.model?.shapes
    if (!viewer || !tree || !shapes || order === 'structure') return undefined
    let isCurrent = true
    viewer.queries.groups(fieldOfOrder[order], shapes).then(
      (groups) => (isCurrent ? setLoaded({ of: tree, order, groups }) : undefined),
      () => null,
    )
    return () => {
      isCurrent = false
    }
  }, [viewer, tree, order])
  const unnamed = t(`treeBy.without.${order === 'structure' ? 'class' : order}`)
  return useMemo(
    () =>
      loaded !== null && tree !== null && loaded.of === tree && loaded.order === order
        ? groupedTree(tree, loaded.groups, { unnamed, ofClasses: order === 'class' })
        : null,
    [loaded, tree, order, unnamed],
  )
}
