// three.js loaders: geometries in memory, no output file. Browser APIs that they require but that do not matter here
// are stubbed.
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { reportResult } from '../../lib/driver-result.mjs'

const [, , path] = process.argv
globalThis.self ??= globalThis
globalThis.document ??= {
  createElementNS: () => ({ addEventListener: () => undefined, removeEventListener: () => undefined }),
}

const loads = {
  '.fbx': async () => {
    const { FBXLoader } = await import('three/addons/loaders/FBXLoader.js')
    const bytes = readFileSync(path)
    return new FBXLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '')
  },
  '.obj': async () => {
    const { OBJLoader } = await import('three/addons/loaders/OBJLoader.js')
    return new OBJLoader().parse(readFileSync(path, 'utf8'))
  },
}
const group = await loads[extname(path).toLowerCase()]()
let [meshes, triangles] = [0, 0]
group.traverse(({ geometry }) => {
  if (!geometry?.attributes.position) return
  meshes++
  triangles += (geometry.index ?? geometry.attributes.position).count / 3
})
reportResult({ meshes, triangles })
process.exit(0)
