/** x y z of numbered places, quantised. */
export type Places = Uint16Array

type Vector = readonly [number, number, number]

const minus = (places: Places, one: number, other: number): Vector => [
  places[one * 3] - places[other * 3],
  places[one * 3 + 1] - places[other * 3 + 1],
  places[one * 3 + 2] - places[other * 3 + 2],
]
const cross = (u: Vector, v: Vector): Vector => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
]
const dot = (u: Vector, v: Vector): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2]

/** The place where |axis · (place − from)| is greatest, and that value. */
function farthestAlong(places: Places, from: number, axis: Vector): readonly [place: number, value: number] {
  const offset = axis[0] * places[from * 3] + axis[1] * places[from * 3 + 1] + axis[2] * places[from * 3 + 2]
  let best = from
  let most = 0
  for (let at = 0; at < places.length; at += 3) {
    const value = Math.abs(axis[0] * places[at] + axis[1] * places[at + 1] + axis[2] * places[at + 2] - offset)
    if (value > most) {
      most = value
      best = at / 3
    }
  }
  return [best, most]
}

/** The place farthest from the line through `from` along `axis`, and twice the squared area it spans. */
function farthestFromLine(places: Places, from: number, axis: Vector): readonly [place: number, value: number] {
  let best = from
  let most = 0
  for (let place = 0; place < places.length / 3; place++) {
    const area = cross(axis, minus(places, place, from))
    const value = dot(area, area)
    if (value > most) {
      most = value
      best = place
    }
  }
  return [best, most]
}

/** Four places that span the shape: far apart along it, off that line, off that plane; null when it is flat. */
export function spanningPlaces(places: Places): readonly [number, number, number, number] | null {
  const [a] = farthestAlong(places, 0, [1, 1, 1])
  const [b] = farthestAlong(places, a, [1, 1, 1])
  const along = minus(places, b, a)
  const [c, area] = farthestFromLine(places, a, along)
  const [d, volume] = farthestAlong(places, a, cross(along, minus(places, c, a)))
  return area > 0 && volume > 0 ? [a, b, c, d] : null
}

/**
 * Foretells the places of a shape from those of a base of the same topology. Four spanning places fix an affine map;
 * every other place of the base is a fixed combination of those four, and is foretold as the same combination. Only
 * the four arithmetic operations are used, so that every engine foretells the same numbers.
 */
export class PlacePredictor {
  readonly base: Places
  /** Numbers of the four spanning places; null when the base is flat and nothing can be foretold. */
  readonly anchors: readonly [number, number, number, number] | null
  readonly #weights: Float64Array

  constructor(base: Places) {
    this.base = base
    this.anchors = spanningPlaces(base)
    this.#weights = this.anchors === null ? new Float64Array(0) : weightsOf(base, this.anchors)
  }

  /**
   * Largest distance along an axis (steps) of a place from what its spanning places foretell; Infinity as soon as it is
   * more than `limit` or when nothing can be foretold.
   */
  deviation(places: Places, limit: number): number {
    const { anchors } = this
    if (anchors === null) return Infinity
    const weights = this.#weights
    const [a, b, c, d] = [anchors[0] * 3, anchors[1] * 3, anchors[2] * 3, anchors[3] * 3]
    let most = 0
    for (let at = 0, row = 0; at < places.length; at += 3, row += 4) {
      for (let axis = 0; axis < 3; axis++) {
        const foretold =
          weights[row] * places[a + axis] +
          weights[row + 1] * places[b + axis] +
          weights[row + 2] * places[c + axis] +
          weights[row + 3] * places[d + axis]
        const miss = Math.abs(foretold - places[at + axis])
        if (miss > most) most = miss
      }
      if (most > limit) return Infinity
    }
    return most
  }

  /** Writes what is foretold for every place of a shape whose spanning places stand in `places` to `target`. */
  predict(places: Places, target: Float64Array): void {
    const { anchors } = this
    if (anchors === null) return
    const weights = this.#weights
    const [a, b, c, d] = [anchors[0] * 3, anchors[1] * 3, anchors[2] * 3, anchors[3] * 3]
    for (let axis = 0; axis < 3; axis++) {
      const pa = places[a + axis]
      const pb = places[b + axis]
      const pc = places[c + axis]
      const pd = places[d + axis]
      for (let at = axis, row = 0; at < this.base.length; at += 3, row += 4)
        target[at] = weights[row] * pa + weights[row + 1] * pb + weights[row + 2] * pc + weights[row + 3] * pd
    }
  }
}

/** Four weights per place: what it is in terms of the spanning places. */
function weightsOf(base: Places, [a, b, c, d]: readonly [number, number, number, number]): Float64Array {
  const u = minus(base, b, a)
  const v = minus(base, c, a)
  const w = minus(base, d, a)
  const [forU, forV, forW] = [cross(v, w), cross(w, u), cross(u, v)]
  const volume = dot(u, forU)
  const weights = new Float64Array((base.length / 3) * 4)
  for (let place = 0; place < base.length / 3; place++) {
    const point = minus(base, place, a)
    const alongU = dot(point, forU) / volume
    const alongV = dot(point, forV) / volume
    const alongW = dot(point, forW) / volume
    weights[place * 4] = 1 - alongU - alongV - alongW
    weights[place * 4 + 1] = alongU
    weights[place * 4 + 2] = alongV
    weights[place * 4 + 3] = alongW
  }
  return weights
}
