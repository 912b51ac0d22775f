export * from './mesh.js'
export * from './points.js'
export * from './reader.js'
export * from './saved-view.js'
export * from './scene-builder.js'
export * from './sheet.js'
export * from './sheet-builder.js'
export * from './sheet-matrix.js'
export * from './sheet-text.js'
export { memorySource } from './memory-source.js'
export { throwIfBeyond, throwIfCancelled } from './read-guards.js'
export { lengthUnits, unitInText, unitOfLength, type LengthUnit } from './units.js'
export { isCoordinate } from './math/coordinates.js'
export {
  axesMatrix,
  cross,
  dot,
  identityMatrix,
  isFiniteMatrix,
  multiplyMatrices,
  normalized,
  scaleTranslation,
  toPlacement,
  type Matrix,
  type Vector,
} from './math/matrix.js'
export { hexadecimal, screenChannel, type Color } from './math/color.js'
export { evenKnots, expandKnots, getDomain, isSpline, pointAt, type Spline } from './math/spline.js'
export { grouped } from './grouped.js'
