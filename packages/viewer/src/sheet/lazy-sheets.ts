import type { PackageLoader } from '../api.js'
import type { PropertySet } from '@kamar/scene'
import type { Manifest } from '@kamar/view-package/read'
import type { SheetComparisonOptions } from './compare/compare-api.js'
import type { SheetComparisonView } from './compare/sheet-comparison-view.js'
import type { SheetTextHit, SheetViewOptions } from './sheet-api.js'
import type { SheetView } from './sheet-view.js'

/** Draws the sheets of a package in an element of the page; the code for it is fetched with the first one. */
export async function createSheetView(container: HTMLElement, options: SheetViewOptions): Promise<SheetView> {
  const { manifest, loader, first } = options
  const code = import('./sheet-view.js')
  const { SheetFiles } = await import('./loaded-sheet.js')
  const files = new SheetFiles(manifest, loader)
  // Whoever opens the sheet is told what failed.
  if (first !== undefined) files.withShown(first).catch(() => undefined)
  const { SheetView: View } = await code
  return new View(container, options, files)
}

/** Draws two versions of sheets over or beside one another; the code for it is fetched with the first one. */
export async function createSheetComparison(
  container: HTMLElement,
  options: SheetComparisonOptions,
): Promise<SheetComparisonView> {
  const { SheetComparisonView: View } = await import('./compare/sheet-comparison-view.js')
  return new View(container, options)
}

/** As many hits as somebody looks through. */
const maxHits = 200

/** What `readSheetTexts` takes. */
export interface SheetTextsOptions {
  readonly manifest: Manifest
  readonly loader: PackageLoader
  /** Number of the sheet. */
  readonly number: number
}

/** The search for texts of a sheet where it cannot be drawn. */
export async function readSheetTexts({
  manifest,
  loader,
  number,
}: SheetTextsOptions): Promise<(query: string) => readonly SheetTextHit[]> {
  const [{ findTexts, listTexts }, { SheetFiles }] = await Promise.all([
    import('./find-texts.js'),
    import('./loaded-sheet.js'),
  ])
  const sheets = await new SheetFiles(manifest, loader).withShown(number)
  return (query) => findTexts(listTexts(sheets.values()), query, maxHits)
}

/** What `readSheetEntitySets` takes. */
export interface SheetEntitySetsOptions {
  readonly manifest: Manifest
  readonly loader: PackageLoader
  /** Numbers of the sheet and of the entity on it. */
  readonly sheet: number
  readonly entity: number
}

/** Rows of the inspector of an entity of a package that is not drawn; rejects with a `ViewerError`. */
export async function readSheetEntitySets({
  manifest,
  loader,
  sheet,
  entity,
}: SheetEntitySetsOptions): Promise<readonly PropertySet[]> {
  const { SheetFiles } = await import('./loaded-sheet.js')
  return new SheetFiles(manifest, loader).fetchSets(sheet, entity)
}
