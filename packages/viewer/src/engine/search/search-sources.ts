import { createTree, type ModelTree, type TreeColumns } from '@kamar/package-format/read'
import { NameSearch } from './name-search.js'
import type { PropertyBlocks } from './property-blocks.js'

/** Contents of a package that its search and its queries read. */
export class SearchSources {
  readonly columns: TreeColumns
  readonly tree: ModelTree
  readonly names: NameSearch
  /** Null if the package has no properties. */
  readonly blocks: PropertyBlocks | null

  constructor(columns: TreeColumns, blocks: PropertyBlocks | null) {
    this.columns = columns
    this.tree = createTree(columns)
    this.names = new NameSearch(columns.names)
    this.blocks = blocks
  }
}
