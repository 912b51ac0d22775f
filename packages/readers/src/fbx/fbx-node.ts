/** Values of an array property. */
export type FbxArray = Float64Array | Float32Array | Int32Array | BigInt64Array | Uint8Array

/** One value behind a node's name. Names of objects come as `Model::Wall`, whichever encoding they were read from. */
export type FbxValue = number | bigint | string | boolean | FbxArray

/** A node of the tree that both encodings describe. */
export interface FbxNode {
  readonly name: string
  readonly values: readonly FbxValue[]
  readonly children: readonly FbxNode[]
}

/** What a parser made of a file. */
export interface FbxTree {
  readonly root: FbxNode
  /** The file's version: 7400 is 7.4. */
  readonly version: number
  /** The file ends, or lies about its lengths, before its last node. */
  readonly isCut: boolean
  /** Arrays that could not be inflated or hold fewer numbers than they state. */
  readonly damagedArrays: number
}

/** Deeper trees are only written by hostile hands. */
export const maxNodeDepth = 64

/** The first child of that name. */
export const findChild = (node: FbxNode | undefined, name: string): FbxNode | undefined =>
  node?.children.find((child) => child.name === name)

/** All children of that name. */
export const listChildren = (node: FbxNode | undefined, name: string): readonly FbxNode[] =>
  node?.children.filter((child) => child.name === name) ?? []

/** A value as a number; `otherwise` when it is none. */
export function toNumber(value: FbxValue | undefined, otherwise = 0): number {
  const number = typeof value === 'bigint' || typeof value === 'boolean' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}

/** A value as text; '' when it is none. */
export const toText = (value: FbxValue | undefined): string => (typeof value === 'string' ? value : '')

/** The text of a child's first value. */
export const childText = (node: FbxNode | undefined, name: string): string => toText(findChild(node, name)?.values[0])

/** The numbers of a child: one array, or (in the ASCII encoding of 6.1) a list of values. */
export function childNumbers(node: FbxNode | undefined, name: string): ArrayLike<number> {
  const child = findChild(node, name)
  const [first] = child?.values ?? []
  if (first instanceof BigInt64Array) return Array.from(first, Number)
  if (typeof first === 'object') return first
  return child?.values.map((value) => toNumber(value, Number.NaN)) ?? []
}

/** The part behind `::` of an object's name. */
export const objectName = (text: string): string => text.slice(text.indexOf('::') < 0 ? 0 : text.indexOf('::') + 2)
