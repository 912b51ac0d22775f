import { decodeContainer, type Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { unpackGlobalId } from './global-id.js'
import { decodeFirstUses, readStringTable } from '../container/string-table.js'
import { idKind, noParent, type ModelTree } from './tree.js'
import { decodeVarints } from '../container/varints.js'

function decodeParents(container: Container, count: number): Uint32Array {
  const parent = decodeVarints(container.column('n.parent', 'u8'), count)
  for (let element = 0; element < count; element++) {
    const distance = parent[element]
    if (distance > element) throw malformed('parent out of range')
    parent[element] = distance === 0 ? noParent : element - distance
  }
  return parent
}

interface Children {
  readonly roots: Uint32Array
  children(element: number): Uint32Array
}

function sortByParent(parent: Uint32Array): Children {
  const count = parent.length
  const starts = new Uint32Array(count + 1)
  let rootCount = 0
  for (const of of parent) {
    if (of === noParent) rootCount++
    else starts[of + 1]++
  }
  for (let element = 0; element < count; element++) starts[element + 1] += starts[element]
  const next = starts.slice()
  const items = new Uint32Array(count - rootCount)
  const roots = new Uint32Array(rootCount)
  let root = 0
  for (let element = 0; element < count; element++) {
    const of = parent[element]
    if (of === noParent) roots[root++] = element
    else items[next[of]++] = element
  }
  return { roots, children: (element) => items.subarray(starts[element], starts[element + 1]) }
}

/** Returns the row of each element's id in its own table: the number of earlier ids of the same kind. */
function idRows(kinds: Uint8Array): Uint32Array {
  const counts = [0, 0, 0]
  const rows = new Uint32Array(kinds.length)
  kinds.forEach((kind, element) => {
    if (kind > idKind.text) throw malformed('id of unknown kind')
    rows[element] = counts[kind]++
  })
  return rows
}

function decodeIds(container: Container, count: number): (element: number) => string {
  const kinds = container.exactColumn('n.id', 'u8', count)
  const rows = idRows(kinds)
  const globalIds = container.count('globalIds')
  const planes = container.exactColumn('id.packed', 'u8', globalIds * 16)
  const texts = readStringTable(container, 'id', container.count('idTexts'))
  const row = new Uint8Array(16)
  return (element) => {
    if (kinds[element] === idKind.text) return texts.text(rows[element])
    if (kinds[element] !== idKind.globalId) return ''
    for (let byte = 0; byte < 16; byte++) row[byte] = planes[byte * globalIds + rows[element]]
    return unpackGlobalId(row, 0)
  }
}

/** Decodes `tree.bin`; throws `RangeError` if malformed. */
export function decodeTree(bytes: Uint8Array): ModelTree {
  const container = decodeContainer(bytes)
  const count = container.count('elements')
  const parent = decodeParents(container, count)
  const classNames = container.texts('classes')
  const classIndex = new Uint16Array(decodeVarints(container.column('n.class', 'u8'), count))
  if (classIndex.some((number) => number >= classNames.length)) throw malformed('class out of range')
  const names = readStringTable(container, 'name', container.count('names'))
  const nameNumbers = decodeFirstUses(container.column('n.name', 'u8'), count, names.count)
  return {
    count,
    parent,
    classNames,
    classIndex,
    hidden: container.exactColumn('n.hidden', 'u8', count),
    name: (element) => names.text(nameNumbers[element]),
    sourceId: decodeIds(container, count),
    ...sortByParent(parent),
  }
}
