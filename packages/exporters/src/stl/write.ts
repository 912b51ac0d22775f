import type { ExportJob } from '../kit/export-job.js'
import { InstanceSource, type PlacedInstance } from '../kit/placed-instances.js'

const headerBytes = 80
const triangleBytes = 50
const millimetresPerMetre = 1000

/** Writes a binary STL of everything visible: in millimetres for 3D printers, Z up. */
export async function* write({ model, onFraction }: ExportJob): AsyncGenerator<Uint8Array> {
  const source = await InstanceSource.open(model)
  const header = Buffer.alloc(headerBytes + 4)
  header.write('Kamar UNITS=mm', 'latin1')
  header.writeUInt32LE(source.triangles, headerBytes)
  yield header
  for await (const instance of source.instances(onFraction)) yield encodeTriangles(instance)
}

function encodeTriangles({ arrays: { indices, positions } }: PlacedInstance): Buffer {
  const out = Buffer.alloc((indices.length / 3) * triangleBytes)
  const toVertex = (index: number): [number, number, number] => {
    const [x, y, z] = positions.subarray(indices[index] * 3, indices[index] * 3 + 3)
    return [x * millimetresPerMetre, -z * millimetresPerMetre, y * millimetresPerMetre]
  }
  for (let first = 0, at = 0; first < indices.length; first += 3, at += triangleBytes) {
    const vertices = [toVertex(first), toVertex(first + 1), toVertex(first + 2)] as const
    const numbers = [...computeNormal(vertices), ...vertices.flat()]
    numbers.forEach((number, index) => out.writeFloatLE(number, at + index * 4))
  }
  return out
}

type Triple = readonly [number, number, number]

/** Computes a unit normal; 0 0 0 when a triangle has no area. */
function computeNormal([a, b, c]: readonly [Triple, Triple, Triple]): number[] {
  const [first, second] = [b, c].map((point) => point.map((value, axis) => value - a[axis]))
  const cross = [0, 1, 2].map((axis) => {
    const [next, last] = [(axis + 1) % 3, (axis + 2) % 3]
    return first[next] * second[last] - first[last] * second[next]
  })
  const length = Math.hypot(...cross)
  return length > 0 ? cross.map((value) => value / length) : cross
}
