/**
 * Sorts numbers by `keys[number]`, equal ones by number. One native sort of 64-bit values: a comparator is called from
 * machine code twenty times per number.
 */
export function sortByKey(numbers: Uint32Array, keys: Uint32Array): Uint32Array {
  const pairs = new Uint32Array(numbers.length * 2)
  // Little-endian: the key is the upper half of each value.
  numbers.forEach((number, index) => {
    pairs[index * 2] = number
    pairs[index * 2 + 1] = keys[number]
  })
  new BigUint64Array(pairs.buffer).sort()
  return numbers.map((_, index) => pairs[index * 2])
}
