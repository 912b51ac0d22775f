import type { PropertySet } from '@kamar/core'
import { type PackageReader, RecentBlocks } from '@kamar/package-format/package-reader'
import type { ModelTree } from '@kamar/package-format/read'
import type { OnFraction } from './export-job.js'

const elementsPerReport = 2000

/** Element with all its properties. */
export interface ElementProperties {
  readonly element: number
  readonly tree: ModelTree
  readonly sets: readonly PropertySet[]
}

/** Yields every element of a package in tree order. */
export async function* elementProperties(
  model: PackageReader,
  onFraction: OnFraction,
): AsyncGenerator<ElementProperties> {
  const tree = await model.tree()
  const index = await model.propertyIndex()
  const blocks = new RecentBlocks(model, index)
  for (let element = 0; element < tree.count; element++) {
    yield { element, tree, sets: await blocks.readSets(element) }
    if (element % elementsPerReport === 0) onFraction(element / tree.count)
  }
  onFraction(1)
}
