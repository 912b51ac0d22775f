import type { PaletteItem } from '@kamar/extensions'
import type { ModelTree } from '@kamar/package-format/read'
import { useMemo } from 'react'
import { useClassNames } from '../../kit/classes/use-class-names.js'
import type { Context } from '../../kit/tool.js'

const maxClasses = 5

/** Returns the classes of the model whose name in the interface or in the file matches, to select all their elements. */
export function useClassItems({ session: { tree, viewer }, t }: Context<null>, query: string): readonly PaletteItem[] {
  const formatClass = useClassNames()
  const shapes = viewer?.model?.shapes
  const typed = query.trim().toLowerCase()
  const isUsed = typed !== ''
  const classes = useMemo(() => (tree && isUsed ? countClasses(tree, shapes) : []), [tree, shapes, isUsed])
  return classes
    .map((one) => ({ ...one, name: formatClass(one.className) }))
    .filter(({ name, className }) => `${name} ${className}`.toLowerCase().includes(typed))
    .slice(0, maxClasses)
    .map(({ name, className, number, count }) => ({
      id: `class-${className}`,
      name,
      note: t('search.classCount', { className, count }),
      group: 'elements',
      synonyms: [className],
      run() {
        const elements = tree ? listElements(tree, shapes, number) : []
        viewer?.selection.set(elements)
        viewer?.fitToView(elements)
      },
    }))
}

/** Lists the classes with the number of their elements that have geometry, the most frequent first. */
function countClasses(tree: ModelTree, shapes: Uint8Array | undefined) {
  const counts = new Uint32Array(tree.classNames.length)
  for (let element = 0; element < tree.count; element += 1) {
    const number = tree.classIndex[element] ?? 0
    if (!shapes || shapes[element] === 1) counts[number] = (counts[number] ?? 0) + 1
  }
  return tree.classNames
    .map((className, number) => ({ className, number, count: counts[number] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}

/** Lists the elements of a class that have geometry. */
function listElements(tree: ModelTree, shapes: Uint8Array | undefined, classNumber: number): number[] {
  const elements: number[] = []
  for (let element = 0; element < tree.count; element += 1)
    if (tree.classIndex[element] === classNumber && (!shapes || shapes[element] === 1)) elements.push(element)
  return elements
}
