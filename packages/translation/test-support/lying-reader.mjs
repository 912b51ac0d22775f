// A reader process that has been taken over: it speaks the protocol but lies, as its input file says.
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

const send = (message) => writeSync(3, `${JSON.stringify(message)}\n`)
const zeros = '0'.repeat(64)
const counts = {
  nodes: 0,
  meshes: 0,
  instances: 0,
  triangles: 0,
  placedTriangles: 0,
  lines: 0,
  sheets: 0,
  materials: 0,
}
const manifest = (files) => ({
  format: 'kamar-view-package',
  version: 1,
  state: 'complete',
  writer: 'liar',
  source: { bytes: 1, formatId: 'stl', reader: 'stl' },
  unit: { name: 'metre', metres: 1 },
  origin: [0, 0, 0],
  georeference: null,
  bounds: null,
  counts,
  report: null,
  chunks: [],
  files,
})
const file = (path, size, sha256 = zeros) => ({ path, size, sha256, encoding: 'identity' })

const lies = {
  symlink: (folder, { secret, size, sha256 }) => {
    symlinkSync(secret, `${folder}/tree.bin`)
    return manifest([file('tree.bin', size, sha256)])
  },
  'folder-symlink': (folder, { secret, size, sha256 }) => {
    symlinkSync(secret.slice(0, secret.lastIndexOf('/')), `${folder}/scene`)
    return manifest([file(`scene/${secret.slice(secret.lastIndexOf('/') + 1)}`, size, sha256)])
  },
  'hard-link': (folder) => {
    writeFileSync(`${folder}/a`, 'x')
    linkSync(`${folder}/a`, `${folder}/tree.bin`)
    return manifest([file('tree.bin', 1)])
  },
  folder: (folder) => {
    mkdirSync(`${folder}/tree.bin`)
    return manifest([file('tree.bin', 4096)])
  },
  missing: () => manifest([file('tree.bin', 1)]),
  'wrong-hash': (folder) => {
    writeFileSync(`${folder}/tree.bin`, 'x')
    return manifest([file('tree.bin', 1)])
  },
  'wrong-size': (folder) => {
    writeFileSync(`${folder}/tree.bin`, 'x')
    return manifest([file('tree.bin', 2)])
  },
  upwards: () => manifest([file('../../secret', 1)]),
  huge: () => manifest([file('tree.bin', 2 ** 50)]),
  noise: () => manifest([]),
  'no-manifest': () => ({ hello: 'world' }),
}

createInterface({ input: process.stdin }).once('line', (line) => {
  send({ type: 'started' })
  const job = JSON.parse(line)
  const script = JSON.parse(readFileSync(job.path, 'utf8'))
  if (script.lie === 'noise') writeSync(3, 'this is no JSON\n')
  send({ type: 'finished', manifest: lies[script.lie](job.outputFolder, script), reader: 'stl' })
})
send({ type: 'ready' })
