import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { folderFiles, PackageReader } from '../../packages/package-format/dist/package-reader/index.js'
import { runTranslation } from '../../packages/translation/dist/run.js'

const { IfcAPI } = createRequire(new URL('../../packages/formats/package.json', import.meta.url))('web-ifc')
const maxDistanceMetres = 0.002
const areaPart = 0.01
/** Maximum ratio of elements with a different area: small bends, which IFC stores as prisms of few sides. */
const maxOtherAreas = 0.05

const newElement = () => ({ least: [Infinity, Infinity, Infinity], most: [-Infinity, -Infinity, -Infinity], area: 0 })

function addTriangles(element, vertices) {
  for (const vertex of vertices) {
    for (let axis = 0; axis < 3; axis++) {
      element.least[axis] = Math.min(element.least[axis], vertex[axis])
      element.most[axis] = Math.max(element.most[axis], vertex[axis])
    }
  }
  for (let at = 0; at < vertices.length; at += 3) {
    const side = (number) => [0, 1, 2].map((axis) => vertices[at + number][axis] - vertices[at][axis])
    const [[ax, ay, az], [bx, by, bz]] = [side(1), side(2)]
    element.area += Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx) / 2
  }
}

const getElement = (all, id) => all.get(id) ?? all.set(id, newElement()).get(id)

/**
 * Returns boxes and areas of the elements of Revit's own export, by GlobalId; products without a `Tag` are not elements
 * of the project.
 */
async function ifcElements(path) {
  const api = new IfcAPI()
  await api.Init()
  const model = api.OpenModel(readFileSync(path), { COORDINATE_TO_ORIGIN: false, CIRCLE_SEGMENTS: 64 })
  const all = new Map()
  const meshes = api.LoadAllGeometry(model)
  for (let index = 0; index < meshes.size(); index++) {
    const { expressID, geometries } = meshes.get(index)
    const { Tag, GlobalId } = api.GetLine(model, expressID)
    if (!Tag?.value) continue
    for (let part = 0; part < geometries.size(); part++) {
      const { geometryExpressID, flatTransformation: t } = geometries.get(part)
      const geometry = api.GetGeometry(model, geometryExpressID)
      const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
      const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize())
      const toPosition = (vertex) => {
        const [x, y, z] = vertices.subarray(vertex * 6, vertex * 6 + 3)
        const row = (axis) => t[axis] * x + t[4 + axis] * y + t[8 + axis] * z + t[12 + axis]
        return [row(0), -row(2), row(1)]
      }
      addTriangles(getElement(all, GlobalId.value), Array.from(indices, toPosition))
    }
  }
  api.CloseModel(model)
  return all
}

/** Returns the same for the drawn elements of a view package, without those hidden by default. */
async function packageElements(model) {
  const tree = await model.tree()
  const origin = model.manifest.origin
  const all = new Map()
  for await (const { geometries, vertex, index, instances, linear } of model.chunks()) {
    const view = new DataView(vertex.buffer, vertex.byteOffset)
    instances.geometry.forEach((geometry, row) => {
      const element = instances.node[row]
      if (tree.hidden[element]) return
      const linearMatrix = linear.subarray(instances.linear[row] * 9, instances.linear[row] * 9 + 9)
      const toPosition = (vertex) => {
        const [x, y, z] = [0, 1, 2].map(
          (axis) =>
            geometries.origin[geometry * 3 + axis] +
            geometries.step[geometry] * view.getUint16(vertex * 8 + axis * 2, true),
        )
        return [0, 1, 2].map(
          (axis) =>
            linearMatrix[axis] * x +
            linearMatrix[3 + axis] * y +
            linearMatrix[6 + axis] * z +
            instances.translation[row * 3 + axis] +
            origin[axis],
        )
      }
      const start = geometries.levelStart[geometry * 3]
      const vertices = index.subarray(start, start + geometries.levelCount[geometry * 3])
      addTriangles(getElement(all, tree.sourceId(element)), Array.from(vertices, toPosition))
    })
  }
  return all
}

const isFar = (a, b) =>
  [0, 1, 2].some(
    (axis) =>
      Math.abs(a.least[axis] - b.least[axis]) > maxDistanceMetres ||
      Math.abs(a.most[axis] - b.most[axis]) > maxDistanceMetres,
  )

/** Returns the differences between the elements of a project and those of Revit's own IFC beside it. */
export async function revitPair(path) {
  const outputFolder = mkdtempSync(join(tmpdir(), 'kamar-verify-'))
  try {
    const outcome = await runTranslation({
      path,
      fileName: basename(path),
      formatId: 'rvt',
      outputFolder,
      companions: {},
    })
    if (!outcome.ok) return { status: outcome.failure.code, differences: ['was not read'] }
    const model = await PackageReader.open(outcome.manifest, folderFiles(outputFolder))
    const actual = await packageElements(model)
    const expected = await ifcElements(path.replace(/\.rvt$/, '.ifc'))
    const missing = [...expected.keys()].filter((id) => !actual.has(id))
    const more = [...actual.keys()].filter((id) => !expected.has(id))
    const both = [...expected].filter(([id]) => actual.has(id))
    const far = both.filter(([id, element]) => isFar(element, actual.get(id)))
    const others = both.filter(([id, { area }]) => Math.abs(actual.get(id).area / area - 1) > areaPart)
    const differences = [
      [missing.length, 'elements missing'],
      [more.length, 'elements too many'],
      [far.length, 'boxes elsewhere'],
      [others.length > maxOtherAreas * expected.size ? others.length : 0, 'other areas'],
    ].flatMap(([count, summary]) => (count > 0 ? [`${count} ${summary}`] : []))
    const summary = `${both.length} elements, ${far.length} boxes and ${others.length} areas differ`
    return { status: outcome.manifest.report.status, differences, summary }
  } finally {
    rmSync(outputFolder, { recursive: true, force: true })
  }
}
