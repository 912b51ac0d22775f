import type { Manifest } from '@kamar/view-package/read'
import type { PackageLoader } from '../api.js'
import type { ViewerError } from '../errors.js'
import { readPlacement, type ModelPlacement } from './placement.js'
import type { AlignMethod } from './align.js'

/** A model that shall be shown with others. */
export interface ModelSource {
  /** Stays the same over versions of the file; no `@` in it. */
  readonly key: string
  readonly label: string
  readonly loader: PackageLoader
  /** What the application wants back with the model: plain data, kept in saved views. */
  readonly memo?: unknown
  /** Left out: by map coordinates where both files have them, else by shared coordinates. */
  readonly placement?: ModelPlacement
  readonly method?: AlignMethod
  readonly off?: boolean
  readonly ghosted?: boolean
}

/** A model among several, as it is now. */
export interface ModelMember {
  readonly key: string
  readonly label: string
  readonly memo: unknown
  /** `waiting`: it is still being translated, and joins when that is done. */
  readonly state: 'waiting' | 'joining' | 'shown' | 'failed'
  readonly error: ViewerError | null
  readonly placement: ModelPlacement
  readonly method: AlignMethod
  /** Not drawn. */
  readonly off: boolean
  /** Drawn as a breath of itself. */
  readonly ghosted: boolean
  /** Null until it is known. */
  readonly manifest: Manifest | null
}

/** A model as saved views and the application keep it. */
export interface SavedModel {
  readonly key: string
  readonly label: string
  readonly memo: unknown
  readonly placement: ModelPlacement
  readonly method: AlignMethod
  readonly off: boolean
  readonly ghosted: boolean
}

const methods: readonly unknown[] = ['map', 'site', 'shared', 'hand']

/** The models of a saved state; null when there are none. */
export function readSavedModels(state: unknown): readonly SavedModel[] | null {
  const { models } = (state ?? {}) as { models?: unknown }
  if (!Array.isArray(models) || models.length === 0) return null
  const read = models.map((value: unknown): SavedModel | null => {
    const { key, label, memo, placement, method, off, ghosted } = (value ?? {}) as Partial<SavedModel>
    const savedPlacement = readPlacement(placement)
    if (typeof key !== 'string' || typeof label !== 'string' || savedPlacement === null || !methods.includes(method))
      return null
    return {
      key,
      label,
      memo,
      placement: savedPlacement,
      method: method as AlignMethod,
      off: off === true,
      ghosted: ghosted === true,
    }
  })
  return read.some((model) => model === null) ? null : (read as SavedModel[])
}

/** Elements of a shown model: its file is `first`, its own follow. */
export interface ElementRange {
  readonly key: string
  /** Another number is another package: another version of the file. */
  readonly loader: number
  /** −1 where the model is alone and has no element for its file. */
  readonly file: number
  /** Number of its own element 0. */
  readonly first: number
  readonly count: number
}

/** The range that holds an element; null for none. */
export function rangeAt(ranges: readonly ElementRange[], element: number): ElementRange | null {
  return (
    ranges.find(({ file, first, count }) => element === file || (element >= first && element < first + count)) ?? null
  )
}

/** Where elements of some ranges are in others, by the models' keys; −1 for what is not there. */
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
