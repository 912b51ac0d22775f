import { encodeContainer } from '../container/container-encode.js'

/** Encodes `exterior.bin` (before brotli). `visible` has one byte per instance, non-zero if it is seen from outside. */
export function encodeExterior(visible: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(visible.length / 8))
  for (let instance = 0; instance < visible.length; instance++) {
    if (visible[instance] !== 0) bits[instance >> 3] |= 1 << (instance & 7)
  }
  return encodeContainer({ instances: visible.length }, [{ name: 'bits', data: bits }])
}
