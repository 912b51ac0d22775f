export * from './container-encode.js'
export * from './read.js'
