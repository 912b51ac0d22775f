import type { OnFraction } from '../export-progress.js'
import type { PackageReader } from '../package-reader.js'
import { InstanceSource, type PlacedInstance } from '../placed-instances.js'

const headerBytes = 80
const triangleBytes = 50
const millimetresPerMetre = 1000

/** Binary STL of everything that is shown: millimetres, as printers take it, Z up. */
export async function* writeStl(model: PackageReader, onFraction: OnFraction): AsyncGenerator<Uint8Array> {
  const source = await InstanceSource.open(model)
  const head = Buffer.alloc(headerBytes + 4)
  head.write('Kamar UNITS=mm', 'latin1')
  head.writeUInt32LE(source.triangles, headerBytes)
  yield head
  for await (const instance of source.instances(onFraction)) yield trianglesOf(instance)
}

function trianglesOf({ arrays: { indices, positions } }: PlacedInstance): Buffer {
  const out = Buffer.alloc((indices.length / 3) * triangleBytes)
  const corner = (index: number): [number, number, number] => {
    const [x, y, z] = positions.subarray(indices[index] * 3, indices[index] * 3 + 3)
    return [x * millimetresPerMetre, -z * millimetresPerMetre, y * millimetresPerMetre]
  }
  for (let first = 0, at = 0; first < indices.length; first += 3, at += triangleBytes) {
    const corners = [corner(first), corner(first + 1), corner(first + 2)] as const
    const numbers = [...normalOf(corners), ...corners.flat()]
    numbers.forEach((number, index) => out.writeFloatLE(number, at + index * 4))
  }
  return out
}

type Triple = readonly [number, number, number]

/** Of length 1; 0 0 0 where a triangle has no area. */
function normalOf([a, b, c]: readonly [Triple, Triple, Triple]): number[] {
  const [first, second] = [b, c].map((point) => point.map((value, axis) => value - a[axis]))
  const cross = [0, 1, 2].map((axis) => {
    const [next, last] = [(axis + 1) % 3, (axis + 2) % 3]
    return first[next] * second[last] - first[last] * second[next]
  })
  const length = Math.hypot(...cross)
  return length > 0 ? cross.map((value) => value / length) : cross
}
