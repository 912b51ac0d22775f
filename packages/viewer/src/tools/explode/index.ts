export { explodeExtensionId } from './descriptor.js'
export type { ExplodeEvents, ExplodeExtension, ExplodeState } from './explode-extension.js'
export type { ExplodeMode } from './explode-offsets.js'
