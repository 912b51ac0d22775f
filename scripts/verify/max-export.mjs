import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { runReader } from '../../packages/test-kit/dist/index.js'
import { reader } from '../../packages/formats/dist/max/reader.js'

/** Maximum displacement of an object as a ratio of its size. */
const farthestPart = 0.001
/** Minimum tolerance: the table has six decimals. */
const minMetres = 0.000002

/**
 * Objects of the glTF exported from the samples: number of triangles with an area and of all, minimum and maximum
 * corner in metres. Recorded from the exporter's repository, which contains scene and export of each.
 */
const exported = JSON.parse(readFileSync(new URL('max-exports.json', import.meta.url), 'utf8'))

/** Collects the same of every object that was read. */
function collectObjects({ instances, origin, shapes }) {
  const objects = new Map()
  for (const { mesh, node, placement } of instances) {
    const shape = shapes[mesh]
    const object = objects.get(node) ?? [0, Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    objects.set(node, object)
    object[0] += shape.triangleCount
    for (let vertex = 0; vertex < shape.vertexCount; vertex++) {
      for (let axis = 0; axis < 3; axis++) {
        const transformedCoordinate = [0, 1, 2].reduce(
          (sum, other) => sum + placement[3 * other + axis] * shape.coordinate(vertex, other),
          placement[9 + axis] + origin[axis],
        )
        object[1 + axis] = Math.min(object[1 + axis], transformedCoordinate)
        object[4 + axis] = Math.max(object[4 + axis], transformedCoordinate)
      }
    }
  }
  return [...objects.values()]
}

function isSame([triangles, ...actual], [withArea, all, ...bounds]) {
  const size = Math.max(...[0, 1, 2].map((axis) => bounds[3 + axis] - bounds[axis]))
  const far = Math.max(minMetres, farthestPart * size)
  const isNear = bounds.every((coordinate, at) => Math.abs(coordinate - actual[at]) <= far)
  return isNear && triangles >= withArea && triangles <= all
}

/** Returns the differences between the objects of a scene and those of its export; null if none is recorded. */
export async function maxExport(path) {
  const pair = exported[basename(path)]
  const { failure, report, scene } = await runReader(reader, Uint8Array.from(readFileSync(path)))
  const status = report?.status ?? failure.code
  if (pair === undefined) return { status, pair: false }
  const actual = collectObjects(scene)
  const missing = pair.objects.filter((row) => !actual.some((object) => isSame(object, row))).length
  const left = Object.entries(pair.leftOut ?? {}).map(([reason, count]) => `${count} not compared (${reason})`)
  const summary = [`all of ${pair.objects.length} objects`, ...left].join(', ')
  return { status, pair: true, differences: missing > 0 ? [`${missing} objects elsewhere or others`] : [], summary }
}
