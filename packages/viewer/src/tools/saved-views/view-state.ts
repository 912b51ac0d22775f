import type { CameraView, ElementColor } from '../../engine/types.js'
import { readCameraView } from '../../engine/camera/camera-view.js'

/**
 * Element in a saved view: its id in the source, so that the view also fits later versions; `#` and its number if the
 * source gives it none.
 */
export type ElementReference = string

/** Visibility: all but some elements, or none but some. Elements without a shape stand for all their descendants. */
export interface ViewVisibility {
  readonly shown: 'all-but' | 'none-but'
  readonly exceptions: readonly ElementReference[]
  readonly ghosted: readonly ElementReference[]
}

/** State restored by a saved view: plain JSON. */
export interface ViewState {
  readonly format: 'kamar-view'
  readonly version: 1
  readonly camera: CameraView
  /** Aspect ratio (width by height) of the saved frame. */
  readonly aspect: number
  readonly selection: readonly ElementReference[]
  readonly visibility: ViewVisibility
  readonly colors: readonly { readonly color: ElementColor; readonly elements: readonly ElementReference[] }[]
  /** State of extensions, by id: markup, sections, measurements. */
  readonly extensions: Readonly<Record<string, unknown>>
}

/** Returns the view in `value`; null if it is invalid. Extensions validate their own state. */
export function readViewState(value: unknown): ViewState | null {
  if (!isRecord(value) || value['format'] !== 'kamar-view' || value['version'] !== 1) return null
  const camera = readCameraView(value['camera'])
  const visibility = readVisibility(value['visibility'])
  const colors = readColors(value['colors'])
  const { aspect, selection, extensions } = value
  if (camera === null || visibility === null || colors === null || !isReferences(selection)) return null
  if (typeof aspect !== 'number' || !(aspect > 0.01 && aspect < 100) || !isRecord(extensions)) return null
  return { format: 'kamar-view', version: 1, camera, aspect, selection, visibility, colors, extensions }
}

function readVisibility(value: unknown): ViewVisibility | null {
  if (!isRecord(value)) return null
  const { shown: mode, exceptions, ghosted } = value
  if (mode !== 'all-but' && mode !== 'none-but') return null
  return isReferences(exceptions) && isReferences(ghosted) ? { shown: mode, exceptions, ghosted } : null
}

function readColors(value: unknown): ViewState['colors'] | null {
  if (!Array.isArray(value)) return null
  const read = value.map((entry: unknown) => {
    if (!isRecord(entry) || !isReferences(entry['elements'])) return null
    const color = readColor(entry['color'])
    return color === null ? null : { color, elements: entry['elements'] }
  })
  return read.some((entry) => entry === null) ? null : (read as ViewState['colors'])
}

function readColor(value: unknown): ElementColor | null {
  if (!isRecord(value)) return null
  const { rgb, opacity } = value
  if (!Array.isArray(rgb) || rgb.length !== 3 || !rgb.every((part) => isFraction(part, 255))) return null
  const color = rgb as unknown as ElementColor['rgb']
  if (opacity === undefined) return { rgb: color }
  return isFraction(opacity, 1) ? { rgb: color, opacity } : null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isFraction = (value: unknown, max: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= max
const isReferences = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry.length <= 512)
