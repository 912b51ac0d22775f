export { arrowhead, type ArrowheadKind } from './arrowhead.js'
export { outlineTriangles, type FlatTriangles } from './outline-triangles.js'
export { textShape, textWidth } from './text-shape.js'
export { clipLine, clipRings, createClip, isWithin, ringContains, type Clip } from './clip.js'
