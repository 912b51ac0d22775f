import type { ModelsExtension, Viewer } from '@kamar/viewer'
import { readReference, createModelSource } from './model-sources.js'

/** How each viewer of the page gets its engine for several models; kept by `useTogether`. */
export const modelEngines = new WeakMap<Viewer, () => Promise<ModelsExtension | null>>()

/** Opens the models that a kept view was seen with, in those versions; what it says of one model alone opens nothing. */
export async function openSavedModels(viewer: Viewer, extensions: unknown): Promise<void> {
  const state = (extensions as Readonly<Record<string, unknown>> | null | undefined)?.['kamar.models']
  const loadEngine = modelEngines.get(viewer)
  if (state === undefined || !loadEngine) return
  const engine = await loadEngine()
  await engine?.openSaved(state, ({ key, label, memo: value, ...member }) => {
    const reference = readReference(value)
    return reference && { ...member, ...createModelSource(label, reference), key }
  })
}
