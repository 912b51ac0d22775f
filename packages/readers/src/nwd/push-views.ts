import { cameraInMetres, writeViews, type FoundView } from '../shared/saved-views.js'
import type { LengthUnit } from '../shared/units.js'
import type { ReadContext } from '@kamar/scene'
import { readChunk } from './container/chunk-bytes.js'
import type { Chunk, Directory } from './container/directory.js'
import { getPartName, parts } from './container/models.js'
import type { ModelReading } from './read-model.js'
import { parseCurrentView, parseViewpoints, type Viewpoints } from './views/parse-views.js'

/** What became of the viewpoints of a document. */
export interface PushedViews {
  readonly shownCount: number
  /** Not understood, of no known unit, or more than there is room for. */
  readonly omitted: number
  /** Shown, but not cut open as they are in the program. */
  readonly cut: number
  readonly animations: number
}

/** What viewpoints are pushed with. */
export interface ViewsInput {
  readonly context: ReadContext
  readonly reading: ModelReading
  readonly directory: Directory
  /** The unit that all models of the document have; null where they differ: then nobody knows what a view's numbers are. */
  readonly unit: LengthUnit | null
}

/** Pushes saved viewpoints in their order, in front of them how the document was looked at last. */
export async function pushSavedViews(input: ViewsInput): Promise<PushedViews> {
  const { directory, context, unit } = input
  const lists: Viewpoints[] = []
  const views: FoundView[] = []
  const current = await readCurrent(input)
  if (current !== null) views.push(current)
  for (const chunk of directory.chunks.filter((part) => getPartName(part) === parts.savedViews)) {
    const bytes = await readBytes(input, chunk)
    const tried = input.reading.forms.map((form) => parseViewpoints(bytes, form))
    const list = tried.find(({ lost }) => lost === 0) ?? tried[0]
    lists.push(list)
    views.push(...list.views)
  }
  const sum = (of: (list: Viewpoints) => number): number => lists.reduce((total, list) => total + of(list), 0)
  const metres = unit?.metres ?? null
  const metricViews =
    metres === null ? [] : views.map((view) => ({ ...view, camera: cameraInMetres(view.camera, metres) }))
  const unplaced = sum((list) => list.views.length) * (metres === null ? 1 : 0)
  const refused = writeViews(context.scene, metricViews)
  return {
    shownCount: metricViews.length - refused,
    omitted: sum(({ lost }) => lost) + unplaced + refused,
    cut: sum(({ cut }) => cut),
    animations: sum(({ animations }) => animations),
  }
}

/** How the document was looked at last; that it is not understood says nothing of the model. */
async function readCurrent(input: ViewsInput): Promise<FoundView | null> {
  const chunk = input.directory.chunks.find((part) => getPartName(part) === parts.currentView)
  if (chunk === undefined) return null
  const bytes = await readBytes(input, chunk)
  const cameras = input.reading.forms.map((form) => parseCurrentView(bytes, form))
  const camera = cameras.find((candidate) => candidate !== null)
  return camera ? { name: null, folders: [], camera } : null
}

async function readBytes({ reading }: ViewsInput, chunk: Chunk): Promise<Uint8Array> {
  return (await readChunk(reading.input, chunk, reading.inflation)).bytes
}
