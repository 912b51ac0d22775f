import type { ManifestSheet } from '@kamar/package-format/read'

/** A sheet in both versions, or in one. */
export interface SheetPair {
  /** Number in the older version; null if absent there. */
  readonly before: number | null
  /** Number in the newer version; null if absent there. */
  readonly after: number | null
}

/**
 * Pairs sheets by kind and name, and the remaining ones of a kind by order, because a renamed layout keeps its
 * position. Model spaces always match regardless of name. Results in the newer version's order, followed by removed
 * sheets.
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
