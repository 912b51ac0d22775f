export { isStoreyClass } from '@kamar/package-format/read'
export { navigationExtensionId } from './descriptor.js'
export type { NavigationEvents, NavigationExtension, NavigationMode } from './navigation-extension.js'
export type { Storey } from './storeys.js'
