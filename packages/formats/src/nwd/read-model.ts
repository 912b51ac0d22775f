import type { ByteSource } from '@kamar/core'
import { readChunk, type Inflation } from './container/chunk-bytes.js'
import type { Chunk } from './container/chunk-bytes.js'
import type { RecordForm } from './container/form.js'
import { tryParse } from '@kamar/codecs/records'
import { parts, type ModelParts } from './container/models.js'
import { ObjectStream } from './container/object-stream.js'
import { parseFragments, type Fragments } from './geometry/fragments.js'
import { readSeparateAttributes } from './tree/attributes.js'
import type { Attribute } from './tree/elements.js'
import { parsePartition, type Partition } from './tree/partition.js'
import { parseTree, type Tree } from './tree/parse-tree.js'

/** The elements of a model. */
export interface Model {
  readonly parts: ModelParts
  readonly partition: Partition | null
  readonly tree: Tree
  /** Attributes stored in a separate chunk; null where they could not be read. */
  readonly separateAttributes: readonly Attribute[] | null
}

/** A model with the instances of its shapes, which take much memory. */
export interface ModelContent {
  readonly model: Model
  readonly fragments: Fragments
}

/** Input of reading a model. */
export interface ModelReading {
  readonly input: ByteSource
  readonly inflation: Inflation
  readonly forms: readonly RecordForm[]
}

const inClear = 1

/** Reads a model's tree and its shape instances. */
export async function readModel(reading: ModelReading, model: ModelParts): Promise<ModelContent> {
  const { input, inflation, forms } = reading
  const readBytes = async (part: string): Promise<Uint8Array> => {
    const chunk: Chunk | undefined = model.get(part)
    return chunk?.type === inClear ? (await readChunk(input, chunk, inflation)).bytes : new Uint8Array()
  }
  const treeBytes = await readBytes(parts.tree)
  const trees = forms.map((form) => ({ form, tree: parseTree(treeBytes, form) }))
  const { form, tree } = trees.find((candidate) => candidate.tree.isComplete) ?? trees[0]
  const partition = parsePartition(await readBytes(parts.model), form)
  const propertyBytes = await readBytes(parts.properties)
  const separateAttributes = tryParse(() => readSeparateAttributes(new ObjectStream(propertyBytes), tree.separateCount))
  const fragments = parseFragments(await readBytes(parts.fragments))
  return { model: { parts: model, partition, tree, separateAttributes }, fragments }
}
