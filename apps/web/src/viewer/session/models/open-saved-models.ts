import type { ModelsExtension, Viewer } from '@kamar/viewer'
import { readReference, createModelSource } from './model-sources.js'

/** Loader of the federation engine for each viewer of the page; set by `useFederation`. */
export const modelEngines = new WeakMap<Viewer, () => Promise<ModelsExtension | null>>()

/** Opens the models, in the versions, with which a saved view was created. A view of a single model opens nothing. */
export async function openSavedModels(viewer: Viewer, extensions: unknown): Promise<void> {
  const state = (extensions as Readonly<Record<string, unknown>> | null | undefined)?.['kamar.models']
  const loadEngine = modelEngines.get(viewer)
  if (state === undefined || !loadEngine) return
  const engine = await loadEngine()
  await engine?.openSaved(state, ({ key, label, reference: value, ...member }) => {
    const reference = readReference(value)
    return reference && { ...member, ...createModelSource(label, reference), key }
  })
}
