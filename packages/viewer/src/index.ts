export * from './engine/index.js'
export * from './sheets/index.js'
export * from './tools/index.js'
