/** `ModelTree.parent` of a root. */
export const noParent = 0xffffffff

/** What `encodeTree` writes; element number = index. A parent stands before its children. */
export interface TreeInput {
  readonly count: number
  /** Element number of the parent, `noParent` for a root. */
  readonly parent: Uint32Array
  readonly classNames: readonly string[]
  readonly classIndex: Uint16Array
  /** 1 for elements that are not shown until the user asks. */
  readonly hidden: Uint8Array
  name(element: number): string
  /** The source's own identity, '' when it has none. */
  sourceId(element: number): string
}

/** A decoded `tree.bin`. */
export interface ModelTree extends TreeInput {
  /** Element numbers of the roots, ascending. */
  readonly roots: Uint32Array
  /** Element numbers of an element's children, ascending; a view, not a copy. */
  children(element: number): Uint32Array
}

/** How an element's source id is stored: not at all, as the 16 bytes of an IFC GlobalId, or as text. */
export const idKind = { none: 0, globalId: 1, text: 2 } as const
