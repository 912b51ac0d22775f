import type { PlacePredictor, Places } from './place-predictor.js'

const zigzag16 = (difference: number): number => ((difference << 1) ^ (difference >> 15)) & 0xffff
const unzigzag16 = (code: number): number => (code >>> 1) ^ -(code & 1)
const signed16 = (value: number): number => (value << 16) >> 16

/** Codes of places as differences from the place before, axis by axis: x of all, y of all, z of all. */
export function codeFromPrevious(places: Places): Uint16Array {
  const count = places.length / 3
  const codes = new Uint16Array(places.length)
  for (let axis = 0; axis < 3; axis++) {
    let previous = 0
    for (let place = 0; place < count; place++) {
      const value = places[place * 3 + axis]
      codes[axis * count + place] = zigzag16(signed16(value - previous))
      previous = value
    }
  }
  return codes
}

/** Undoes `codeFromPrevious`. */
export function placesFromPrevious(codes: Uint16Array): Places {
  const count = codes.length / 3
  const places = new Uint16Array(codes.length)
  for (let axis = 0; axis < 3; axis++) {
    let previous = 0
    for (let place = 0; place < count; place++) {
      previous = (previous + unzigzag16(codes[axis * count + place])) & 0xffff
      places[place * 3 + axis] = previous
    }
  }
  return places
}

/** Codes of places as what a base of the same topology did not foretell; null when the base foretells nothing. */
export function codeFromBase(places: Places, predictor: PlacePredictor): Uint16Array | null {
  if (predictor.anchors === null) return null
  const predicted = new Float64Array(places.length)
  predictor.predict(places, predicted)
  useBaseForAnchors(predictor, predicted)
  const count = places.length / 3
  const codes = new Uint16Array(places.length)
  for (let axis = 0; axis < 3; axis++) {
    for (let place = 0; place < count; place++) {
      const at = place * 3 + axis
      codes[axis * count + place] = zigzag16(signed16(places[at] - Math.round(predicted[at])))
    }
  }
  return codes
}

/** Undoes `codeFromBase`. */
export function placesFromBase(codes: Uint16Array, predictor: PlacePredictor): Places {
  const count = codes.length / 3
  const places = new Uint16Array(codes.length)
  const predicted = new Float64Array(codes.length)
  for (const place of predictor.anchors ?? []) {
    for (let axis = 0; axis < 3; axis++)
      places[place * 3 + axis] = predictor.base[place * 3 + axis] + unzigzag16(codes[axis * count + place])
  }
  predictor.predict(places, predicted)
  useBaseForAnchors(predictor, predicted)
  for (let axis = 0; axis < 3; axis++) {
    for (let place = 0; place < count; place++) {
      const at = place * 3 + axis
      places[at] = Math.round(predicted[at]) + unzigzag16(codes[axis * count + place])
    }
  }
  return places
}

function useBaseForAnchors({ anchors, base }: PlacePredictor, predicted: Float64Array): void {
  for (const place of anchors ?? []) {
    for (let axis = 0; axis < 3; axis++) predicted[place * 3 + axis] = base[place * 3 + axis]
  }
}

/** Rough size of codes in bits, to choose between two codings. */
export function costOf(codes: Uint16Array): number {
  let bits = 0
  for (let at = 0; at < codes.length; at++) bits += 33 - Math.clz32(codes[at])
  return bits
}
