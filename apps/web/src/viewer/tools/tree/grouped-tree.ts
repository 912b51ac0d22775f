import type { ModelTree } from '@kamar/package-format/read'
import type { QueryField, ValueGroup } from '@kamar/viewer'

/** Orders of the tree; `structure` is that of the file. */
export const treeOrders = ['structure', 'storey', 'class', 'type', 'layer', 'file'] as const
export type TreeOrder = (typeof treeOrders)[number]

/** Query field of each order; the file's own order needs none. */
export const fieldOfOrder: Readonly<Record<Exclude<TreeOrder, 'structure'>, QueryField>> = {
  storey: { set: '', property: 'storey' },
  class: { set: '', property: 'class' },
  type: { set: '*', property: 'Type' },
  layer: { set: '*', property: 'Layer' },
  file: { set: '', property: 'file' },
}

/** Tree of groups with their elements below them: group ids follow the model's element ids. */
export interface GroupedTree extends ModelTree {
  /** Whether the groups are classes, whose names are translated. */
  readonly ofClasses: boolean
  /** Number of the model's elements in groups: elements without geometry are in none. */
  readonly grouped: number
  /** Returns the model's elements that a row represents. */
  meaning(element: number): Uint32Array
}

const noParent = 0xffffffff
const noElements = new Uint32Array(0)

/** Arranges the elements of a model in groups; `unnamed` is the name of the group without a value. */
export function groupedTree(
  tree: ModelTree,
  groups: readonly ValueGroup[],
  { unnamed, ofClasses = false }: { readonly unnamed: string; readonly ofClasses?: boolean },
): GroupedTree {
  const { count } = tree
  const parent = new Uint32Array(count + groups.length).fill(noParent)
  groups.forEach(({ elements }, at) => {
    for (const element of elements) parent[element] = count + at
  })
  const classIndex = new Uint16Array(count + groups.length)
  classIndex.set(tree.classIndex)
  classIndex.fill(tree.classNames.length, count)
  const hidden = new Uint8Array(count + groups.length)
  hidden.set(tree.hidden)
  return {
    count: count + groups.length,
    ofClasses,
    grouped: groups.reduce((sum, { elements }) => sum + elements.length, 0),
    parent,
    classNames: [...tree.classNames, ''],
    classIndex,
    hidden,
    roots: Uint32Array.from(groups, (_, at) => count + at),
    name: (element) => (element < count ? tree.name(element) : groups[element - count]?.text || unnamed),
    sourceId: (element) => (element < count ? tree.sourceId(element) : ''),
    findByIds: (sourceIds) => tree.findByIds(sourceIds),
    children: (element) => (element < count ? noElements : (groups[element - count]?.elements ?? noElements)),
    meaning: (element) =>
      element < count ? Uint32Array.of(element) : (groups[element - count]?.elements ?? noElements),
  }
}
