import { encodeContainer } from '../container/container-encode.js'
import type { SectionInput } from '../container/container-layout.js'
import { isGlobalId, packGlobalId } from './global-id.js'
import { encodeFirstUses, stringTableSections } from '../container/string-table.js'
import { TextTable } from '../container/text-table.js'
import { idKind, type TreeInput } from './tree.js'
import { encodeVarints } from '../container/varints.js'

/**
 * Returns the distance back to the parent, 0 for a root: small and repetitive, because readers add children near their
 * parent.
 */
function parentDistances(tree: TreeInput): Uint32Array {
  const out = new Uint32Array(tree.count)
  for (let element = 0; element < tree.count; element++) {
    const parent = tree.parent[element]
    if (parent < element) out[element] = element - parent
  }
  return out
}

function nameSections(tree: TreeInput): { sections: SectionInput[]; texts: number } {
  const table = new TextTable()
  const numbers = new Uint32Array(tree.count)
  for (let element = 0; element < tree.count; element++) numbers[element] = table.indexOf(tree.name(element))
  return {
    texts: table.count,
    sections: [...table.sections('name'), { name: 'n.name', data: encodeFirstUses(numbers) }],
  }
}

/**
 * Transposes the bytes of all packed ids, first bytes first: ids of one session share leading bytes, which then repeat
 * in runs.
 */
function transpose(rows: Uint8Array, count: number): Uint8Array {
  const out = new Uint8Array(count * 16)
  for (let row = 0; row < count; row++) {
    for (let byte = 0; byte < 16; byte++) out[byte * count + row] = rows[row * 16 + byte]
  }
  return out
}

function idSections(tree: TreeInput): { sections: SectionInput[]; globalIds: number; texts: number } {
  const kinds = new Uint8Array(tree.count)
  const packed = new Uint8Array(tree.count * 16)
  const texts: string[] = []
  let globalIds = 0
  for (let element = 0; element < tree.count; element++) {
    const id = tree.sourceId(element)
    if (id === '') continue
    if (isGlobalId(id)) {
      kinds[element] = idKind.globalId
      packGlobalId(id, packed, 16 * globalIds++)
    } else {
      kinds[element] = idKind.text
      texts.push(id)
    }
  }
  const sections = [
    { name: 'n.id', data: kinds },
    { name: 'id.packed', data: transpose(packed, globalIds) },
    ...stringTableSections('id', texts),
  ]
  return { sections, globalIds, texts: texts.length }
}

/** Encodes `tree.bin` (before brotli). A parent number that is not below its child's is written as a root. */
export function encodeTree(tree: TreeInput): Uint8Array {
  const names = nameSections(tree)
  const ids = idSections(tree)
  const meta = {
    elements: tree.count,
    classes: tree.classNames,
    names: names.texts,
    globalIds: ids.globalIds,
    idTexts: ids.texts,
  }
  return encodeContainer(meta, [
    { name: 'n.parent', data: encodeVarints(parentDistances(tree)) },
    { name: 'n.class', data: encodeVarints(tree.classIndex.subarray(0, tree.count)) },
    { name: 'n.hidden', data: tree.hidden.subarray(0, tree.count) },
    ...names.sections,
    ...ids.sections,
  ])
}
