import { theExtensionManager } from '../engine/extension/extension-registry.js'
import { descriptors } from './generated/descriptors.js'

export * from './generated/exports.js'

for (const descriptor of descriptors) theExtensionManager.register(descriptor)
