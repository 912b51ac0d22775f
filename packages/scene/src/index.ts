export * from './mesh.js'
export * from './points.js'
export * from './reader.js'
export * from './scene-builder.js'
