export * from './mesh-stage.js'
export * from './octahedral.js'
export * from './prepare-mesh.js'
export * from './refine-mesh.js'
