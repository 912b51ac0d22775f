import type { ModelTree } from '@kamar/view-package/read'
import type { QueryField, ValueGroup } from '@kamar/viewer'

/** By what the tree can be ordered; `structure` is as the file has it. */
export const treeOrders = ['structure', 'storey', 'class', 'type', 'layer', 'file'] as const
export type TreeOrder = (typeof treeOrders)[number]

/** What elements are asked for; the file's own order asks nothing. */
export const fieldOfOrder: Readonly<Record<Exclude<TreeOrder, 'structure'>, QueryField>> = {
  storey: { set: '', property: 'storey' },
  class: { set: '', property: 'class' },
  type: { set: '*', property: 'Type' },
  layer: { set: '*', property: 'Layer' },
  file: { set: '', property: 'file' },
}

/** A tree of groups with their elements below them: groups are numbered behind the model's elements. */
export interface GroupedTree extends ModelTree {
  /** How many of the model's elements are in the groups: what has no shape is in none. */
  readonly grouped: number
  /** The model's elements that a row stands for. */
  meaning(element: number): Uint32Array
}

const noParent = 0xffffffff
const nothing = new Uint32Array(0)

/** Orders the elements of a model by groups; `unnamed` is what the group without a value is called. */
export function groupedTree(tree: ModelTree, groups: readonly ValueGroup[], unnamed: string): GroupedTree {
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
    grouped: groups.reduce((sum, { elements }) => sum + elements.length, 0),
    parent,
    classNames: [...tree.classNames, ''],
    classIndex,
    hidden,
    roots: Uint32Array.from(groups, (_, at) => count + at),
    name: (element) => (element < count ? tree.name(element) : groups[element - count]?.text || unnamed),
    sourceId: (element) => (element < count ? tree.sourceId(element) : ''),
    children: (element) => (element < count ? nothing : (groups[element - count]?.elements ?? nothing)),
    meaning: (element) => (element < count ? Uint32Array.of(element) : (groups[element - count]?.elements ?? nothing)),
  }
}
