export { toBinaryDxf } from './to-binary-dxf.js'
export { toDxf, writeDrawing, type DrawingSections } from './write-drawing.js'
export { readEntity, readModel } from './read-entity.js'
