// What the command line needs of this package: without the database's modules it starts 100 ms of processor time sooner.
import './run/short-process.js'

export { ReaderPool } from './reader-process/reader-pool.js'
export { runTranslation } from './run/run-translation.js'
export type { CompanionFinder, TranslationOutcome, TranslationTask } from './run/run-translation.js'
