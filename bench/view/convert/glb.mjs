// Converts IFC to a plain GLB with the meshes of web-ifc.
import { readFileSync, writeFileSync } from 'node:fs'
import * as WebIFC from 'web-ifc'
import { writeGlb } from './glb-writer.mjs'

const [, , path, target] = process.argv
const api = new WebIFC.IfcAPI()
await api.Init()
const model = api.OpenModel(new Uint8Array(readFileSync(path)), { COORDINATE_TO_ORIGIN: true })
const geometries = []
const numbers = new Map()
const parts = []

/** web-ifc interleaves position and normal, six numbers per vertex. */
function readGeometry(id) {
  const geometry = api.GetGeometry(model, id)
  const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
  const indices = new Uint32Array(api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()))
  geometry.delete()
  const count = vertices.length / 6
  const positions = new Float32Array(count * 3)
  const normals = new Float32Array(count * 3)
  for (let vertex = 0; vertex < count; vertex++) {
    positions.set(vertices.subarray(vertex * 6, vertex * 6 + 3), vertex * 3)
    normals.set(vertices.subarray(vertex * 6 + 3, vertex * 6 + 6), vertex * 3)
  }
  return { positions, normals, indices }
}

/** Returns the number of a geometry; null when it has no triangles. */
function geometryNumber(id) {
  if (!numbers.has(id)) {
    const geometry = readGeometry(id)
    numbers.set(id, geometry.indices.length > 0 ? geometries.push(geometry) - 1 : null)
  }
  return numbers.get(id)
}

api.StreamAllMeshes(model, (mesh) => {
  for (let index = 0; index < mesh.geometries.size(); index++) {
    const placedGeometry = mesh.geometries.get(index)
    const geometry = geometryNumber(placedGeometry.geometryExpressID)
    if (geometry === null) continue
    const { x, y, z, w } = placedGeometry.color
    parts.push({
      geometry,
      color: [x, y, z, w],
      matrix: [...placedGeometry.flatTransformation],
      name: String(mesh.expressID),
    })
  }
})
writeFileSync(target, writeGlb(geometries, parts))
