import { createTree, decodeTreeColumns } from '@kamar/package-format/read'

/** Lazy-loaded decoders of the model tree, which the first frame does not need. */
export const treeDecoders = { columns: decodeTreeColumns, tree: createTree } as const
