type Growable = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array

/** Capacities are multiples of this, so that columns can be uploaded directly as rows of textures 1,024 wide. */
const capacityStep = 4096

/**
 * Returns `array`, or a larger copy that holds `length` elements; grows by at least half, so that appending stays
 * cheap.
 */
export function grown<Type extends Growable>(array: Type, length: number): Type {
  if (length <= array.length) return array
  const Class = array.constructor as new (length: number) => Type
  const targetLength = Math.max(length, array.length * 1.5)
  const larger = new Class(Math.ceil(targetLength / capacityStep) * capacityStep)
  larger.set(array)
  return larger
}
