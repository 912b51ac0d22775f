import type { Directory } from './directory.js'
import type { Chunk } from './chunk-bytes.js'

/** The chunks of one model of a file, by name without the model's. */
export type ModelParts = ReadonlyMap<string, Chunk>

/** Chunks of a model; one without shapes is not a model. */
export const parts = {
  shapes: 'LcOpNwdGeometry',
  fragments: 'LcOpNwdFragments',
  tree: 'LcOpNwdLogicalHierarchy',
  properties: 'LcOaPartitionProps',
  model: 'LcOpNwdPartition',
  savedViews: 'LcOpSavedViewsElement',
  currentView: 'LcOpCurrentViewElement',
} as const

/** Returns the name of a chunk without the model it belongs to. */
export const getPartName = ({ name }: Chunk): string => name.split('\\').at(-1) ?? ''

/** Groups chunks by model: their names begin with the model's name or, without one, repeat with the next model. */
export function groupModels({ chunks }: Directory): ModelParts[] {
  const models: Map<string, Chunk>[] = []
  const current = new Map<string, Map<string, Chunk>>()
  for (const chunk of chunks) {
    const part = getPartName(chunk)
    const model = chunk.name.slice(0, chunk.name.length - part.length)
    let modelParts = current.get(model)
    if (modelParts === undefined || modelParts.has(part)) {
      modelParts = new Map()
      current.set(model, modelParts)
      models.push(modelParts)
    }
    modelParts.set(part, chunk)
  }
  return models.filter((model) => model.has(parts.shapes))
}
