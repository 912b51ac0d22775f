type Growable = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array

/** Capacities are multiples of this, so that columns can be rows of textures 1,024 wide as they are. */
const capacityStep = 4096

/** `array`, or a larger copy that holds `length` elements; grows by half at least, so that appending stays cheap. */
export function grown<Type extends Growable>(array: Type, length: number): Type {
  if (length <= array.length) return array
  const Class = array.constructor as new (length: number) => Type
  const targetLength = Math.max(length, array.length * 1.5)
  const larger = new Class(Math.ceil(targetLength / capacityStep) * capacityStep)
  larger.set(array)
  return larger
}
