import { execFileSync } from 'node:child_process'
import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readerLimits, type ReaderLimits } from '@kamar/core'
import { createTemporaryFolder, removeFolder, waitUntil } from '@kamar/test-kit'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { isolationLevel } from '../sandbox/isolation.js'
import { ReaderPool, type ReaderPoolOptions, type SandboxedResult } from './reader-pool.js'

const entry = new URL('../../test-support/scripted-reader.mjs', import.meta.url)
const megabyte = 1024 ** 2
const testLimits: ReaderLimits = {
  ...readerLimits,
  wallClockMilliseconds: 20_000,
  cpuSeconds: 30,
  dataBytes: 1024 * megabyte,
  outputFileBytes: 2 * megabyte,
  outputTotalBytes: 8 * megabyte,
  processes: 40,
}

const folder = await createTemporaryFolder()
const sealed = (await isolationLevel(join(folder, 'work'))).level === 'sealed'
if (!sealed) process.stdout.write('translation: no sealed box here, readers that multiply are not tried\n')
afterAll(() => removeFolder(folder))

const path = join(folder, 'script')

/** Uses a cold process: a warm one would not be ready in time. */
async function run(script: object, limits: ReaderLimits = testLimits): Promise<SandboxedResult> {
  writeFileSync(path, JSON.stringify(script))
  return runFile({ limits })
}

async function runFile(options: Pick<ReaderPoolOptions, 'limits' | 'maxLimits'>): Promise<SandboxedResult> {
  const pool = await ReaderPool.open({ workFolder: join(folder, 'work'), size: 1, warm: false, entry, ...options })
  const result = await pool.run({ path, fileName: 'model.stl', formatId: 'stl', companions: [] })
  await result.release()
  await pool.stop()
  return result
}

const failureOf = ({ outcome }: SandboxedResult) => (outcome.ok ? null : outcome.failure)

/** Returns whether readers or their descendants remain, found by unique command-line arguments. */
function hasRunningProcess(): boolean {
  const lines = execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).split('\n')
  return lines.some(
    (line) => line.includes(join(folder, 'work')) || line.includes("require('child_process'); for (;;)"),
  )
}

describe('limited reader process', () => {
  afterEach(async () => {
    await waitUntil(() => !hasRunningProcess(), { description: 'the end of all readers' })
    await waitUntil(() => readdirSync(join(folder, 'work')).length === 0, { description: 'an empty work folder' })
  })

  it('B04 is killed at the processor time limit when it never ends', async () => {
    const result = await run({ do: 'spin' }, { ...testLimits, cpuSeconds: 1 })
    expect(failureOf(result)).toEqual({
      code: 'limit-exceeded',
      details: { limit: '1 second of processor time', kind: 'processor-time', value: 1 },
    })
  })

  it('B04 is killed at the wall clock limit when it sleeps for ever', async () => {
    const result = await run({ do: 'hang' }, { ...testLimits, wallClockMilliseconds: 500 })
    expect(failureOf(result)).toMatchObject({ code: 'limit-exceeded', details: { kind: 'wall-clock', value: 0.5 } })
  })

  it.each(['buffers', 'wasm', 'heap'])(
    'B05 is killed at the memory limit (%s) without growth of the server process',
    async (way) => {
      const before = process.memoryUsage().rss
      const result = await run({ do: way }, { ...testLimits, dataBytes: 300 * megabyte })
      expect(failureOf(result)).toMatchObject({ code: 'limit-exceeded', details: { kind: 'memory' } })
      expect(process.memoryUsage().rss - before).toBeLessThan(250 * megabyte)
    },
  )

  it('B05 gets more memory for a large file, up to the maximum of the operator', async () => {
    const limits = { ...testLimits, dataBytes: 300 * megabyte }
    writeFileSync(path, JSON.stringify({ do: 'buffers' }).padEnd(50 * megabyte))
    const maxLimits = { ...limits, dataBytes: 500 * megabyte }
    expect(failureOf(await runFile({ limits, maxLimits }))).toMatchObject({
      code: 'limit-exceeded',
      details: { kind: 'memory', value: maxLimits.dataBytes },
    })
  })

  it('B05 is not started for a file that needs far more than the operator permits', async () => {
    writeFileSync(path, '')
    truncateSync(path, 100 * 1024 * megabyte)
    const maxLimits = { ...testLimits, dataBytes: 2048 * megabyte }
    expect(failureOf(await runFile({ limits: testLimits, maxLimits }))).toMatchObject({
      code: 'reader-limit-too-low',
      details: { kind: 'memory', value: maxLimits.dataBytes, setting: 'KAMAR_READER_MEMORY' },
    })
    truncateSync(path, 0)
  })

  it('B06 is stopped when it writes one endless file, or many', async () => {
    const one = await run({ do: 'flood', files: 1 })
    expect(failureOf(one)).toMatchObject({
      code: 'limit-exceeded',
      details: { kind: 'output-file', value: 2 * megabyte },
    })
    const floodResult = await run({ do: 'flood', files: 100 }, { ...testLimits, outputFileBytes: 1024 * megabyte })
    expect(failureOf(floodResult)).toMatchObject({ code: 'limit-exceeded', details: { kind: 'output-total' } })
  })

  it('B06 is stopped when it fills files that it has deleted', async () => {
    const limits = { ...testLimits, outputFileBytes: 1024 * megabyte }
    const result = await run({ do: 'floodHiddenFiles' }, limits)
    expect(failureOf(result)).toMatchObject({ code: 'limit-exceeded', details: { kind: 'output-total' } })
  })

  it('B06 is stopped when it creates folders without end', async () => {
    const result = await run({ do: 'floodFolders' }, { ...testLimits, outputFiles: 500 })
    expect(failureOf(result)).toMatchObject({ code: 'limit-exceeded', details: { kind: 'output-count', value: 500 } })
  })

  it.runIf(sealed)('B07 is stopped with all its descendants when it forks without end', async () => {
    const result = await run({ do: 'fork' }, { ...testLimits, wallClockMilliseconds: 1500 })
    expect(failureOf(result)).toMatchObject({ code: 'limit-exceeded' })
  })
})
