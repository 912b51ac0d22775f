import type { SheetComparison } from '@kamar/comparison'
import type { SheetsToCompare } from './read-compared-sheet.js'

/** What the worker says of two versions. */
export type CompareReply = { readonly comparison: SheetComparison } | { readonly error: string }

/** Compares sheets, one after the other, beside the page; `close` ends it. */
export interface SheetComparer {
  compare(sheets: SheetsToCompare): Promise<SheetComparison>
  close(): void
}

/** Large drawings take a second or two: a worker does it, the page only where there is none. */
export function startSheetComparer(): SheetComparer {
  if (typeof Worker === 'undefined') return inlineComparer
  const worker = new Worker(new URL('./compare-sheets-worker.js', import.meta.url), {
    type: 'module',
    name: 'kamar-compare-sheets',
  })
  return {
    compare: (sheets) =>
      new Promise((resolve, reject) => {
        const ending = new AbortController()
        const { signal } = ending
        const end = (act: () => void): void => {
          ending.abort()
          act()
        }
        worker.addEventListener('error', () => end(() => reject(new RangeError('the worker ended'))), { signal })
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<CompareReply>) =>
            end(() => ('error' in data ? reject(new RangeError(data.error)) : resolve(data.comparison))),
          { signal },
        )
        worker.postMessage(sheets)
      }),
    close: () => worker.terminate(),
  }
}

const inlineComparer: SheetComparer = {
  compare: async (sheets) => (await import('./read-compared-sheet.js')).compareSheetFiles(sheets),
  close: () => undefined,
}
