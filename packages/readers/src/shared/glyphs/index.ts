export { outlineTriangles, type FlatTriangles } from './outline-triangles.js'
export { textShape, textWidth } from './text-shape.js'
