import type { SheetReference } from '@kamar/contracts'
import { emptyMarkup } from '../viewpoint-rows.js'
import type { ImportedTopic } from './bcf-imported.js'

/** Topic for a file, and the name of a sheet that the file does not have; null if it has all of them. */
interface LocatedTopic {
  readonly topic: ImportedTopic
  readonly missingSheet: string | null
}

/**
 * Removes the place and the views on sheets that a file does not have: their images stay. `sheetNames` is null while
 * the sheets of the file are unknown.
 */
export function removeMissingSheets(topic: ImportedTopic, sheetNames: ReadonlySet<string> | null): LocatedTopic {
  const { anchor, viewpoints } = topic
  const isMissing = (sheet: SheetReference | undefined): boolean =>
    sheet !== undefined && sheetNames !== null && !sheetNames.has(sheet.name)
  const references = [anchor?.sheet, ...viewpoints.map(({ state }) => state?.sheet)]
  const missing = references.find(isMissing)
  if (!missing) return { topic, missingSheet: null }
  const located = {
    ...topic,
    anchor: isMissing(anchor?.sheet) ? null : anchor,
    viewpoints: viewpoints.map((viewpoint) => {
      if (!viewpoint.state || !isMissing(viewpoint.state.sheet)) return viewpoint
      const { sheet: _, ...state } = viewpoint.state
      return { ...viewpoint, state, markup: emptyMarkup }
    }),
  }
  return { topic: located, missingSheet: missing.name }
}
