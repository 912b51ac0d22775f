/**
 * Values that the WebAssembly module (`../../wasm`) and its caller exchange, as 64-bit floats from the start of its
 * memory. Compiled by both.
 */
export enum SceneField {
  /** Pixels along a side of the grid; set before `reserve`. */
  gridSize,
  /** Addresses of the columns of instances, valid after `reserve`. */
  linearAddress,
  translationAddress,
  boxesAddress,
  geometryAddress,
  flagsAddress,
  visibleAddress,
  /** Addresses of the geometries and of their levels of detail. */
  geometriesAddress,
  levelsAddress,
  /** Number of instances not found yet. */
  hiddenCount,
  /** The view: nine numbers of the matrix, three of the offset, and pixels per metre. */
  view,
  scale = 22,
  count,
}

/** Row of a geometry, in 64-bit floats. */
export enum GeometryField {
  originX,
  originY,
  originZ,
  step,
  vertexCount,
  indexCount,
  closed,
  /** Rows of its levels. */
  firstLevel,
  levelCount,
  /** Addresses while it is loaded, else 0. */
  positionsAddress,
  indicesAddress,
  count,
}

/** Row of a level of detail, in 64-bit floats. */
export enum LevelField {
  start,
  indexCount,
  errorMetres,
  count,
}

/** Properties of an instance, added up. */
export enum InstanceFlag {
  hidden = 1,
  /** Opaque and with faces: it occludes what is behind it. */
  occluder = 2,
}
