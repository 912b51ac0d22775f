import type { ManifestSheet } from '@kamar/package-format/read'
import { vi } from 'vitest'
import type { DisplayedSheet } from '../viewer/kit/viewpoints/sheet-viewpoints.js'
import type { Drawing } from '../viewer/session/sheets/use-drawing.js'
import type { SheetChanges } from '../viewer/session/sheets/use-sheet-changes.js'
import type { ShownSheet } from '../viewer/session/sheets/use-sheet-view.js'

interface TestSheets {
  readonly drawing?: Partial<Drawing>
  readonly shownSheet?: Partial<ShownSheet>
}

/** Returns the parts of a session about sheets; a model is displayed unless `drawing` says otherwise. */
export function testSheetSession({ drawing, shownSheet }: TestSheets = {}): DisplayedSheet {
  return {
    drawing: {
      sheets: [],
      manifest: null,
      urn: 'urn',
      number: 0,
      isShown: false,
      hasBoth: false,
      show: vi.fn(),
      ...drawing,
    },
    shownSheet: {
      stage: () => undefined,
      view: null,
      failed: false,
      isHeadless: false,
      search: vi.fn(() => []),
      layers: [],
      selected: null,
      measurements: [],
      isDark: false,
      setDark: vi.fn(),
      hasWeights: false,
      setWeights: vi.fn(),
      markup: null,
      loadMarkup: () => Promise.resolve(null),
      restore: vi.fn(),
      changes: noSheetChanges(),
      ...shownSheet,
    },
  }
}

/** Returns the changes of a sheet that is displayed as it was opened. */
export const noSheetChanges = (over: Partial<SheetChanges> = {}): SheetChanges => ({
  layerCount: 0,
  hasOwnPaper: false,
  hasOwnWeights: false,
  areMeasurementsVisible: true,
  shapeCount: 0,
  isMarkupVisible: true,
  setMeasurementsVisible: vi.fn(),
  setMarkupVisible: vi.fn(),
  change: vi.fn(),
  resetLayers: vi.fn(),
  reset: vi.fn(),
  ...over,
})

/** Returns a sheet of a manifest. */
export const testManifestSheet = (name: string, over: Partial<ManifestSheet> = {}): ManifestSheet => ({
  name,
  kind: 'layout',
  path: `sheets/${name}/sheet.json`,
  thumbnail: null,
  active: false,
  entities: 1,
  ...over,
})
