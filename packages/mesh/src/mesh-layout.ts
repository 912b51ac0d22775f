/**
 * Values that the WebAssembly module (`../wasm`) and its caller exchange, as 64-bit floats from the start of its
 * memory. Compiled by both.
 */
export enum MeshField {
  /** Addresses of the input, valid after `reserve`. */
  positionsAddress,
  indicesAddress,
  normalsAddress,
  colorsAddress,
  textureCoordinatesAddress,
  edgesAddress,
  /** Addresses and counts of the result, valid after `prepare`. */
  outputPositionsAddress,
  outputNormalsAddress,
  outputColorsAddress,
  outputTextureAddress,
  outputIndicesAddress,
  outputEdgesAddress,
  vertexCount,
  cornerCount,
  edgeCount,
  originX,
  originY,
  originZ,
  step,
  area,
  volume,
  closed,
  hashHigh,
  hashLow,
  textureOffsetU,
  textureOffsetV,
  textureStep,
  /** Triangles of the source that are missing, by reason. */
  unusable,
  withoutArea,
  collapsed,
  repeated,
  count,
}

/** Optional parts of a mesh, added up in the argument of `reserve`. */
export enum MeshPart {
  normals = 1,
  colors = 2,
  textureCoordinates = 4,
  edges = 8,
}
