export { ExchangeFile } from './exchange-file.js'
export { FileBytes, type FileContent } from './file-bytes.js'
export { namedColor } from './named-colors.js'
export {
  defaultPaging,
  indexStatements,
  nextTurn,
  openContent,
  readChunks,
  type FilePaging,
} from './read-statements.js'
export { conversionSymbols, productSymbol, siPrefixes, siSymbols } from './si-units.js'
export { StatementClosure, type ClosureTypes } from './statement-closure.js'
export { maxNestingDepth, type StepCursor, type StepValue } from './step-cursor.js'
export { latin1 } from './latin1.js'
export { StepIndexer, maxStatementNumber, type StepIndex } from './step-index.js'
export { NumberScanner } from './step-numbers.js'
export { byte, skipBlanks, skipString } from './step-scan.js'
export { unescapeStepText } from './step-text.js'
export { unzipModel, type ArchiveSearch } from './unzip-model.js'
