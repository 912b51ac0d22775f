import type { PlacedGeometry } from '../pack/placed-scene.js'

type Bytes = Uint8Array | Int8Array | Uint16Array | Uint32Array

const none = new Uint8Array(0)
/** Marker appended to the arrays of single-sided geometry. */
const oneSide = Uint8Array.of(1)

/** Lists everything that defines a geometry, apart from its position. */
function listContent(geometry: PlacedGeometry): readonly Bytes[] {
  if ('kind' in geometry) return [geometry.positions, geometry.colors ?? none]
  if (!('levels' in geometry)) return [geometry.positions, geometry.edges]
  const colors = geometry.colors === null ? [] : [geometry.colors]
  const sides = geometry.isSingleSided ? [oneSide] : []
  return [
    geometry.positions,
    geometry.normals ?? none,
    geometry.indices,
    geometry.edges,
    ...sides,
    ...colors,
    ...listTextureContent(geometry),
  ]
}

function listTextureContent({
  textureCoordinates: own,
}: Extract<PlacedGeometry, { levels: unknown }>): readonly Bytes[] {
  if (own === undefined) return []
  return [own.values, new Uint32Array(Float64Array.of(...own.offset, own.step).buffer)]
}

function hashValues(values: Bytes, seed: number): number {
  let hash = seed ^ values.length
  for (let at = 0; at < values.length; at++) {
    hash = Math.imul(hash ^ values[at], 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}

/** Computes a 32-bit hash over a geometry's arrays and step; equal for equal geometries. */
export function computeContentHash(geometry: PlacedGeometry): number {
  let hash = hashValues(new Uint32Array(Float64Array.of(geometry.step).buffer), 0x2545f491)
  for (const values of listContent(geometry)) hash = hashValues(values, hash)
  return hash >>> 0
}

function areEqual(one: Bytes, other: Bytes): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

const getKind = (geometry: PlacedGeometry): string =>
  'kind' in geometry ? geometry.kind : 'levels' in geometry ? 'triangles' : 'lines'

/** Returns whether two geometries are equal apart from their position. */
export function haveSameContent(one: PlacedGeometry, other: PlacedGeometry): boolean {
  if (one.step !== other.step || getKind(one) !== getKind(other)) return false
  const first = listContent(one)
  const second = listContent(other)
  return first.length === second.length && first.every((values, index) => areEqual(values, second[index]))
}

/** Compares by content only: returns below, at or above zero when `one` sorts before, with or after `other`. */
export function compareContent(one: PlacedGeometry, other: PlacedGeometry): number {
  const first = listContent(one)
  const second = listContent(other)
  if (getKind(one) !== getKind(other)) return getKind(one) < getKind(other) ? -1 : 1
  if (one.step !== other.step || first.length !== second.length)
    return one.step - other.step || first.length - second.length
  for (let part = 0; part < first.length; part++) {
    const length = Math.min(first[part].length, second[part].length)
    for (let at = 0; at < length; at++) {
      if (first[part][at] !== second[part][at]) return first[part][at] - second[part][at]
    }
    if (first[part].length !== second[part].length) return first[part].length - second[part].length
  }
  return 0
}
