// The protocol that APS clients speak. Not part of the main door: the browser has no use for it.
export * from './authentication-routes.js'
export * from './protocol-error.js'
export * from './protocol-route.js'
export * from './routes.js'
export * from './scopes.js'
export * from './storage-routes.js'
export * from './storage-shapes.js'
export * from './urn.js'
