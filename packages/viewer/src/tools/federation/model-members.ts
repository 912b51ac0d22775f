import type { Manifest } from '@kamar/package-format/read'
import type { PackageLoader } from '../../engine/types.js'
import type { ViewerError } from '../../engine/errors.js'
import { readPlacement, type ModelPlacement } from './placement.js'
import type { AlignMethod } from './align.js'

/** A model to show with others. */
export interface ModelSource {
  /** The same for all versions of the file; must not contain `@`. */
  readonly key: string
  readonly label: string
  readonly loader: PackageLoader
  /** Application data of the model: plain data, stored in saved views. */
  readonly reference?: unknown
  /** Default: by map coordinates if both files have them, else by shared coordinates. */
  readonly placement?: ModelPlacement
  readonly method?: AlignMethod
  readonly off?: boolean
  readonly ghosted?: boolean
}

/** Current state of one of several models. */
export interface ModelMember {
  readonly key: string
  readonly label: string
  readonly reference: unknown
  /** `waiting`: it is still being translated, and joins when that is done. */
  readonly state: 'waiting' | 'joining' | 'shown' | 'failed'
  readonly error: ViewerError | null
  readonly placement: ModelPlacement
  readonly method: AlignMethod
  /** Not drawn. */
  readonly off: boolean
  /** Drawn ghosted. */
  readonly ghosted: boolean
  /** Null until loaded. */
  readonly manifest: Manifest | null
}

/** A model as stored in saved views and by the application. */
export interface SavedModel {
  readonly key: string
  readonly label: string
  readonly reference: unknown
  readonly placement: ModelPlacement
  readonly method: AlignMethod
  readonly off: boolean
  readonly ghosted: boolean
}

const methods: readonly unknown[] = ['map', 'site', 'shared', 'hand']

/** Returns the models of a saved state; null if there are none. */
export function readSavedModels(state: unknown): readonly SavedModel[] | null {
  const { models } = (state ?? {}) as { models?: unknown }
  if (!Array.isArray(models) || models.length === 0) return null
  const read = models.map((value: unknown): SavedModel | null => {
    const { key, label, reference, placement, method, off, ghosted } = (value ?? {}) as Partial<SavedModel>
    const savedPlacement = readPlacement(placement)
    if (typeof key !== 'string' || typeof label !== 'string' || savedPlacement === null || !methods.includes(method))
      return null
    return {
      key,
      label,
      reference,
      placement: savedPlacement,
      method: method as AlignMethod,
      off: off === true,
      ghosted: ghosted === true,
    }
  })
  return read.some((model) => model === null) ? null : (read as SavedModel[])
}

/** Elements of a shown model: the element of its file, and the range of its own. */
export interface ElementRange {
  readonly key: string
  /** A different number is a different package: another version of the file. */
  readonly loader: number
  /** −1 if the model is alone and has no element for its file. */
  readonly file: number
  /** Number of its own element 0. */
  readonly first: number
  readonly count: number
}

/** Returns the range that contains an element, or null. */
export function rangeAt(ranges: readonly ElementRange[], element: number): ElementRange | null {
  return (
    ranges.find(({ file, first, count }) => element === file || (element >= first && element < first + count)) ?? null
  )
}

/** Maps elements of some ranges to others, by the models' keys; −1 for missing ones. */
export function renumbering(from: readonly ElementRange[], to: readonly ElementRange[]): (element: number) => number {
  const next = new Map(to.map((range) => [range.key, range]))
  return (element) => {
    const range = rangeAt(from, element)
    const target = range === null ? undefined : next.get(range.key)
    if (range === null || target === undefined || target.loader !== range.loader) return -1
    if (element === range.file) return target.file
    return element - range.first < target.count ? target.first + element - range.first : -1
  }
}
