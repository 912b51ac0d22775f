export { runQuery, type ModelQuery } from './run-query.js'
export { ModelContents } from './model-contents.js'
