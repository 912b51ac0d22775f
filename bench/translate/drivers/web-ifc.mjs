// web-ifc alone: open, tessellate every product, copy each distinct geometry out. No tree, no properties, no output
// file.
import { readFileSync } from 'node:fs'
import * as WebIFC from 'web-ifc'
import { reportResult } from '../../lib/driver-result.mjs'
import { closedMeshShares } from '../closed-meshes.mjs'

const [, , path, measureOrientation] = process.argv
const api = new WebIFC.IfcAPI()
await api.Init()
const model = api.OpenModel(new Uint8Array(readFileSync(path)))

/** @type {Map<number, { positions: Float32Array, indices: Uint32Array, uses: number }>} */
const geometries = new Map()
let instances = 0
let placedTriangles = 0

function copyGeometry(id) {
  const geometry = api.GetGeometry(model, id)
  const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
  const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize())
  geometry.delete()
  return { positions: new Float32Array(vertices), indices: new Uint32Array(indices), uses: 0 }
}

api.StreamAllMeshes(model, (mesh) => {
  for (let index = 0; index < mesh.geometries.size(); index++) {
    const id = mesh.geometries.get(index).geometryExpressID
    if (!geometries.has(id)) geometries.set(id, copyGeometry(id))
    instances += 1
    const geometry = geometries.get(id)
    geometry.uses += 1
    placedTriangles += geometry.indices.length / 3
  }
})

reportResult({
  geometries: geometries.size,
  instances,
  placedTriangles,
  ...(measureOrientation ? { closedShares: closedMeshShares(geometries.values(), 6) } : {}),
})
