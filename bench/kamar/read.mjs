// Kamar's reader alone: this new process reads the file into a scene that only counts. No mesh stage, no package, for
// comparison with loaders.
import { reportResult } from '../lib/driver-result.mjs'

const [, , path, formatId] = process.argv
const [{ loadReader, openFileSource }, { readerLimits }] = await Promise.all([
  import('@kamar/formats'),
  import('@kamar/core'),
])
const counts = { nodes: 0, meshes: 0, triangles: 0, instances: 0 }
let ids = 0
const scene = {
  setUnit: () => undefined,
  setGeoreference: () => undefined,
  setAuthoringTool: () => undefined,
  setOrigin: () => undefined,
  setPreview: () => undefined,
  addTexture: () => null,
  addMaterial: () => ids++,
  addMesh(mesh) {
    counts.meshes++
    counts.triangles += (mesh.levels?.[0].count ?? mesh.indices.length) / 3
    return ids++
  },
  addLines: () => ids++,
  addNode: () => counts.nodes++,
  addInstance: () => void counts.instances++,
  addPropertySet: () => ids++,
  assignPropertySets: () => undefined,
  settle: () => Promise.resolve(),
}
const context = {
  scene,
  limits: readerLimits,
  signal: new AbortController().signal,
  progress: () => undefined,
  companion: () => Promise.resolve(null),
}
const reader = await loadReader(formatId)
const source = await openFileSource(path)
const report = await reader.read(source, context)
reportResult({ ...counts, status: report.status, counts: report.counts })
process.exit(0)
