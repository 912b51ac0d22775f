import { compareSheetFiles, type SheetsToCompare } from './read-compared-sheet.js'
import type { CompareReply } from './sheet-comparer.js'

self.addEventListener('message', ({ data }: MessageEvent<SheetsToCompare>) => self.postMessage(createReply(data)))

function createReply(sheets: SheetsToCompare): CompareReply {
  try {
    return { comparison: compareSheetFiles(sheets) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
