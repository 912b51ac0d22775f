export { openDwg } from './open-dwg.js'
