export * from './container-decode.js'
export * from './container-layout.js'
