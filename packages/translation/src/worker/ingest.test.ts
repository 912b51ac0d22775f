import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readerLimits, type Placement } from '@kamar/core'
import { listStoredFiles, type Manifest } from '@kamar/package-format'
import { PackageReader } from '@kamar/package-format/package-reader'
import { createPackageWriter } from '@kamar/packager'
import { DiskDerivativeStore, type DerivativeStore } from '@kamar/storage'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UntrustedOutputError } from '../reader-process/child-output.js'
import { ingestPackage } from './ingest.js'

const translationId = '01900000-0000-7000-8000-000000000001'
const side = 20
const cellLimits = {
  ...{ minInstances: 100, minTriangles: 1000, leafBytes: 20_000, leafInstances: 40, proxyInstances: 40 },
  ...{ proxyTriangles: 500, packBytes: 4000, streamBytes: 8000 },
}

/** Writes a package of cells as a reader process would leave it. */
async function writeOutput(folder: string): Promise<Manifest> {
  const writer = createPackageWriter({
    sink: {
      write: async (path, bytes) => {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), bytes)
      },
      remove: async () => undefined,
    },
    limits: readerLimits,
    signal: new AbortController().signal,
    source: { bytes: 1, formatId: 'obj', reader: 'test' },
    cellLimits,
  })
  const set = writer.addPropertySet({ name: 'set', properties: [{ name: 'side', value: side }] })
  for (let number = 0; number < side * side; number++) {
    const node = writer.addNode({ parent: null, name: `${number}`, class: 'Thing', sourceId: '' })
    writer.assignPropertySets(node, [set])
    const mesh = writer.addMesh({
      positions: Float32Array.of(0, 0, 0, 1 + number / 500, 0, 0, 0, 1, 0, 0, 0, 1),
      indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
    })
    const placement: Placement = [1, 0, 0, 0, 1, 0, 0, 0, 1, (number % side) * 3, Math.floor(number / side) * 3, 0]
    if (mesh !== null) writer.addInstance({ node, mesh, material: null, placement })
  }
  return writer.finish({ status: 'complete', counts: {}, skipped: [], findings: [], missingCompanions: [] })
}

describe('ingest of a package with packs', () => {
  let folder: string
  let output: string
  let manifest: Manifest
  let derivatives: DerivativeStore

  beforeEach(async () => {
    folder = await createTemporaryFolder()
    output = join(folder, 'output')
    manifest = await writeOutput(output)
    derivatives = await DiskDerivativeStore.open(join(folder, 'store'))
  })
  afterEach(() => removeFolder(folder))

  const ingest = (assertHeld: () => void = () => undefined) =>
    ingestPackage({ output: { folder: output, user: null }, derivatives, translationId, assertHeld }, manifest)
  const listPaths = async (): Promise<string[]> => (await derivatives.list(translationId)).map(({ path }) => path)

  it('stores packs instead of the files in them, each of which can be read', async () => {
    const expected = listStoredFiles(manifest).map(({ path }) => path)
    const stored = await ingest()
    expect(stored.map(({ path }) => path).toSorted()).toEqual(expected.toSorted())
    expect(await listPaths()).toEqual(expected.toSorted())
    expect(expected.length).toBeLessThan(manifest.files.length)
    const reader = await PackageReader.open(manifest, async (path) => {
      const bytes = await derivatives.read({ translationId, path })
      if (bytes === null) throw new RangeError(`no file ${path}`)
      return bytes
    })
    let instances = 0
    for await (const chunk of reader.chunks()) instances += chunk.instances.node.length
    expect(instances).toBe(side * side)
    expect((await reader.propertyBlock(0)).setCount).toBe(1)
  })

  it('is complete after a second attempt when the first one ended anywhere', async () => {
    const count = listStoredFiles(manifest).length
    for (let allowed = 0; allowed < count; allowed += 3) {
      let calls = 0
      const attempt = ingest(() => {
        if (calls++ >= allowed) throw new RangeError('the lease is over')
      })
      await expect(attempt).rejects.toThrow('the lease is over')
    }
    await ingest()
    const sizes = (await derivatives.list(translationId)).map(({ path, sizeBytes }) => [path, sizeBytes])
    expect(sizes).toEqual(
      listStoredFiles(manifest)
        .map(({ path, size }) => [path, size] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
    expect(await readdir(join(folder, 'store', 'temporary'))).toEqual([])
  })

  it('refuses a pack whose bytes are not those of the manifest', async () => {
    const [pack] = manifest.packs ?? []
    await writeFile(join(output, pack.path), new Uint8Array(pack.size))
    await expect(ingest()).rejects.toThrow(UntrustedOutputError)
    expect(await listPaths()).not.toContain(pack.path)
  })
})
