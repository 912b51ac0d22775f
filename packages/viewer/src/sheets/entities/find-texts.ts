import type { SheetText } from '@kamar/package-format/sheets'
import type { LoadedSheet } from '../loaded-sheet.js'
import type { SheetTextHit } from '../sheet-api.js'

/** Text and its position. */
export interface PlacedText {
  /** Its number among all texts. */
  readonly id: number
  readonly sheet: LoadedSheet
  readonly text: SheetText
}

/** Returns the texts of sheets in order. */
export function* listTexts(sheets: Iterable<LoadedSheet>): Generator<PlacedText> {
  let id = 0
  for (const sheet of sheets) for (const text of sheet.texts?.texts ?? []) yield { id: id++, sheet, text }
}

/** Returns texts that contain every word, at most `limit`. */
export function findTexts(texts: Iterable<PlacedText>, query: string, limit: number): readonly SheetTextHit[] {
  const parts = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (parts.length === 0) return []
  const hits: SheetTextHit[] = []
  for (const { id, sheet, text } of texts) {
    const lower = text.string.toLocaleLowerCase()
    if (!parts.every((part) => lower.includes(part))) continue
    hits.push({ id, text: text.string, layer: sheet.info.layers[sheet.info.styles[text.style].layer].name })
    if (hits.length === limit) break
  }
  return hits
}
