/** `ModelTree.parent` of a root. */
export const noParent = 0xffffffff

/** Input of `encodeTree`; element number = index. A parent precedes its children. */
export interface TreeInput {
  readonly count: number
  /** Element number of the parent, `noParent` for a root. */
  readonly parent: Uint32Array
  readonly classNames: readonly string[]
  readonly classIndex: Uint16Array
  /** 1 for elements that are hidden by default. */
  readonly hidden: Uint8Array
  name(element: number): string
  /** Returns the source's own identity, '' if it has none. */
  sourceId(element: number): string
}

/** A decoded `tree.bin`. */
export interface ModelTree extends TreeInput {
  /** Element numbers of the roots, ascending. */
  readonly roots: Uint32Array
  /** Returns the element numbers of an element's children, ascending; a view, not a copy. */
  children(element: number): Uint32Array
  /** Returns the elements that have one of these source ids, ascending; several may share one. */
  findByIds(sourceIds: Iterable<string>): number[]
}

/** Storage of an element's source id: none, the 16 bytes of an IFC GlobalId, or text. */
export const idKind = { none: 0, globalId: 1, text: 2 } as const
