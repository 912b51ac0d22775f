import type { PaletteItem } from '@kamar/extensions'
import type { ModelTree } from '@kamar/package-format/read'
import { useMemo } from 'react'
import { useClassNames } from '../../kit/classes/use-class-names.js'
import type { Context } from '../../kit/tool.js'

const maxClasses = 5

/** Returns the classes of the model whose name in the interface or in the file matches, to select all their elements. */
export function useClassItems({ session: { tree, viewer }, t }: Context<null>, query: string): readonly PaletteItem[] {
  const formatClass = useClassNames()
  const classes = useMemo(() => (tree ? countClasses(tree, viewer?.model?.shapes) : []), [tree, viewer])
  const typed = query.trim().toLowerCase()
  if (typed === '') return []
  return classes
    .map((one) => ({ ...one, name: formatClass(one.className) }))
    .filter(({ name, className }) => `${name} ${className}`.toLowerCase().includes(typed))
    .slice(0, maxClasses)
    .map(({ name, className, elements }) => ({
      id: `class-${className}`,
      name,
      note: t('search.classCount', { className, count: elements.length }),
      group: 'elements',
      synonyms: [className],
      run() {
        viewer?.selection.set(elements)
        viewer?.fitToView(elements)
      },
    }))
}

/** Lists the classes with their elements that have geometry, the most frequent first. */
function countClasses(tree: ModelTree, shapes: Uint8Array | undefined) {
  const byClass = new Map<number, number[]>()
  for (let element = 0; element < tree.count; element += 1) {
    if (shapes && shapes[element] !== 1) continue
    const number = tree.classIndex[element] ?? 0
    const elements = byClass.get(number)
    if (elements) elements.push(element)
    else byClass.set(number, [element])
  }
  return [...byClass]
    .map(([number, elements]) => ({ className: tree.classNames[number] ?? '', elements }))
    .toSorted((a, b) => b.elements.length - a.elements.length)
}
