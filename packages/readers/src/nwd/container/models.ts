import type { Chunk, Directory } from './directory.js'

/** The parts of one model of a file, by their names without the model's. */
export type ModelParts = ReadonlyMap<string, Chunk>

/** Parts that make a model; without shapes there is none. */
export const parts = {
  shapes: 'LcOpNwdGeometry',
  fragments: 'LcOpNwdFragments',
  tree: 'LcOpNwdLogicalHierarchy',
  properties: 'LcOaPartitionProps',
  model: 'LcOpNwdPartition',
  savedViews: 'LcOpSavedViewsElement',
  currentView: 'LcOpCurrentViewElement',
} as const

/** The name of a part without the model it belongs to. */
export const getPartName = ({ name }: Chunk): string => name.split('\\').at(-1) ?? ''

/** The models of a file: their parts have the model's name in front, or, without one, come round again with the next model. */
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
