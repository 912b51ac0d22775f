import { readFileSync } from 'node:fs'
import { storeBytes, type StoredBytes } from '@kamar/codecs/part21/testing'
import { memorySource, type ByteSource, type ReadReport } from '@kamar/core'
import { createRecordedContext } from '@kamar/test-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { GeometryWorkerPool } from './geometry/worker-pool.js'
import { ReadProgress } from './progress.js'
import { readModel } from './reading.js'
import { MeshRecordingScene } from './testing/read.js'

/** Every statement is longer than a window, and a page of the index ends after 64 of them. */
const tinyPaging = { maxMemoryBytes: 0, windowBytes: 64, maxWindows: 2, pageRows: 64 }

const stored: StoredBytes[] = []
afterEach(() => {
  for (const file of stored.splice(0)) file.close()
})

function store(bytes: Uint8Array): { file: StoredBytes; input: ByteSource } {
  const file = storeBytes(bytes, tinyPaging)
  stored.push(file)
  const read = (offset: number, length: number): Promise<Uint8Array> =>
    Promise.resolve(bytes.slice(offset, offset + length))
  const { fileDescriptor, size } = file.content
  return { file, input: { name: 'house.ifc', size, fileDescriptor, read, readAll: () => read(0, size) } }
}

async function read(
  input: ByteSource,
  options: { paging?: typeof tinyPaging; onProgress?: (fraction: number) => void } = {},
): Promise<{ report: ReadReport; scene: MeshRecordingScene }> {
  const { context } = createRecordedContext()
  const scene = new MeshRecordingScene()
  const pool = new GeometryWorkerPool(1)
  const { paging, onProgress = () => undefined } = options
  const progress = new ReadProgress({ progress: onProgress })
  try {
    const report = await readModel({ input, context: { ...context, scene }, pool, progress, ...(paging && { paging }) })
    return { report, scene }
  } finally {
    await pool.release()
  }
}

const house = readFileSync(new URL('fixtures/house.ifc', import.meta.url))

describe('IFC file read through windows', () => {
  it('has the same scene and report as in memory', async () => {
    const inMemory = await read(memorySource('house.ifc', house))
    const onDisk = await read(store(house).input, { paging: tinyPaging })
    expect(onDisk.report).toEqual(inMemory.report)
    expect(onDisk.scene.digest).toBe(inMemory.scene.digest)
    expect(onDisk.scene.meshes.length).toBeGreaterThan(10)
  })

  it('is damaged when the file becomes shorter after it was indexed', async () => {
    const { file, input } = store(house)
    const onProgress = (fraction: number): void => {
      if (fraction >= 0.15) file.truncate(1000)
    }
    await expect(read(input, { paging: tinyPaging, onProgress })).rejects.toMatchObject({
      failure: { code: 'damaged' },
    })
  })

  it('is damaged when the file is shorter than its size', async () => {
    const { file, input } = store(house)
    file.truncate(Math.floor(house.length / 2))
    await expect(read(input, { paging: tinyPaging })).rejects.toMatchObject({ failure: { code: 'damaged' } })
  })

  it('is read up to its truncated end', async () => {
    const { report } = await read(store(house.subarray(0, Math.floor(house.length * 0.9))).input, {
      paging: tinyPaging,
    })
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'truncated-file' }))
  })
})
