import { existsSync, readFileSync } from 'node:fs'
import { kamarFacts } from './kamar.mjs'

const areaPart = 0.001
const farthestMetres = 0.001
/** The exports beside the models are in millimetres. */
const unitMetres = 0.001

/** Box and area of an STL in words, metres. */
function measure(text) {
  const corners = [...text.matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)].map((found) =>
    found.slice(1).map((number) => Number(number) * unitMetres),
  )
  const least = [0, 1, 2].map((axis) => corners.reduce((low, corner) => Math.min(low, corner[axis]), Infinity))
  const most = [0, 1, 2].map((axis) => corners.reduce((high, corner) => Math.max(high, corner[axis]), -Infinity))
  let area = 0
  for (let at = 0; at + 2 < corners.length; at += 3) {
    const side = (number) => [0, 1, 2].map((axis) => corners[at + number][axis] - corners[at][axis])
    const [[ax, ay, az], [bx, by, bz]] = [side(1), side(2)]
    area += Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx) / 2
  }
  return { size: most.map((value, axis) => value - least[axis]), area, triangles: corners.length / 3 }
}

const short = (value) => Number(value.toPrecision(6))

/** How a SketchUp model differs from the STL that SketchUp wrote of it; `isAlone` where there is none beside it. */
export async function sketchUpPair(path) {
  const ours = await kamarFacts(path, 'skp')
  const twin = path.replace(/\.skp$/, '.stl')
  if (!existsSync(twin)) return { status: ours.status, isAlone: true, differences: [], words: 'no STL of it is known' }
  if (!ours.size) return { status: ours.status, isAlone: false, differences: ['was not read'], words: '' }
  const theirs = measure(readFileSync(twin, 'latin1'))
  const part = Math.abs(ours.areaSquareMetres / theirs.area - 1)
  const far = Math.max(...ours.size.map((side, axis) => Math.abs(side - theirs.size[axis])))
  const differences = [
    ...(part > areaPart ? [`area ${short(ours.areaSquareMetres)} against ${short(theirs.area)} m²`] : []),
    ...(far > farthestMetres
      ? [`box ${ours.size.map(short).join(' × ')} against ${theirs.size.map(short).join(' × ')} m`]
      : []),
  ]
  const words = `area within ${(100 * part).toFixed(4)} %, box within ${(1000 * far).toFixed(4)} mm, ${ours.placedTriangles} of ${theirs.triangles} triangles`
  return { status: ours.status, isAlone: false, differences, words }
}
