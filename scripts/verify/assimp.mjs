import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captured } from './captured.mjs'

const headerBytes = 84
const triangleBytes = 50
/**
 * Vertices closer than this ratio of the largest coordinate are identical: rotated copies differ in their last digits.
 */
const samePositionPart = 1e-3

function computeMaxCoordinate(bytes) {
  let largest = 0
  for (let at = headerBytes + 12; at < bytes.length; at += triangleBytes) {
    for (let offset = 0; offset < 36; offset += 4) largest = Math.max(largest, Math.abs(bytes.readFloatLE(at + offset)))
  }
  return largest || 1
}

/**
 * Returns box, area and number of the triangles of a binary STL, in its own unit; the area counts coincident faces
 * once.
 */
function measure(bytes) {
  const grid = computeMaxCoordinate(bytes) * samePositionPart
  const count = bytes.readUInt32LE(headerBytes - 4)
  const triangleKeys = new Set()
  const least = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  let area = 0
  for (let triangle = 0; triangle < count; triangle++) {
    const at = headerBytes + triangle * triangleBytes + 12
    const readCoordinate = (number, axis) => bytes.readFloatLE(at + number * 12 + axis * 4)
    const toPositionKey = (number) => [0, 1, 2].map((axis) => Math.round(readCoordinate(number, axis) / grid)).join(' ')
    const key = [0, 1, 2].map(toPositionKey).toSorted().join(', ')
    const isRepeated = triangleKeys.has(key)
    triangleKeys.add(key)
    const side = (number) => [0, 1, 2].map((axis) => readCoordinate(number, axis) - readCoordinate(0, axis))
    const [[ax, ay, az], [bx, by, bz]] = [side(1), side(2)]
    if (!isRepeated) area += Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx) / 2
    for (let number = 0; number < 3; number++) {
      for (let axis = 0; axis < 3; axis++) {
        least[axis] = Math.min(least[axis], readCoordinate(number, axis))
        max[axis] = Math.max(max[axis], readCoordinate(number, axis))
      }
    }
  }
  return { size: max.map((value, axis) => value - least[axis]), area, triangles: count }
}

/** Reads a mesh file with Debian's assimp: all transformed triangles, in the file's own unit. Null if it fails. */
export async function assimpWitness(path, { unitMetres }) {
  const folder = mkdtempSync(join(tmpdir(), 'kamar-witness-'))
  const out = join(folder, 'out.stl')
  try {
    await captured('assimp', ['export', path, out, '-fstlb'])
    if (!existsSync(out)) return null
    const { size, area, triangles } = measure(readFileSync(out))
    if (triangles === 0) return null
    return { size, unitMetres, triangles, areaSquareMetres: area * unitMetres ** 2 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
