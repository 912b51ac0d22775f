import { compareSheetFiles, type SheetsToCompare } from './read-compared-sheet.js'
import type { CompareAnswer } from './sheet-comparer.js'

self.addEventListener('message', ({ data }: MessageEvent<SheetsToCompare>) => self.postMessage(answerTo(data)))

function answerTo(sheets: SheetsToCompare): CompareAnswer {
  try {
    return { comparison: compareSheetFiles(sheets) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
