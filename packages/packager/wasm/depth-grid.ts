import {
  bottom,
  depth,
  ids,
  isTileStale,
  left,
  right,
  size,
  tileFarthest,
  tilesAcross,
  tileShift,
  tileSize,
  top,
} from './scene'

// Depth and id per pixel (a smaller depth is nearer), with the farthest depth of every 8×8 tile, updated on demand. The
// tiles decide with a few reads whether a whole box is behind the drawn content.

/** Clears the grid: no depth, id -1. */
export function clearGrid(): void {
  const pixels = size * size
  for (let pixel = 0; pixel < pixels; pixel++) depth[pixel] = Infinity
  memory.fill(changetype<usize>(ids), 0xff, (<usize>pixels) << 2)
  for (let tile = 0; tile < tilesAcross * tilesAcross; tile++) tileFarthest[tile] = Infinity
  memory.fill(changetype<usize>(isTileStale), 0, tilesAcross * tilesAcross)
}

/** Marks the pixels of an instance's box as possibly written. */
export function touchBox(instance: i32): void {
  const start = <usize>(left[instance] >> tileShift)
  const count = <usize>(right[instance] >> tileShift) + 1 - start
  for (let row = top[instance] >> tileShift; row <= bottom[instance] >> tileShift; row++)
    memory.fill(changetype<usize>(isTileStale) + <usize>(row * tilesAcross) + start, 1, count)
}

/** Returns whether everything in an instance's box is nearer than a depth. */
export function isBoxHidden(instance: i32, boxDepth: f64): bool {
  const firstColumn = left[instance] >> tileShift
  const lastColumn = right[instance] >> tileShift
  for (let row = top[instance] >> tileShift; row <= bottom[instance] >> tileShift; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const tile = row * tilesAcross + column
      if (isTileStale[tile] === 1) refresh(tile, column << tileShift, row << tileShift)
      if (tileFarthest[tile] >= boxDepth) return false
    }
  }
  return true
}

function refresh(tile: i32, x: i32, y: i32): void {
  const endX = min(x + tileSize, size)
  const endY = min(y + tileSize, size)
  let farthest = -Infinity
  for (let row = y; row < endY; row++) {
    for (let pixel = row * size + x; pixel < row * size + endX; pixel++) farthest = max(farthest, depth[pixel])
  }
  tileFarthest[tile] = farthest
  isTileStale[tile] = 0
}
