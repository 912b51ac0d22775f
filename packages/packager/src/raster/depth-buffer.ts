const tileShift = 3
const tileSize = 1 << tileShift

/** Pixel rectangle, all bounds inclusive. */
export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Depth per pixel (smaller is nearer) with the farthest depth of every 8×8 tile, updated on demand. The tiles decide
 * with a few reads whether a whole box is behind the drawn content.
 */
export class DepthBuffer {
  readonly width: number
  readonly height: number
  readonly depth: Float32Array
  readonly #tilesAcross: number
  readonly #tileFarthest: Float32Array
  readonly #tileStale: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.depth = new Float32Array(width * height).fill(Infinity)
    this.#tilesAcross = (width + tileSize - 1) >> tileShift
    const tiles = this.#tilesAcross * ((height + tileSize - 1) >> tileShift)
    this.#tileFarthest = new Float32Array(tiles).fill(Infinity)
    this.#tileStale = new Uint8Array(tiles)
  }

  /** Marks the pixels of this rectangle as possibly written. */
  touch({ left, top, right, bottom }: Rectangle): void {
    for (let row = top >> tileShift; row <= bottom >> tileShift; row++) {
      const start = row * this.#tilesAcross
      this.#tileStale.fill(1, start + (left >> tileShift), start + (right >> tileShift) + 1)
    }
  }

  /** Returns whether everything in the rectangle is nearer than `nearest`. */
  hides({ left, top, right, bottom }: Rectangle, nearest: number): boolean {
    for (let row = top >> tileShift; row <= bottom >> tileShift; row++) {
      for (let column = left >> tileShift; column <= right >> tileShift; column++) {
        const tile = row * this.#tilesAcross + column
        if (this.#tileStale[tile] === 1) this.#refresh(tile, column << tileShift, row << tileShift)
        if (this.#tileFarthest[tile] >= nearest) return false
      }
    }
    return true
  }

  #refresh(tile: number, left: number, top: number): void {
    const right = Math.min(left + tileSize, this.width)
    const bottom = Math.min(top + tileSize, this.height)
    let farthest = -Infinity
    for (let y = top; y < bottom; y++) {
      for (let offset = y * this.width + left; offset < y * this.width + right; offset++) {
        if (this.depth[offset] > farthest) farthest = this.depth[offset]
      }
    }
    this.#tileFarthest[tile] = farthest
    this.#tileStale[tile] = 0
  }
}
