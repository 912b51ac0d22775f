import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { folderFiles, PackageReader } from '../../packages/package-format/dist/package-reader/index.js'
import { createCompanionFinder } from '../../apps/cli/dist/companion-finder.js'
import { runTranslation } from '../../packages/translation/dist/run.js'

/** Translates a file, passes the result and the package (null if there is none) to `use`, and deletes it. */
export async function withPackage(path, formatId, use, readers) {
  const outputFolder = mkdtempSync(join(tmpdir(), 'kamar-verify-'))
  try {
    const companions = createCompanionFinder(path)
    const task = { path, fileName: basename(path), formatId, outputFolder, companions, ...(readers && { readers }) }
    const outcome = await runTranslation(task)
    if (!outcome.ok) return await use({ outcome, model: null })
    const model = await PackageReader.open(outcome.manifest, folderFiles(outputFolder))
    return await use({ outcome, model })
  } finally {
    rmSync(outputFolder, { recursive: true, force: true })
  }
}

/** Returns Kamar's measurements of a file: status, box and area in metres, triangles as read and as instances. */
export const measureModel = (path, formatId) =>
  withPackage(path, formatId, async ({ outcome, model }) => {
    if (!outcome.ok) return { status: outcome.failure.code }
    const { bounds, counts, report, unit } = outcome.manifest
    return {
      status: report.status,
      size: bounds ? bounds.max.map((max, axis) => max - bounds.min[axis]) : [0, 0, 0],
      unitMetres: unit.metres,
      triangles: report.counts.triangles ?? 0,
      placedTriangles: counts.placedTriangles,
      areaSquareMetres: await placedArea(model),
    }
  })

const subtract = (a, b) => a.map((value, axis) => value - b[axis])
const doubleArea = ([ax, ay, az], [bx, by, bz]) => Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)

/** Returns the area in square metres of all instances at full detail, as drawn. */
export async function placedArea(model) {
  const shapes = []
  let area = 0
  for await (const chunk of model.chunks()) {
    for (let row = 0; row < chunk.geometries.count; row++) shapes.push(readShape(chunk, row))
    const { geometry, linear } = chunk.instances
    geometry.forEach((number, instance) => {
      const linearMatrix = chunk.linear.subarray(linear[instance] * 9, linear[instance] * 9 + 9)
      area += computeArea(shapes[number], linearMatrix)
    })
  }
  return area
}

/** Returns vertices of a geometry's triangles, metres in its own frame. */
function readShape({ geometries, vertex, index }, row) {
  const view = new DataView(vertex.buffer, vertex.byteOffset)
  const { origin, step, levelStart, levelCount } = geometries
  const vertexIndices = index.subarray(levelStart[row * 3], levelStart[row * 3] + levelCount[row * 3])
  return Array.from(vertexIndices, (vertex) =>
    [0, 1, 2].map((axis) => origin[row * 3 + axis] + step[row] * view.getUint16(vertex * 8 + axis * 2, true)),
  )
}

function computeArea(shape, linearMatrix) {
  const transformed = shape.map(([x, y, z]) =>
    [0, 1, 2].map((axis) => linearMatrix[axis] * x + linearMatrix[3 + axis] * y + linearMatrix[6 + axis] * z),
  )
  let area = 0
  for (let at = 0; at < transformed.length; at += 3) {
    area +=
      doubleArea(subtract(transformed[at + 1], transformed[at]), subtract(transformed[at + 2], transformed[at])) / 2
  }
  return area
}
