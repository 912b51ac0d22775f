import { packedTexture, textureCoordinates, vertexCount } from './memory'
import { round } from './rounding'

/** Maximum repetitions of an image over one mesh; more comes from damaged files and would not be visible. */
const maxCoordinate: f64 = 32_768
/** 1/32768 of the image: half a pixel of the largest stored image would be 1/4096. */
const finestStep: f64 = 1 / 32_768
const lastStep: f64 = 65_535

export let textureOffsetU: f64 = 0
export let textureOffsetV: f64 = 0
export let textureStep: f64 = 0

function getUsable(at: i32): f64 {
  const value = textureCoordinates[at]
  return isFinite(value) ? min(maxCoordinate, max(-maxCoordinate, value)) : 0
}

function findOffset(axis: i32): f64 {
  let low = Infinity
  for (let at = axis; at < vertexCount * 2; at += 2) low = min(low, getUsable(at))
  return isFinite(low) ? floor(low) : 0
}

function findSpan(axis: i32, from: f64): f64 {
  let high = -Infinity
  for (let at = axis; at < vertexCount * 2; at += 2) high = max(high, getUsable(at))
  return high - from
}

/**
 * Quantises in place, by a power of two from an integer origin: integer coordinates, where images meet, are exact.
 * Afterwards the first `vertexCount` words of `packedTexture` are u in the low 16 bits and v in the high ones.
 */
export function packTextureCoordinates(): void {
  textureOffsetU = findOffset(0)
  textureOffsetV = findOffset(1)
  const span = max(max(findSpan(0, textureOffsetU), findSpan(1, textureOffsetV)), 0)
  textureStep = finestStep
  while (span / textureStep > lastStep) textureStep *= 2
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const u = <i32>round((getUsable(vertex * 2) - textureOffsetU) / textureStep)
    const v = <i32>round((getUsable(vertex * 2 + 1) - textureOffsetV) / textureStep)
    packedTexture[vertex] = u | (v << 16)
  }
}
