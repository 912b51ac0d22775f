import type { PackageLoader } from '../api.js'
import type { Manifest } from '@kamar/view-package/read'
import type { SheetTextHit } from './sheet-api.js'
import type { SheetView, SheetViewOptions } from './sheet-view.js'

/** Draws the sheets of a package in an element of the page; the code for it is fetched with the first one. */
export async function createSheetView(container: HTMLElement, options: SheetViewOptions): Promise<SheetView> {
  const { SheetView: View } = await import('./sheet-view.js')
  return new View(container, options)
}

/** As many hits as somebody looks through. */
const mostHits = 200

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
}: SheetTextsOptions): Promise<(words: string) => readonly SheetTextHit[]> {
  const [{ findTexts, textsOf }, { SheetFiles }] = await Promise.all([
    import('./find-texts.js'),
    import('./loaded-sheet.js'),
  ])
  const sheets = await new SheetFiles(manifest, loader).withShown(number)
  return (words) => findTexts(textsOf(sheets.values()), words, mostHits)
}
