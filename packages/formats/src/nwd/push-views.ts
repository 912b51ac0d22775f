import { cameraInMetres, writeViews, type FoundView } from '../kit/saved-views.js'
import type { LengthUnit, ReadContext } from '@kamar/core'
import { readChunk } from './container/chunk-bytes.js'
import type { Directory } from './container/directory.js'
import type { Chunk } from './container/chunk-bytes.js'
import { getPartName, parts } from './container/models.js'
import type { ModelReading } from './read-model.js'
import { parseCurrentView, parseViewpoints, type Viewpoints } from './views/parse-views.js'

/** Result of writing the viewpoints of a document. */
export interface PushedViews {
  readonly convertedCount: number
  /** Viewpoints that are unreadable, have no known unit or exceed the limit. */
  readonly omitted: number
  /** Viewpoints shown without the section of the program. */
  readonly cut: number
  readonly animations: number
}

/** Input of writing viewpoints. */
export interface ViewsInput {
  readonly context: ReadContext
  readonly reading: ModelReading
  readonly directory: Directory
  /** The common unit of all models of the document; null where they differ, and the numbers of views are ambiguous. */
  readonly unit: LengthUnit | null
}

/** Writes the current view of the document, then the saved viewpoints in order. */
export async function pushSavedViews(input: ViewsInput): Promise<PushedViews> {
  const { directory, context, unit } = input
  const lists: Viewpoints[] = []
  const views: FoundView[] = []
  const current = await readCurrent(input)
  if (current !== null) views.push(current)
  for (const chunk of directory.chunks.filter((part) => getPartName(part) === parts.savedViews)) {
    const bytes = await readBytes(input, chunk)
    const results = input.reading.forms.map((form) => parseViewpoints(bytes, form))
    const list = results.find(({ lost }) => lost === 0) ?? results[0]
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
    convertedCount: metricViews.length - refused,
    omitted: sum(({ lost }) => lost) + unplaced + refused,
    cut: sum(({ cut }) => cut),
    animations: sum(({ animations }) => animations),
  }
}

/** Reads the current view of the document; an unreadable one does not make the model incomplete. */
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
