import type { ModelsExtension, Viewer } from '@kamar/viewer'
import { readMemo, sourceOf } from './model-sources.js'

/** How each viewer of the page gets its engine for several models; kept by `useTogether`. */
export const modelEngines = new WeakMap<Viewer, () => Promise<ModelsExtension | null>>()

/** Opens the models that a kept view was seen with, in those versions; what it says of one model alone opens nothing. */
export async function openKeptModels(viewer: Viewer, extensions: unknown): Promise<void> {
  const state = (extensions as Readonly<Record<string, unknown>> | null | undefined)?.['kamar.models']
  const wanted = modelEngines.get(viewer)
  if (state === undefined || !wanted) return
  const engine = await wanted()
  await engine?.openSaved(state, ({ key, label, memo, ...kept }) => {
    const known = readMemo(memo)
    return known && { ...kept, ...sourceOf(label, known), key }
  })
}
