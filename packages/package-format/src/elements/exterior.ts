import { decodeContainer } from '../container/container-decode.js'

/**
 * A decoded `exterior.bin`: the instances of the complete package that are visible from outside, with glass taken as
 * transparent.
 */
export interface ExteriorSet {
  readonly instanceCount: number
  /** Bit `instance & 7` of byte `instance >> 3`. */
  readonly bits: Uint8Array
  has(instance: number): boolean
}

/** Decodes `exterior.bin`; throws `RangeError` if malformed. */
export function decodeExterior(bytes: Uint8Array): ExteriorSet {
  const container = decodeContainer(bytes)
  const instanceCount = container.count('instances')
  const bits = container.exactColumn('bits', 'u8', Math.ceil(instanceCount / 8))
  return {
    instanceCount,
    bits,
    has: (instance) => instance < instanceCount && ((bits[instance >> 3] >> (instance & 7)) & 1) === 1,
  }
}
