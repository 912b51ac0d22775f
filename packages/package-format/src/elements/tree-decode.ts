import { decodeContainer, type Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { decodeFirstUses, readTextColumns } from '../container/string-table.js'
import { decodeVarints } from '../container/varints.js'
import { createChildReader } from './child-reader.js'
import { createIdReader, findByIds, readIds, type IdColumns } from './id-columns.js'
import { createNameReader, splitNames, type NameColumns } from './name-columns.js'
import { noParent, type ModelTree } from './tree.js'

/** A decoded `tree.bin` as columns, which can be passed to another thread. */
export interface TreeColumns {
  readonly parent: Uint32Array
  readonly classNames: readonly string[]
  readonly classIndex: Uint16Array
  readonly hidden: Uint8Array
  readonly names: NameColumns
  readonly ids: IdColumns
}

function decodeParents(container: Container, count: number): Uint32Array {
  const parent = decodeVarints(container.column('n.parent', 'u8'), count)
  for (let element = 0; element < count; element++) {
    const distance = parent[element]
    if (distance > element) throw malformed('parent out of range')
    parent[element] = distance === 0 ? noParent : element - distance
  }
  return parent
}

function listRoots(parent: Uint32Array): Uint32Array {
  let count = 0
  for (const of of parent) if (of === noParent) count++
  const roots = new Uint32Array(count)
  let root = 0
  for (let element = 0; root < count; element++) if (parent[element] === noParent) roots[root++] = element
  return roots
}

/** Decodes `tree.bin` into columns; throws `RangeError` if malformed. */
export function decodeTreeColumns(bytes: Uint8Array): TreeColumns {
  const container = decodeContainer(bytes)
  const count = container.count('elements')
  const parent = decodeParents(container, count)
  const classNames = container.texts('classes')
  const classIndex = new Uint16Array(decodeVarints(container.column('n.class', 'u8'), count))
  for (const number of classIndex) if (number >= classNames.length) throw malformed('class out of range')
  const names = readTextColumns(container, 'name', container.count('names'))
  const nameOf = decodeFirstUses(container.column('n.name', 'u8'), count, names.ends.length)
  return {
    parent,
    classNames,
    classIndex,
    hidden: container.exactColumn('n.hidden', 'u8', count),
    names: splitNames(names, nameOf),
    ids: readIds(container, count),
  }
}

/** Returns the tree of decoded columns. */
export function createTree(columns: TreeColumns): ModelTree {
  const { parent, classNames, classIndex, hidden, names, ids } = columns
  return {
    count: parent.length,
    parent,
    classNames,
    classIndex,
    hidden,
    name: createNameReader(names),
    sourceId: createIdReader(ids),
    findByIds: (sourceIds) => findByIds(ids, sourceIds),
    roots: listRoots(parent),
    children: createChildReader(parent),
  }
}

/** Decodes `tree.bin`; throws `RangeError` if malformed. */
export const decodeTree = (bytes: Uint8Array): ModelTree => createTree(decodeTreeColumns(bytes))
