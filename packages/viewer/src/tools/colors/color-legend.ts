import type { ElementColor } from '../../engine/types.js'
import { readField, type QueryField } from '../../engine/search/filter-rule.js'

/** One entry of a legend: a value, or a range of numbers from one bound to the next. */
export interface LegendEntry {
  /** The value as text; '' for a range. */
  readonly text: string
  readonly range: { readonly low: number; readonly high: number } | null
  readonly rgb: ElementColor['rgb']
  /** If disabled, its elements keep their own colour. */
  readonly enabled: boolean
  /** Current number of its elements. */
  readonly elements: number
}

/** The legend of one field. */
export interface ColorLegend {
  readonly field: QueryField
  readonly kind: 'categories' | 'ranges'
  readonly entries: readonly LegendEntry[]
  /** All other elements are ghosted in grey. */
  readonly othersGrey: boolean
  /** Number of values without an entry, because there are too many. */
  readonly others: number
}

/** Returns the bounds of `count` ranges of equal width from `low` to `high`. */
export function evenBounds(low: number, high: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, at) => (at === count ? high : low + ((high - low) * at) / count))
}

const isShade = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 255

function readEntry(value: unknown): LegendEntry | null {
  const { text, range, rgb, enabled } = (value ?? {}) as Partial<LegendEntry>
  if (typeof text !== 'string' || !Array.isArray(rgb) || rgb.length !== 3 || !rgb.every(isShade)) return null
  const isRange = range != null && Number.isFinite(range.low) && Number.isFinite(range.high)
  return {
    text,
    range: isRange ? { low: range.low, high: range.high } : null,
    rgb: rgb as unknown as ElementColor['rgb'],
    enabled: enabled !== false,
    elements: 0,
  }
}

/** Validates a legend from a saved view; null if invalid: saved views come from the network. */
export function readLegend(value: unknown): ColorLegend | null {
  const { field, kind, entries, othersGrey } = (value ?? {}) as Partial<ColorLegend>
  const read = readField(field)
  if (read === null || (kind !== 'categories' && kind !== 'ranges') || !Array.isArray(entries)) return null
  const lines = entries.slice(0, 500).map(readEntry)
  if (lines.some((line) => line === null || (kind === 'ranges') !== (line.range !== null))) return null
  return { field: read, kind, entries: lines as LegendEntry[], othersGrey: othersGrey === true, others: 0 }
}
