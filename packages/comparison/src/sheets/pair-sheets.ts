import type { ManifestSheet } from '@kamar/view-package/read'

/** A sheet in both versions, or in one. */
export interface SheetPair {
  /** Number in the older version, null where it has none. */
  readonly before: number | null
  /** Number in the newer version, null where it has none. */
  readonly after: number | null
}

/**
 * Sheets by kind and name; what is left of a kind, by its order: a layout that was renamed stands where it stood. Model
 * spaces are one another whatever they are called. In the newer version's order, sheets that are gone after them.
 */
export function pairSheets(older: readonly ManifestSheet[], newer: readonly ManifestSheet[]): readonly SheetPair[] {
  const before = new Map<number, number>()
  const left = new Set(older.keys())
  const pairBy = (createNameKey: (sheet: ManifestSheet) => string): void => {
    const waiting = new Map<string, number[]>()
    for (const number of left) {
      const name = `${older[number].kind} ${createNameKey(older[number])}`
      waiting.set(name, [...(waiting.get(name) ?? []), number])
    }
    newer.forEach((sheet, number) => {
      if (before.has(number)) return
      const partner = waiting.get(`${sheet.kind} ${createNameKey(sheet)}`)?.shift()
      if (partner === undefined) return
      before.set(number, partner)
      left.delete(partner)
    })
  }
  pairBy(({ name, kind }) => (kind === 'model' ? '' : name))
  pairBy(({ name }) => name.trim().toLowerCase())
  pairBy(() => '')
  return [
    ...newer.map((_, after) => ({ before: before.get(after) ?? null, after })),
    ...[...left].map((number) => ({ before: number, after: null })),
  ]
}
