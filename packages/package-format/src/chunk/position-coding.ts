import { releaseArrays } from '../container/release-arrays.js'
import type { PositionPredictor, Positions } from './position-predictor.js'

const zigzag16 = (difference: number): number => ((difference << 1) ^ (difference >> 15)) & 0xffff
const unzigzag16 = (code: number): number => (code >>> 1) ^ -(code & 1)
const signed16 = (value: number): number => (value << 16) >> 16

/** Encodes positions as differences from the previous one, axis by axis: x of all, y of all, z of all. */
export function codeFromPrevious(positions: Positions): Uint16Array {
  const count = positions.length / 3
  const codes = new Uint16Array(positions.length)
  for (let axis = 0; axis < 3; axis++) {
    let previous = 0
    for (let position = 0; position < count; position++) {
      const value = positions[position * 3 + axis]
      codes[axis * count + position] = zigzag16(signed16(value - previous))
      previous = value
    }
  }
  return codes
}

/** Reverses `codeFromPrevious`. */
export function decodeFromPrevious(codes: Uint16Array): Positions {
  const count = codes.length / 3
  const positions = new Uint16Array(codes.length)
  for (let axis = 0; axis < 3; axis++) {
    let previous = 0
    for (let position = 0; position < count; position++) {
      previous = (previous + unzigzag16(codes[axis * count + position])) & 0xffff
      positions[position * 3 + axis] = previous
    }
  }
  return positions
}

/**
 * Encodes positions as residuals of the prediction from a base of the same topology; null if the base predicts nothing.
 */
export function codeFromBase(positions: Positions, predictor: PositionPredictor): Uint16Array | null {
  if (predictor.anchors === null) return null
  const predicted = new Float64Array(positions.length)
  predictor.predict(positions, predicted)
  useBaseForAnchors(predictor, predicted)
  const count = positions.length / 3
  const codes = new Uint16Array(positions.length)
  for (let axis = 0; axis < 3; axis++) {
    for (let position = 0; position < count; position++) {
      const at = position * 3 + axis
      codes[axis * count + position] = zigzag16(signed16(positions[at] - Math.round(predicted[at])))
    }
  }
  return codes
}

/** Reverses `codeFromBase`. */
export function decodeFromBase(codes: Uint16Array, predictor: PositionPredictor): Positions {
  const count = codes.length / 3
  const positions = new Uint16Array(codes.length)
  const predicted = new Float64Array(codes.length)
  for (const position of predictor.anchors ?? []) {
    for (let axis = 0; axis < 3; axis++)
      positions[position * 3 + axis] = predictor.base[position * 3 + axis] + unzigzag16(codes[axis * count + position])
  }
  predictor.predict(positions, predicted)
  useBaseForAnchors(predictor, predicted)
  for (let axis = 0; axis < 3; axis++) {
    for (let position = 0; position < count; position++) {
      const at = position * 3 + axis
      positions[at] = Math.round(predicted[at]) + unzigzag16(codes[axis * count + position])
    }
  }
  releaseArrays(predicted)
  return positions
}

function useBaseForAnchors({ anchors, base }: PositionPredictor, predicted: Float64Array): void {
  for (const position of anchors ?? []) {
    for (let axis = 0; axis < 3; axis++) predicted[position * 3 + axis] = base[position * 3 + axis]
  }
}

/** Estimates the size of codes in bits, to choose between two encodings. */
export function estimateBits(codes: Uint16Array): number {
  let bits = 0
  for (let at = 0; at < codes.length; at++) bits += 33 - Math.clz32(codes[at])
  return bits
}
