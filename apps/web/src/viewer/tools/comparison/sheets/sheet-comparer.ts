import type { SheetComparison } from '@kamar/comparison'
import type { SheetsToCompare } from './read-compared-sheet.js'

/** Reply of the worker for two versions. */
export type CompareReply = { readonly comparison: SheetComparison } | { readonly error: string }

/** Comparer that processes sheets one after the other, off the main thread; `close` ends it. */
export interface SheetComparer {
  compare(sheets: SheetsToCompare): Promise<SheetComparison>
  close(): void
}

/**
 * Starts a comparer. Large drawings take a second or two, so a worker does the comparison; the main thread only where
 * workers are unavailable.
 */
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
