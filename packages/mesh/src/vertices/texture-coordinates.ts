import type { QuantisedTextureCoordinates } from '@kamar/core'

/** Maximum repetitions of an image over one mesh; more comes from damaged files and would not be visible. */
const maxCoordinate = 32_768
/** 1/32768 of the image: half a pixel of the largest stored image would be 1/4096. */
const finestStep = 2 ** -15
const lastStep = 65_535

/** Texture coordinates per input vertex, u in the low 16 bits and v in the high ones. */
export interface PackedTextureCoordinates {
  readonly values: Int32Array
  readonly offset: readonly [number, number]
  readonly step: number
}

const usable = (value: number): number =>
  Number.isFinite(value) ? Math.min(maxCoordinate, Math.max(-maxCoordinate, value)) : 0

/** Quantises by a power of two from an integer origin: integer coordinates, where images meet, are exact. */
export function packTextureCoordinates(coordinates: Float32Array): PackedTextureCoordinates {
  const min = [Infinity, Infinity]
  const max = [-Infinity, -Infinity]
  for (let at = 0; at < coordinates.length; at++) {
    const value = usable(coordinates[at])
    const axis = at & 1
    if (value < min[axis]) min[axis] = value
    if (value > max[axis]) max[axis] = value
  }
  const offset = min.map((value) => (Number.isFinite(value) ? Math.floor(value) : 0))
  const span = Math.max(max[0] - offset[0], max[1] - offset[1], 0)
  let step = finestStep
  while (span / step > lastStep) step *= 2
  const values = new Int32Array(coordinates.length >> 1)
  const quantised = (at: number, from: number): number => Math.round((usable(coordinates[at]) - from) / step)
  for (let vertex = 0; vertex < values.length; vertex++)
    values[vertex] = quantised(vertex * 2, offset[0]) | (quantised(vertex * 2 + 1, offset[1]) << 16)
  return { values, offset: [offset[0], offset[1]], step }
}

/** Returns the packed coordinates of output vertices as they are stored. */
export function unpackTextureCoordinates(
  { offset, step }: PackedTextureCoordinates,
  packed: Int32Array,
): QuantisedTextureCoordinates {
  const values = new Uint16Array(packed.length * 2)
  for (let vertex = 0; vertex < packed.length; vertex++) {
    values[vertex * 2] = packed[vertex] & 0xffff
    values[vertex * 2 + 1] = packed[vertex] >>> 16
  }
  return { values, offset, step }
}
