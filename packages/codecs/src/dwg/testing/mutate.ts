/** Returns a copy of a file with one kind of damage, chosen by random numbers from 0 to 1. */
export function mutateFile(file: Uint8Array, random: () => number): Uint8Array {
  const copy = Uint8Array.from(file)
  const pick = (count: number): number => Math.floor(random() * count)
  switch (pick(5)) {
    case 0:
      return copy.slice(0, pick(copy.length))
    case 1:
      copy.fill(random() < 0.5 ? 0 : 0xff, pick(copy.length), pick(copy.length))
      return copy
    case 2:
      copy.copyWithin(pick(copy.length), pick(copy.length), pick(copy.length))
      return copy
    case 3:
      for (let left = 1 + pick(64); left > 0; left--) copy[pick(copy.length)] = pick(256)
      return copy
    default:
      copy[pick(copy.length)] ^= 1 << pick(8)
      return copy
  }
}

/** Returns a copy of a drawing of which one bit behind its signature is flipped. */
export function flipBit(file: Uint8Array, random: () => number): Uint8Array {
  const copy = Uint8Array.from(file)
  const first = 16
  copy[first + Math.floor(random() * (copy.length - first))] ^= 1 << Math.floor(random() * 8)
  return copy
}
