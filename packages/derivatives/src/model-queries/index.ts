export { PackageReader } from '../exports/package-reader.js'
export { runQuery, type ModelQuery } from './answer-query.js'
export { ModelContents } from './model-contents.js'
