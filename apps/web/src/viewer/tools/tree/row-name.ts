import type { ModelTree } from '@kamar/package-format/read'
import type { FormatClass } from '../../kit/classes/use-class-names.js'
import { elementClass } from '../../session/use-tree.js'
import type { GroupedTree } from './grouped-tree.js'

const noParent = 0xffffffff

/** Returns the name of a row: that of the file, or the class in the language of the interface. */
export function getRowName(tree: ModelTree | GroupedTree, element: number, formatClass: FormatClass): string {
  const name = tree.name(element)
  const isClassGroup = 'ofClasses' in tree && tree.ofClasses && tree.parent[element] === noParent
  if (isClassGroup) return formatClass(name)
  return name || formatClass(elementClass(tree, element))
}
