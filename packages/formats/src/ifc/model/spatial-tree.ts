import { TranslationError, type NodeId, type SceneBuilder } from '@kamar/core'
import { cleanName } from '@kamar/codecs/text'
import { RowLinks } from '../row-links.js'
import { RowMap } from '../row-map.js'
import { rowsPerStep, type TimeSliced } from '../time-slices.js'
import { objectAttribute, type IfcFile } from './ifc-file.js'
import { toClassName, isConnectionType, isHiddenType, isProductType, isTypeProduct } from './product-classes.js'
import type { Relations } from './relations.js'

/** The model tree: the rows of the nodes and their parents, in the order the nodes were added. */
export interface SpatialTree {
  /** Rows of all nodes, by node id; -1 for a generated root. */
  readonly rows: Int32Array
  /** Parent node by node id, -1 for roots. */
  readonly parents: Int32Array
}

/** Node of the root, which is added first. */
const rootNode: NodeId = 0

const shapeTypes = new Set(['IFCPRODUCTDEFINITIONSHAPE', 'IFCPRODUCTREPRESENTATION'])

/** Returns the product types of the file: the known ones, and unknown ones that have a product's shape. */
function productTypes(file: IfcFile): string[] {
  return file.index.typeNames.filter((name) => {
    if (isConnectionType(name)) return false
    if (isProductType(name)) return true
    if (!name.startsWith('IFC') || name.startsWith('IFCREL') || name.startsWith('IFCSTRUCTURAL')) return false
    const [first] = file.index.listRows(name)
    return first !== undefined && shapeTypes.has(file.typeOf(file.rowAt(first, objectAttribute.shape)))
  })
}

/** Returns the types with their own shapes when no product has any: a parts library, which is drawn as it is. */
export function drawnTypes(file: IfcFile): number[] {
  if ([...shapeTypes].some((name) => file.index.listRows(name).length > 0)) return []
  const names = file.index.typeNames.filter(isTypeProduct)
  return file.listRows(...names).filter((row) => file.rowsAt(row, 6).length > 0)
}

function parentRow(row: number, relations: Relations): number {
  const direct = relations.aggregateByPart.get(row) ?? relations.containerOf.get(row) ?? relations.hostOf.get(row)
  if (direct !== undefined) return direct
  const filled = relations.openingFilledBy.get(row)
  return relations.voidedElementOf.get(filled ?? row) ?? -1
}

/** Links rows to their children, in file order; rows without a parent are children of the root. */
function linkChildren(rows: Int32Array, root: number, relations: Relations): RowLinks {
  const isNode = new RowMap(rows.length + 1)
  for (const row of rows) isNode.set(row, 1)
  isNode.set(root, 1)
  const children = new RowLinks()
  for (const row of rows) {
    const parent = parentRow(row, relations)
    children.add(isNode.has(parent) ? parent : root, row)
  }
  return children
}

/** Options of the tree. */
export interface TreeOptions {
  readonly relations: Relations
  /** Rows of types that are drawn like products. */
  readonly typeRows: readonly number[]
  readonly fileName: string
  /** Max number of nodes. */
  readonly nodes: number
}

/** Adds every product as a node below the project; throws `limit-exceeded` beyond `nodes`. */
export function* addTree(
  file: IfcFile,
  scene: Pick<SceneBuilder, 'addNode'>,
  options: TreeOptions,
): TimeSliced<SpatialTree> {
  const products = Int32Array.from([...file.listRows(...productTypes(file)), ...options.typeRows]).toSorted()
  const roots = file.listRows('IFCPROJECT', 'IFCPROJECTLIBRARY')
  // A file without a project has a generated root, whose row is that after the last one.
  const root = roots[0] ?? file.index.count
  if (products.length + 1 > options.nodes) {
    throw new TranslationError({ code: 'limit-exceeded', details: { limit: `${options.nodes} nodes` } })
  }
  const children = linkChildren(products, root, options.relations)
  const added = new RowMap(products.length + 1)
  const rows = new Int32Array(products.length + 1)
  const parents = new Int32Array(products.length + 1)
  const add = (key: number, parent: NodeId | null): NodeId => {
    const row = key < file.index.count ? key : -1
    const node = scene.addNode(nodeInput(file, { row, parent, fileName: options.fileName }))
    rows[added.size] = row
    parents[added.size] = parent ?? -1
    added.set(key, node)
    return node
  }
  const addBelow = function* (top: number, parent: NodeId | null): TimeSliced<void> {
    const stack: { row: number; parent: NodeId | null }[] = [{ row: top, parent }]
    for (let next = stack.pop(); next; next = stack.pop()) {
      if (added.has(next.row)) continue
      const node = add(next.row, next.parent)
      if (added.size % rowsPerStep === 0) yield
      for (const child of (children.get(next.row) ?? []).toReversed()) stack.push({ row: child, parent: node })
    }
  }
  yield* addBelow(root, null)
  // Unreached products belong to a cycle of relations: it is broken at its first member.
  for (const row of products) if (!added.has(row)) yield* addBelow(row, rootNode)
  return { rows: rows.slice(0, added.size), parents: parents.slice(0, added.size) }
}

function nodeInput(file: IfcFile, input: { row: number; parent: NodeId | null; fileName: string }) {
  const { row, parent, fileName } = input
  if (row < 0) return { parent, name: fileName, class: 'IfcProject', sourceId: '' }
  const typeName = file.typeOf(row)
  return {
    parent,
    name: cleanName(displayName(file, row)),
    class: toClassName(typeName),
    sourceId: file.textAt(row, objectAttribute.globalId) ?? '',
    ...(isHiddenType(typeName) ? { hidden: true } : {}),
  }
}

const longNameAttribute: Readonly<Record<string, number>> = {
  IFCPROJECT: 5,
  IFCSPACE: 7,
  IFCBUILDING: 7,
  IFCSITE: 7,
  IFCBUILDINGSTOREY: 7,
}

/** Returns the display name: a room's number and name, a project's long name when it has no short one. */
function displayName(file: IfcFile, row: number): string {
  const typeName = file.typeOf(row)
  const name = file.textAt(row, objectAttribute.name)?.trim() ?? ''
  const attribute = longNameAttribute[typeName]
  const longName = attribute === undefined ? '' : (file.textAt(row, attribute)?.trim() ?? '')
  if (name === '' || name === longName) return longName
  return typeName === 'IFCSPACE' && longName !== '' ? `${name} ${longName}` : name
}
