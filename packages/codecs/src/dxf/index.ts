export { openDxf } from './open-dxf.js'
