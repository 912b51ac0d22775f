import type { Manifest } from '@kamar/package-format/read'
import type { ElementColor, PackageLoader } from '../../engine/types.js'
import { asViewerError } from '../../engine/errors.js'
import type { ModelContent } from '../../engine/model/model-content.js'
import type { Arrangement } from '../../engine/model/arrangement.js'
import { OpenModel } from '../../engine/model/open-model.js'
import { elementFlag, type ElementStates, type StatesSnapshot } from '../../engine/store/element-states.js'
import type { Viewer } from '../../engine/api.js'

/** Returns the number of an element in the next package; −1 if it is not in it. */
export type Renumbering = (element: number) => number

/** Instructions for replacing one model by another. */
export interface ReplacementOptions {
  readonly numberOf: Renumbering
  /** Poses of the next model's instances. */
  readonly arrangement: Arrangement
  /** Called just before the replacement. */
  readonly started: () => void
  /** Called when elements have their states: flags the elements of whole models. */
  readonly marked: () => void
}

/** A model that loads while another is shown; it emits nothing before it is shown. */
class NextModel extends OpenModel {
  readonly since = performance.now()
  isShown = false
  hidden = new Uint8Array(0)
  override markHidden(hidden: Uint8Array): void {
    this.hidden = hidden.slice()
    if (this.isShown) super.markHidden(hidden)
  }
}

/**
 * Loads a package in the background and swaps it in within one frame when it is complete. Element states and undo
 * history move to the new numbers. Rejects with `cancelled` if another model was opened meanwhile; the shown one stays
 * after any failure. Models of cells take the whole budget: the shown one is unloaded for some frames.
 */
export async function replaceModel(
  loader: PackageLoader,
  viewer: Viewer,
  options: ReplacementOptions,
): Promise<Manifest> {
  const { host, before } = viewer.replacement
  let isBeforeUnloaded = false
  const next: NextModel = new NextModel(loader, {
    ...host,
    isBackgroundLoad: true,
    releaseDisplayed: () => {
      isBeforeUnloaded = true
      before?.unloadContent()
    },
    showContent: (content) => {
      if (content === null || next.isShown) return next.isShown ? host.showContent(content) : undefined
      takeOver(next, content, { viewer, ...options })
    },
    grew: (content) => (next.isShown ? host.grew(content) : undefined),
    changed: () => (next.isShown ? host.changed() : undefined),
    boundsChanged: () => (next.isShown ? host.boundsChanged() : undefined),
    progress: (progress) => (next.isShown ? host.progress(progress) : undefined),
  })
  const cancel = (): void => (next.isShown ? undefined : next.dispose())
  next.arrangement = options.arrangement
  const ends = [
    viewer.on('modelUnloaded', cancel),
    viewer.on('error', ({ code }) => (code === 'context-lost' ? cancel() : undefined)),
  ]
  try {
    const manifest = await next.load()
    next.prepareWhenIdle()
    return manifest
  } catch (error) {
    if (!next.isShown) {
      next.dispose()
      if (isBeforeUnloaded) await before?.resume()
    }
    throw asViewerError(error, 'fetch-failed')
  } finally {
    for (const end of ends) end()
  }
}

function takeOver(
  next: NextModel,
  content: ModelContent,
  { viewer, numberOf, started, marked }: ReplacementOptions & { readonly viewer: Viewer },
): void {
  const { states } = viewer
  const { host, events, put, before } = viewer.replacement
  const tools = viewer.extensions.getState()
  const selected = viewer.selection.elements.map(numberOf).filter((element) => element >= 0)
  const { isolated } = viewer.visibility
  const snapshot = states.snapshot()
  next.isShown = true
  started()
  // Tools restart.
  events.emit('modelUnloaded', {})
  viewer.selection.clear()
  put(next)
  before?.dispose()
  states.clear()
  states.hideByDefault(next.hidden)
  states.restore(snapshot)
  marked()
  content.refreshColors(null)
  host.showContent(content)
  events.emit('modelComplete', { manifest: next.manifest, milliseconds: performance.now() - next.since })
  viewer.selection.set(selected)
  viewer.visibility.restored(isolated)
  viewer.extensions.restoreState(tools)
  viewer.history.sift()
}

/** Renumbers a snapshot of states; new elements are as in their package. */
export function renumbered(snapshot: StatesSnapshot, numberOf: Renumbering, now: ElementStates): StatesSnapshot {
  const { hidden, hiddenByDefault } = elementFlag
  const flags = now.flags.map((is) => (is & hiddenByDefault ? hidden | hiddenByDefault : 0))
  const colors = new Map<number, ElementColor>()
  for (let element = 0; element < snapshot.flags.length; element++) {
    const number = numberOf(element)
    if (number < 0 || number >= flags.length) continue
    flags[number] = snapshot.flags[element]
    const color = snapshot.colors.get(element)
    if (color !== undefined) colors.set(number, color)
  }
  return { flags, colors, era: now.era }
}
