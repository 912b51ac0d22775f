import { spawnSync } from 'node:child_process'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot, temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'

const fileBytes = 64 * 1024 * 1024
/** A reader holds its result, never the text beside it. */
const maxMemoryPerByte = 2

/** Reads a file in a separate (compiled) process with a builder that discards everything; returns the memory growth. */
function memoryGrowth(
  formatFolder: string,
  path: string,
): { readonly growthBytes: number; readonly triangles: number } {
  const dist = join(repositoryRoot(), 'packages/formats/dist')
  const script = `
    const { openFileSource } = await import('${dist}/sources/file-source.js')
    const { reader } = await import('${dist}/${formatFolder}/reader.js')
    let triangles = 0
    const number = () => 0
    const nothing = () => undefined
    const scene = {
      setUnit: nothing, setOrigin: nothing, addMaterial: number, addNode: number, addInstance: nothing, addLines: number,
      addMesh: (mesh) => (triangles += mesh.indices.length / 3, 0), addPropertySet: number, assignPropertySets: nothing,
      settle: () => new Promise((resolve) => setImmediate(resolve)),
    }
    const before = process.resourceUsage().maxRSS
    const limits = { nodes: 1e9, triangles: 1e9 }
    const room = { scene, limits, signal: new AbortController().signal, progress: nothing, companion: async () => null }
    await reader.read(await openFileSource('${path}'), room)
    console.log(JSON.stringify({ growthBytes: (process.resourceUsage().maxRSS - before) * 1024, triangles }))
    process.exit(0)`
  const { stdout, stderr } = spawnSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as { growthBytes: number; triangles: number }
}

/** Writes chunks until the file has its size; returns their number. */
function writeFile(path: string, createChunk: (index: number) => string | Uint8Array): number {
  const file = openSync(path, 'w')
  let [writtenBytes, index] = [0, 0]
  while (writtenBytes < fileBytes) {
    const part = createChunk(index++)
    writtenBytes += typeof part === 'string' ? writeSync(file, part) : writeSync(file, part)
  }
  closeSync(file)
  return index
}

const strip = (index: number): string => {
  const vertices = Array.from({ length: 200 }, (_, at) => `v ${index}.${at}0001 ${at}.250000 ${at % 7}.125000\n`).join(
    '',
  )
  const first = 200 * index
  const faces = Array.from(
    { length: 198 },
    (_, at) => `f ${first + at + 1} ${first + at + 2} ${first + at + 3}\n`,
  ).join('')
  return vertices + faces
}
const facet = (index: number): string =>
  `facet normal 0 0 1\nouter loop\nvertex ${index} 0 0.5\nvertex ${index + 1} 0 0.25\nvertex ${index} 1 0.125\nendloop\nendfacet\n`

describe('reader memory', () => {
  it('grows by less than twice the text for 64 MiB of OBJ in one group', async () => {
    const path = join(await temporaryFolder(), 'large.obj')
    const strips = writeFile(path, strip)
    const { growthBytes, triangles } = memoryGrowth('obj', path)
    expect(triangles).toBe(198 * strips)
    expect(growthBytes).toBeLessThan(maxMemoryPerByte * statSync(path).size)
  })

  it('grows by less than twice the text for 64 MiB of ASCII STL', async () => {
    const path = join(await temporaryFolder(), 'large.stl')
    const facets = writeFile(path, (index) => (index === 0 ? 'solid large\n' : facet(index))) - 1
    const { growthBytes, triangles } = memoryGrowth('stl', path)
    expect(triangles).toBe(facets)
    expect(growthBytes).toBeLessThan(maxMemoryPerByte * statSync(path).size)
  })
})
