import type { TreeColumns } from '@kamar/package-format/read'

/** Returns the buffers of a tree. */
export function listTreeBuffers({ parent, classIndex, hidden, names, ids }: TreeColumns): ArrayBuffer[] {
  const arrays = [
    parent,
    classIndex,
    hidden,
    names.stems.bytes,
    names.stems.ends,
    names.stemOf,
    names.tails,
    ids.kinds ?? ids.globalIds,
    ids.globalIds,
    ids.texts.bytes,
    ids.texts.ends,
  ]
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))]
}

/** Returns a copy of a tree, and its buffers. */
export function copyTree(tree: TreeColumns): [TreeColumns, ArrayBuffer[]] {
  const { names, ids } = tree
  const copyTexts = ({ bytes, ends }: TreeColumns['ids']['texts']): TreeColumns['ids']['texts'] => ({
    bytes: bytes.slice(),
    ends: ends.slice(),
  })
  const copy: TreeColumns = {
    ...tree,
    parent: tree.parent.slice(),
    classIndex: tree.classIndex.slice(),
    hidden: tree.hidden.slice(),
    names: { ...names, stems: copyTexts(names.stems), stemOf: names.stemOf.slice(), tails: names.tails.slice() },
    ids: {
      ...ids,
      kinds: ids.kinds?.slice() ?? null,
      globalIds: ids.globalIds.slice(),
      texts: copyTexts(ids.texts),
    },
  }
  return [copy, listTreeBuffers(copy)]
}
