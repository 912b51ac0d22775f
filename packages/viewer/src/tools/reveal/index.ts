export { revealElements } from './lazy-reveal.js'
export type { RevealOptions, Revelation } from './reveal.js'
export type { SelectedVolumes } from './selected-volumes.js'
export { createSelectedVolumes } from './lazy-reveal.js'
