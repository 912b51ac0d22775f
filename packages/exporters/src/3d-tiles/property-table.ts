import type { ModelTree } from '@kamar/package-format/read'

/** Concatenated texts, and the offset of each. */
export interface TextColumn {
  readonly values: Uint8Array
  readonly offsets: Uint32Array
}

/** Properties of a tile's objects, by their number in the tile. */
export interface ElementTable {
  readonly count: number
  readonly columns: Readonly<Record<'id' | 'name' | 'class', TextColumn>>
}

/** Creates the table with names and ids of elements, in numbering order. */
export function elementTable(tree: ModelTree, elements: readonly number[]): ElementTable {
  return {
    count: elements.length,
    columns: {
      id: textColumn(elements.map((element) => tree.sourceId(element))),
      name: textColumn(elements.map((element) => tree.name(element))),
      class: textColumn(elements.map((element) => tree.classNames[tree.classIndex[element]])),
    },
  }
}

function textColumn(texts: readonly string[]): TextColumn {
  const encoder = new TextEncoder()
  const chunks = texts.map((text) => encoder.encode(text))
  const offsets = new Uint32Array(texts.length + 1)
  chunks.forEach((chunk, at) => (offsets[at + 1] = offsets[at] + chunk.length))
  const values = new Uint8Array(offsets[texts.length])
  chunks.forEach((chunk, at) => values.set(chunk, offsets[at]))
  return { values, offsets }
}

/** Column definitions for the structural metadata of glTF. */
export const elementSchema = {
  id: 'kamar',
  classes: {
    element: {
      properties: {
        id: { type: 'STRING', description: 'Identity in the source, such as the GlobalId of IFC' },
        name: { type: 'STRING' },
        class: { type: 'STRING', description: 'Kind of element in the source' },
      },
    },
  },
} as const
