import type { SheetView, SheetViewOptions } from './sheet-view.js'

/** Draws the sheets of a package in an element of the page; the code for it is fetched with the first one. */
export async function createSheetView(container: HTMLElement, options: SheetViewOptions): Promise<SheetView> {
  const { SheetView: View } = await import('./sheet-view.js')
  return new View(container, options)
}
