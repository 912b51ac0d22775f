/** Values of an array property. */
export type FbxArray = Float64Array | Float32Array | Int32Array | BigInt64Array | Uint8Array

/** One value after a node's name. Object names are `Model::Wall` in both encodings. */
export type FbxValue = number | bigint | string | boolean | FbxArray

/** A node of the tree that both encodings describe. */
export interface FbxNode {
  readonly name: string
  readonly values: readonly FbxValue[]
  readonly children: readonly FbxNode[]
  /** Reads the children of a node that stay in the file until they are needed. */
  readonly load?: () => Promise<readonly FbxNode[]>
}

/** Returns a node with its children, reading them where they are still in the file. */
export const withChildren = async (node: FbxNode): Promise<FbxNode> =>
  node.load === undefined ? node : { name: node.name, values: node.values, children: await node.load() }

/**
 * Kinds of objects whose content stays in the file until it is needed: shapes and images are large, and of animations
 * only the number is reported.
 */
export const storedKinds: ReadonlySet<string> = new Set(['Geometry', 'Video', 'AnimationCurve'])

/** Result of parsing a file; what stays in the file counts once it is read. */
export interface FbxTree {
  readonly root: FbxNode
  /** The file's version: 7400 is 7.4. */
  readonly version: number
  /** The file is truncated or states wrong lengths before its last node. */
  readonly isCut: boolean
  /** Arrays that could not be inflated or hold fewer numbers than they state. */
  readonly damagedArrays: number
}

/** Max depth of the node tree; only hostile files exceed it. */
export const maxNodeDepth = 64

/** Returns the first child of that name. */
export const findChild = (node: FbxNode | undefined, name: string): FbxNode | undefined =>
  node?.children.find((child) => child.name === name)

/** Returns all children of that name. */
export const listChildren = (node: FbxNode | undefined, name: string): readonly FbxNode[] =>
  node?.children.filter((child) => child.name === name) ?? []

/** Converts a value to a number; `otherwise` when it is not numeric. */
export function toNumber(value: FbxValue | undefined, otherwise = 0): number {
  const number = typeof value === 'bigint' || typeof value === 'boolean' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}

/** Converts a value to text; '' when it is not text. */
export const toText = (value: FbxValue | undefined): string => (typeof value === 'string' ? value : '')

/** Returns the text of a child's first value. */
export const childText = (node: FbxNode | undefined, name: string): string => toText(findChild(node, name)?.values[0])

/** Returns the numbers of a child: one array or, in the ASCII encoding of 6.1, a list of values. */
export function childNumbers(node: FbxNode | undefined, name: string): ArrayLike<number> {
  const child = findChild(node, name)
  const [first] = child?.values ?? []
  if (first instanceof BigInt64Array) return Array.from(first, Number)
  if (typeof first === 'object') return first
  return child?.values.map((value) => toNumber(value, Number.NaN)) ?? []
}

/** Returns the part after `::` of an object's name. */
export const objectName = (text: string): string => text.slice(text.indexOf('::') < 0 ? 0 : text.indexOf('::') + 2)
