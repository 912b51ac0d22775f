// The part of the contracts that needs no schema library: reader processes start 50 ms sooner with it.
export * from './compiled-module.js'
export * from './errors.js'
export * from './failures.js'
export * from './limits.js'
export * from './model-exports.js'
export * from './upload-formats.js'
