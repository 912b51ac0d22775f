import { existsSync, readFileSync } from 'node:fs'
import { measureModel } from './kamar.mjs'

const areaPart = 0.001
const maxDistanceMetres = 0.001
/** The exports beside the models are in millimetres. */
const unitMetres = 0.001

/** Measures box and area of an ASCII STL, metres. */
function measure(text) {
  const vertices = [...text.matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)].map((match) =>
    match.slice(1).map((number) => Number(number) * unitMetres),
  )
  const least = [0, 1, 2].map((axis) => vertices.reduce((low, vertex) => Math.min(low, vertex[axis]), Infinity))
  const max = [0, 1, 2].map((axis) => vertices.reduce((high, vertex) => Math.max(high, vertex[axis]), -Infinity))
  let area = 0
  for (let at = 0; at + 2 < vertices.length; at += 3) {
    const side = (number) => [0, 1, 2].map((axis) => vertices[at + number][axis] - vertices[at][axis])
    const [[ax, ay, az], [bx, by, bz]] = [side(1), side(2)]
    area += Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx) / 2
  }
  return { size: max.map((value, axis) => value - least[axis]), area, triangles: vertices.length / 3 }
}

const short = (value) => Number(value.toPrecision(6))

/**
 * Returns the differences between a SketchUp model and SketchUp's own STL export; `isUnpaired` if there is none beside it.
 */
export async function sketchUpPair(path) {
  const actual = await measureModel(path, 'skp')
  const twin = path.replace(/\.skp$/, '.stl')
  if (!existsSync(twin))
    return { status: actual.status, isUnpaired: true, differences: [], summary: 'no STL of it is known' }
  if (!actual.size) return { status: actual.status, isUnpaired: false, differences: ['was not read'], summary: '' }
  const expected = measure(readFileSync(twin, 'latin1'))
  const part = Math.abs(actual.areaSquareMetres / expected.area - 1)
  const far = Math.max(...actual.size.map((side, axis) => Math.abs(side - expected.size[axis])))
  const differences = [
    ...(part > areaPart ? [`area ${short(actual.areaSquareMetres)} against ${short(expected.area)} m²`] : []),
    ...(far > maxDistanceMetres
      ? [`box ${actual.size.map(short).join(' × ')} against ${expected.size.map(short).join(' × ')} m`]
      : []),
  ]
  const summary = `area within ${(100 * part).toFixed(4)} %, box within ${(1000 * far).toFixed(4)} mm, ${actual.placedTriangles} of ${expected.triangles} triangles`
  return { status: actual.status, isUnpaired: false, differences, words: summary }
}
