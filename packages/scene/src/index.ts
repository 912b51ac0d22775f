export * from './mesh.js'
export * from './reader.js'
export * from './scene-builder.js'
