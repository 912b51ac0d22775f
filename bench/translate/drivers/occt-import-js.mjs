// occt-import-js: STEP to meshes with names and colours as JSON, every instance copied. Same deflection as Kamar.
import { readFileSync } from 'node:fs'
import startOcct from 'occt-import-js'
import { reportResult } from '../../lib/driver-result.mjs'

const [, , path] = process.argv
const occt = await startOcct()
const { success, meshes } = occt.ReadStepFile(new Uint8Array(readFileSync(path)), {
  linearUnit: 'millimeter',
  linearDeflectionType: 'bounding_box_ratio',
  linearDeflection: 0.001,
  angularDeflection: 0.5,
})
if (!success) throw new Error('not read')
const triangles = meshes.reduce((sum, mesh) => sum + mesh.index.array.length / 3, 0)
const coloredCount = meshes.filter((mesh) => mesh.color || mesh.brep_faces?.some((face) => face.color)).length
reportResult({ meshes: meshes.length, triangles, coloured: coloredCount })
process.exit(0)
