import type { Manifest } from '@kamar/package-format/read'
import type { PackageLoader } from '../../engine/types.js'
import type { ViewerError } from '../../engine/errors.js'
import type { AlignMethod } from './align.js'
import type { SavedModel, ModelMember, ModelSource } from './model-members.js'
import { unmoved, type ModelPlacement } from './placement.js'

/** Polling interval for a package in progress without push, milliseconds. */
const pollMilliseconds = 2000

/** A model of the list, as the extension stores it. */
export interface ModelEntry {
  source: ModelSource
  readonly abort: AbortController
  state: ModelMember['state']
  error: ViewerError | null
  placement: ModelPlacement | null
  method: AlignMethod
  off: boolean
  ghosted: boolean
  manifest: Manifest | null
}

/** Converts the entry to its public form. */
export function toMember(entry: ModelEntry): ModelMember {
  const { source, state, error, placement, method, off, ghosted, manifest } = entry
  const { key, label, reference } = source
  return { key, label, reference, state, error, placement: placement ?? unmoved, method, off, ghosted, manifest }
}

/** Converts the model to its form in saved views. */
export function toSavedModel({ key, label, reference, placement, method, off, ghosted }: ModelMember): SavedModel {
  return { key, label, reference, placement, method, off, ghosted }
}

/** Returns whether it is at its own coordinates. */
export const isUnmoved = ({ placement }: ModelEntry): boolean =>
  placement === null || (placement.x === 0 && placement.y === 0 && placement.z === 0 && placement.rotationDegrees === 0)

/** Creates an entry of the list. */
export function createEntry(source: ModelSource): ModelEntry {
  return {
    source,
    abort: new AbortController(),
    state: 'waiting',
    error: null,
    placement: source.placement ?? null,
    method: source.method ?? 'shared',
    off: source.off ?? false,
    ghosted: source.ghosted ?? false,
    manifest: null,
  }
}

/** Updates the entry of a model that is listed again: the new source's placement applies, the rest stays. */
export function updateEntry(entry: ModelEntry, source: ModelSource): ModelEntry {
  if (source === entry.source) return entry
  const { placement = entry.placement, method = entry.method, off = entry.off, ghosted = entry.ghosted } = source
  return Object.assign(entry, { source, placement, method, off, ghosted })
}

/** Resolves when a newer manifest may be available. */
export function untilChanged(loader: PackageLoader, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stop?.()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pollMilliseconds)
    const stop = loader.subscribe?.(end)
    signal.addEventListener('abort', end)
  })
}
