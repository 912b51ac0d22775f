import type { ModelTree } from '@kamar/package-format/read'
import type { ElementReference } from './view-state.js'

/** Resolves an element to its model, where several are open, and its number there; null while there is one. */
export type ModelOf = (element: number) => { readonly key: string; readonly own: number } | null

/** Returns the reference of an element in a saved view. */
export function createReference(tree: ModelTree, element: number, modelOf: ModelOf = () => null): ElementReference {
  const id = tree.sourceId(element)
  const model = modelOf(element)
  const own = id === '' ? `#${model?.own ?? element}` : id
  return model === null ? own : `@${model.key}@${own}`
}

const ofModel = /^@[^@]+@/

/**
 * Converts references to those of the open models: views of one model apply to the first of several, and views of
 * several models apply to a single open one if it is among them.
 */
export function fitReferences(
  references: readonly ElementReference[],
  { isSingleModel, first }: { readonly isSingleModel: boolean; readonly first: string | null },
): readonly ElementReference[] {
  if (first === null) return references
  const prefix = `@${first}@`
  if (isSingleModel) return references.map((one) => (one.startsWith(prefix) ? one.slice(prefix.length) : one))
  return references.map((one) => (ofModel.test(one) ? one : prefix + one))
}

/** Returns the referenced elements that this model has; several may share one id. */
export function findElements(tree: ModelTree, references: readonly ElementReference[], modelOf?: ModelOf): number[] {
  if (references.length === 0) return []
  const ids = new Set(references)
  // An id may look like the reference of another model.
  const candidates = tree.findByIds(references.flatMap((one) => [one, one.replace(ofModel, '')]))
  if (references.some((one) => one.replace(ofModel, '').startsWith('#'))) {
    // Elements without an id are found by their number, which is that in their own model.
    candidates.length = 0
    for (let element = 0; element < tree.count; element++) candidates.push(element)
  }
  return candidates.filter((element) => ids.has(createReference(tree, element, modelOf)))
}

/**
 * Compacts elements to fewer references: an element without a shape stands for all its descendants if everything that
 * `counts` below it is included, such as a storey.
 */
export function compactElements(tree: ModelTree, elements: ReadonlySet<number>, of: CompactionRules): number[] {
  const counted = new Uint32Array(tree.count)
  const meant = new Uint32Array(tree.count)
  // Parents precede their children.
  for (let element = tree.count - 1; element >= 0; element--) {
    if (of.counts(element)) counted[element] += 1
    if (of.counts(element) && elements.has(element)) meant[element] += 1
    const parent = tree.parent[element]
    if (parent >= tree.count) continue
    counted[parent] += counted[element]
    meant[parent] += meant[element]
  }
  const compacted: number[] = []
  const stack = [...tree.roots].toReversed()
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (meant[element] === 0) continue
    const isCovered = !of.hasShape(element) && meant[element] === counted[element]
    if (isCovered || (of.counts(element) && elements.has(element))) compacted.push(element)
    if (!isCovered) stack.push(...[...tree.children(element)].toReversed())
  }
  return compacted
}

/** Rules of the compaction: which elements stand for others, and which must be included for that. */
export interface CompactionRules {
  readonly hasShape: (element: number) => boolean
  readonly counts: (element: number) => boolean
}
