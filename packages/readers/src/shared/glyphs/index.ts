export { outlineTriangles, type FlatTriangles, type Outline } from './outline-triangles.js'
export { textShape, textWidth, type TextLayout } from './text-shape.js'
