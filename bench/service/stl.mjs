import { randomFillSync } from 'node:crypto'

const headerBytes = 84
const triangleBytes = 50

/** Returns a binary STL of about this size with random coordinates: no two have the same content. */
export function storedStl(bytes) {
  const triangles = Math.floor((bytes - headerBytes) / triangleBytes)
  const file = Buffer.alloc(headerBytes + triangles * triangleBytes)
  randomFillSync(file, headerBytes)
  file.writeUInt32LE(triangles, headerBytes - 4)
  return file
}
