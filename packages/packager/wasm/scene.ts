import { continueLayout, growMemory, layoutEnd, startLayout, take } from '@kamar/mesh/wasm/reservation'
import { Bytes, Floats, Integers, Shorts, SignedShorts, SingleFloats } from '@kamar/mesh/wasm/views'
import { GeometryField, LevelField, SceneField } from '../src/raster/exterior-layout'

/** Copies the positions and indices of a geometry to two addresses. */
declare function loadArrays(geometry: i32, positionsAddress: usize, indicesAddress: usize): void

/** Geometries stay loaded up to this sum; then all are dropped, and loaded again when they are drawn. */
const maxLoadedBytes: u64 = 64_000_000

/** Values exchanged with the caller, by `SceneField`. */
export const fields = changetype<Floats>(0)
/** Rows of geometries and levels, by `GeometryField` and `LevelField`. */
export let geometries = changetype<Floats>(0)
export let levels = changetype<Floats>(0)

export let instanceCount: i32 = 0
let geometryCount: i32 = 0
/** Pixels along a side of the grid. */
export let size: i32 = 0

// Columns of instances.
/** Column-major 3×3. */
export let linear = changetype<SingleFloats>(0)
export let translation = changetype<SingleFloats>(0)
/** Minimum and maximum x y z. */
export let boxes = changetype<SingleFloats>(0)
export let geometryOf = changetype<Integers>(0)
/** By `InstanceFlag`. */
export let flags = changetype<Bytes>(0)
export let visible = changetype<Bytes>(0)
/** Box in the view: pixels (inclusive, clipped to the grid) and depth. */
export let left = changetype<SignedShorts>(0)
export let top = changetype<SignedShorts>(0)
export let right = changetype<SignedShorts>(0)
export let bottom = changetype<SignedShorts>(0)
export let nearest = changetype<SingleFloats>(0)
/** Depth slice. */
export let slices = changetype<Shorts>(0)
/** Instances front to back. */
export let order = changetype<Integers>(0)

// Grid.
export let depth = changetype<SingleFloats>(0)
export let ids = changetype<Integers>(0)
export let tileFarthest = changetype<SingleFloats>(0)
export let isTileStale = changetype<Bytes>(0)
/** Tiles along a side of the grid. */
export let tilesAcross: i32 = 0
/** Tiles are `2 ** tileShift` pixels wide and high. */
export const tileShift: i32 = 3
/** Pixels along a side of a tile. */
export const tileSize: i32 = 1 << tileShift

/** Pixel x, pixel y, depth per vertex of the last projected instance. */
export let points = changetype<SingleFloats>(0)

let loadedStart: u64 = 0

/**
 * Lays out the memory for a scene and a square grid, and states the addresses of its columns in `fields`; false when it
 * does not fit.
 */
export function reserve(instances: u32, meshes: u32, levelCount: u32, maxVertices: u32): bool {
  instanceCount = instances
  geometryCount = meshes
  size = <i32>fields[SceneField.gridSize]
  startLayout()
  geometries = changetype<Floats>(take(meshes, <u64>GeometryField.count * 8))
  levels = changetype<Floats>(take(levelCount, <u64>LevelField.count * 8))
  fields[SceneField.geometriesAddress] = changetype<usize>(geometries)
  fields[SceneField.levelsAddress] = changetype<usize>(levels)
  layOutInstances()
  layOutGrid()
  points = changetype<SingleFloats>(take(maxVertices, 12))
  loadedStart = layoutEnd
  return growMemory()
}

function layOutInstances(): void {
  const count = <u64>instanceCount
  linear = changetype<SingleFloats>(take(count, 36))
  translation = changetype<SingleFloats>(take(count, 12))
  boxes = changetype<SingleFloats>(take(count, 24))
  geometryOf = changetype<Integers>(take(count, 4))
  flags = changetype<Bytes>(take(count, 1))
  visible = changetype<Bytes>(take(count, 1))
  left = changetype<SignedShorts>(take(count, 2))
  top = changetype<SignedShorts>(take(count, 2))
  right = changetype<SignedShorts>(take(count, 2))
  bottom = changetype<SignedShorts>(take(count, 2))
  nearest = changetype<SingleFloats>(take(count, 4))
  slices = changetype<Shorts>(take(count, 2))
  order = changetype<Integers>(take(count, 4))
  fields[SceneField.linearAddress] = changetype<usize>(linear)
  fields[SceneField.translationAddress] = changetype<usize>(translation)
  fields[SceneField.boxesAddress] = changetype<usize>(boxes)
  fields[SceneField.geometryAddress] = changetype<usize>(geometryOf)
  fields[SceneField.flagsAddress] = changetype<usize>(flags)
  fields[SceneField.visibleAddress] = changetype<usize>(visible)
}

function layOutGrid(): void {
  tilesAcross = (size + tileSize - 1) >> tileShift
  depth = changetype<SingleFloats>(take(size * size, 4))
  ids = changetype<Integers>(take(size * size, 4))
  tileFarthest = changetype<SingleFloats>(take(tilesAcross * tilesAcross, 4))
  isTileStale = changetype<Bytes>(take(tilesAcross * tilesAcross, 1))
}

/** Returns a value of a geometry. */
export function getGeometry(geometry: i32, field: GeometryField): f64 {
  return geometries[geometry * <i32>GeometryField.count + <i32>field]
}

function setGeometry(geometry: i32, field: GeometryField, value: f64): void {
  geometries[geometry * <i32>GeometryField.count + <i32>field] = value
}

/** Loads the positions and indices of a geometry unless they are loaded; the memory has to suffice for one. */
export function loadGeometry(geometry: i32): void {
  if (getGeometry(geometry, GeometryField.positionsAddress) !== 0) return
  const positionBytes = <u64>getGeometry(geometry, GeometryField.vertexCount) * 6
  const indexBytes = <u64>getGeometry(geometry, GeometryField.indexCount) * 4
  if (layoutEnd > loadedStart && layoutEnd + positionBytes + indexBytes > loadedStart + maxLoadedBytes) unloadAll()
  const positions = take(positionBytes, 1)
  const indices = take(indexBytes, 1)
  if (!growMemory()) unreachable()
  setGeometry(geometry, GeometryField.positionsAddress, <f64>positions)
  setGeometry(geometry, GeometryField.indicesAddress, <f64>indices)
  loadArrays(geometry, positions, indices)
}

function unloadAll(): void {
  continueLayout(loadedStart)
  for (let geometry = 0; geometry < geometryCount; geometry++) setGeometry(geometry, GeometryField.positionsAddress, 0)
}
