import type { PackageLoader } from '../engine/types.js'
import type { PropertySet } from '@kamar/core'
import type { Manifest } from '@kamar/package-format/read'
import type { SheetComparisonOptions } from './compare/compare-api.js'
import type { SheetComparisonView } from './compare/sheet-comparison-view.js'
import type { SheetTextHit, SheetViewOptions } from './sheet-api.js'
import type { SheetView } from './sheet-view.js'

/** Loads the code of `createSheetView` ahead of its first call. */
export async function preloadSheetView(): Promise<void> {
  await Promise.all([import('./sheet-view.js'), import('./loaded-sheet.js')])
}

/** Creates a view of a package's sheets in an element of the page; the first call loads its code. */
export async function createSheetView(container: HTMLElement, options: SheetViewOptions): Promise<SheetView> {
  const { manifest, loader, first } = options
  const code = import('./sheet-view.js')
  const { SheetFiles } = await import('./loaded-sheet.js')
  const files = new SheetFiles(manifest, loader)
  // The open call reports the error.
  if (first !== undefined) files.withShown(first).catch(() => undefined)
  const { SheetView: View } = await code
  return new View(container, options, files)
}

/** Creates a view of two versions of sheets, overlaid or side by side; the first call loads its code. */
export async function createSheetComparison(
  container: HTMLElement,
  options: SheetComparisonOptions,
): Promise<SheetComparisonView> {
  const { SheetComparisonView: View } = await import('./compare/sheet-comparison-view.js')
  return new View(container, options)
}

/** Maximum hits; users look through no more. */
const maxHits = 200

/** Options of `readSheetTexts`. */
export interface SheetTextsOptions {
  readonly manifest: Manifest
  readonly loader: PackageLoader
  /** Sheet number. */
  readonly number: number
}

/** Returns the text search of a sheet, without drawing it. */
export async function readSheetTexts({
  manifest,
  loader,
  number,
}: SheetTextsOptions): Promise<(query: string) => readonly SheetTextHit[]> {
  const [{ findTexts, listTexts }, { SheetFiles }] = await Promise.all([
    import('./entities/find-texts.js'),
    import('./loaded-sheet.js'),
  ])
  const sheets = await new SheetFiles(manifest, loader).withShown(number)
  return (query) => findTexts(listTexts(sheets.values()), query, maxHits)
}

/** Options of `readSheetEntitySets`. */
export interface SheetEntitySetsOptions {
  readonly manifest: Manifest
  readonly loader: PackageLoader
  /** Numbers of the sheet and of the entity on it. */
  readonly sheet: number
  readonly entity: number
}

/** Returns the inspector rows of an entity, without drawing its package; rejects with a `ViewerError`. */
export async function readSheetEntitySets({
  manifest,
  loader,
  sheet,
  entity,
}: SheetEntitySetsOptions): Promise<readonly PropertySet[]> {
  const { SheetFiles } = await import('./loaded-sheet.js')
  return new SheetFiles(manifest, loader).fetchSets(sheet, entity)
}
