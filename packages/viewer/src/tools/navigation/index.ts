export { isStoreyClass } from '../../engine/search/storey-lookup.js'
export { navigationExtensionId } from './descriptor.js'
export type { NavigationEvents, NavigationExtension, NavigationMode } from './navigation-extension.js'
export type { Storey } from './storeys.js'
