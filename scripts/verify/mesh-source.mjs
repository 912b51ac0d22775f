/** Returns twice the area of a triangle from two edge vectors, square metres. */
const doubleArea = (u, v) => Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])

/** Computes the area of a mesh from the reader, under the 3×3 part of a transform (column-major). */
function computeArea({ positions, indices }, linear) {
  const vertices = positions.length / 3
  const transformEdge = (from, to) => {
    const d = [0, 1, 2].map((axis) => positions[to * 3 + axis] - positions[from * 3 + axis])
    return [0, 1, 2].map((row) => linear[row] * d[0] + linear[3 + row] * d[1] + linear[6 + row] * d[2])
  }
  let area = 0
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const [a, b, c] = indices.subarray(at, at + 3)
    if (a >= vertices || b >= vertices || c >= vertices) continue
    const own = doubleArea(transformEdge(a, b), transformEdge(a, c)) / 2
    if (Number.isFinite(own)) area += own
  }
  return area
}

const asItIs = [1, 0, 0, 0, 1, 0, 0, 0, 1]

/** Computes the area of a prepared mesh under a transform: its stated area, scaled like its rounded positions. */
function preparedArea({ area, indices, levels: [full], positions, step }, linear) {
  const rounded = { positions, indices: indices.subarray(full.start, full.start + full.count) }
  const scaled = linear.map((value) => value * step)
  const own = computeArea(
    rounded,
    asItIs.map((value) => value * step),
  )
  return own > 0 ? (area * computeArea(rounded, scaled)) / own : 0
}

/**
 * Wraps installed readers to measure their meshes on the way into the package: `measured.area` is the area of the
 * instances, square metres. Meshes prepared by a reader state their area themselves.
 */
export function measuringReaders(installed, measured) {
  const meshes = new Map()
  const areas = new Map()
  const areaUnder = (number, placement) => {
    const mesh = meshes.get(number)
    const linear = placement.slice(0, 9)
    if (mesh === undefined) return 0
    const key = `${number} ${linear.map((value) => value.toPrecision(9)).join(' ')}`
    if (!areas.has(key)) areas.set(key, 'levels' in mesh ? preparedArea(mesh, linear) : computeArea(mesh, linear))
    return areas.get(key)
  }
  const watch = (scene) =>
    new Proxy(scene, {
      get(target, name) {
        if (name === 'addMesh')
          return (mesh) => {
            const number = target.addMesh(mesh)
            if (number !== null) meshes.set(number, mesh)
            return number
          }
        if (name === 'addInstance')
          return (instance) => {
            measured.area += areaUnder(instance.mesh, [...instance.placement])
            return target.addInstance(instance)
          }
        const value = target[name]
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return {
    ...installed,
    load: async (id) => {
      const reader = await installed.load(id)
      return { ...reader, read: (input, context) => reader.read(input, { ...context, scene: watch(context.scene) }) }
    },
  }
}
