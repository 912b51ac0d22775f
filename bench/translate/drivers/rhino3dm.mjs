// rhino3dm: only the meshes stored in the file; Breps without one yield nothing.
import { readFileSync } from 'node:fs'
import rhino3dm from 'rhino3dm'
import { reportResult } from '../../lib/driver-result.mjs'

const [, , path] = process.argv
const rhino = await rhino3dm()
const document = rhino.File3dm.fromByteArray(new Uint8Array(readFileSync(path)))
const objects = document.objects()
const facesWithMesh = (brep) => {
  const faces = brep.faces()
  return Array.from({ length: faces.count }, (_, at) => faces.get(at).getMesh(rhino.MeshType.Any)).filter(Boolean)
}
const triangleCount = (meshes) =>
  meshes.reduce((sum, mesh) => sum + (mesh.toThreejsJSON().data.index?.array.length ?? 0) / 3, 0)
let [breps, tessellatedCount, triangles] = [0, 0, 0]
for (let row = 0; row < objects.count; row++) {
  const geometry = objects.get(row).geometry()
  if (geometry.objectType === rhino.ObjectType.Brep) {
    const meshes = facesWithMesh(geometry)
    breps++
    tessellatedCount += meshes.length > 0 ? 1 : 0
    triangles += triangleCount(meshes)
  } else if (geometry.objectType === rhino.ObjectType.Mesh) triangles += triangleCount([geometry])
}
reportResult({ breps, shown: tessellatedCount, triangles })
process.exit(0)
