/**
 * How a section's bytes are packed before the file's own brotli: `raw`; `vertex` (meshopt vertex codec, records of
 * `stride` bytes); `triangles` (meshopt index codec); `sequence` (meshopt index sequence codec: lines, sorted ids).
 */
export type SectionCodec = 'raw' | 'vertex' | 'triangles' | 'sequence'

/** Element type of a section. */
export type SectionType = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'f32' | 'f64'
/** The array types of a section. */
export type SectionArray = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Float32Array | Float64Array

/** One typed column to be written. `stride` (bytes, a multiple of 4) is the record size of a `vertex` section. */
export interface SectionInput {
  readonly name: string
  readonly data: SectionArray
  readonly codec?: SectionCodec
  readonly stride?: number
  /** The encoded form of `data`, if the caller already has it. */
  readonly encoded?: Uint8Array
}

/** A section's entry in the container header; names are short because it is in every file. */
export interface SectionHeader {
  readonly n: string
  readonly t: SectionType
  readonly c: SectionCodec
  /** Bytes per record of a meshopt section. */
  readonly s?: number
  /** Elements after decoding. */
  readonly e: number
  /** Encoded bytes. */
  readonly b: number
}

/** `KMR1`, little-endian. */
export const containerMagic = 0x31524d4b
/** Array class by section type. */
export const arrayTypes = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const

/** Returns the section type of an array. */
export function typeOf(data: SectionArray): SectionType {
  const sectionType = (Object.keys(arrayTypes) as SectionType[]).find((type) => data instanceof arrayTypes[type])
  if (sectionType === undefined) throw new TypeError('not a section array')
  return sectionType
}

/** Rounds up to a multiple of 8 bytes, where sections start. */
export const alignToEight = (bytes: number): number => Math.ceil(bytes / 8) * 8

/** Creates the only error of the decoders here: a `RangeError` that names the malformed part. */
export const malformed = (description: string, cause?: unknown): RangeError =>
  new RangeError(`view package: ${description}`, cause === undefined ? undefined : { cause })
