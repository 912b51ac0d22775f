import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { compiledModule, readerLimits, type ReaderLimits } from '@kamar/core'
import { createTemporaryFolder, removeFolder, temporaryFolder, waitUntil } from '@kamar/test-kit'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { isolationLevel } from '../sandbox/isolation.js'
import type { SandboxMethod } from '../sandbox/isolation-levels.js'
import { ReaderPool, type SandboxedResult } from './reader-pool.js'
import { ReaderProcess } from './reader-process.js'

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
const isolation = await isolationLevel(join(folder, 'work'))
const sealed = isolation.level === 'sealed'
if (!sealed) process.stdout.write(`translation: no sealed box here: ${JSON.stringify(isolation.refused)}\n`)
const canBeSealed =
  process.getuid?.() === 0 &&
  ['/usr/bin/unshare', '/usr/bin/setpriv', '/usr/bin/prlimit', '/usr/sbin/chroot'].every((tool) => existsSync(tool))

afterAll(() => removeFolder(folder))

let scripts = 0
function scriptFile(script: object): string {
  const path = join(folder, `script-${scripts++}`)
  writeFileSync(path, JSON.stringify(script))
  return path
}

const pools: ReaderPool[] = []
async function openPool(limits: ReaderLimits = testLimits, size = 1, work = 'work'): Promise<ReaderPool> {
  const pool = await ReaderPool.open({ workFolder: join(folder, work), size, limits, entry })
  pools.push(pool)
  return pool
}

/** Opens a pool without warm-up: a warming reader would be discarded, at the same cost. */
async function openColdPool(limits: ReaderLimits = testLimits): Promise<ReaderPool> {
  const pool = await ReaderPool.open({ workFolder: join(folder, 'work'), size: 1, warm: false, limits, entry })
  pools.push(pool)
  return pool
}

const task = (script: object, companions: { name: string; path: string }[] = []) => ({
  path: scriptFile(script),
  fileName: 'model.stl',
  formatId: 'stl',
  companions,
})

/** Uses a cold process: a warm one would not be ready in time. */
async function run(script: object, limits: ReaderLimits = testLimits): Promise<SandboxedResult> {
  const pool = await openColdPool(limits)
  const result = await pool.run(task(script))
  await result.release()
  return result
}

const failureOf = ({ outcome }: SandboxedResult) => (outcome.ok ? null : outcome.failure)

interface Process {
  readonly pid: number
  readonly parent: number
  readonly commandLine: string
}

function allProcesses(): Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [pid, parent, ...commandLine] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), commandLine: commandLine.join(' ') }
  })
}

/** Returns the readers below a process, and their descendants. */
function readersBelow(pid: number): Process[] {
  const processes = allProcesses()
  const below = (parent: number): Process[] =>
    processes.filter((child) => child.parent === parent).flatMap((child) => [child, ...below(child.pid)])
  return below(pid).filter(
    ({ commandLine }) => commandLine.includes('scripted-reader.mjs') || commandLine.includes('spawn(process'),
  )
}
const readersAlive = (): number => readersBelow(process.pid).length

afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.stop())))

describe('reader process', () => {
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.stop()))
    await waitUntil(() => readersAlive() === 0, { description: 'the end of all readers' })
    await waitUntil(() => readdirSync(join(folder, 'work')).length === 0, { description: 'an empty work folder' })
  })

  it('reads a file into a view package', async () => {
    const pool = await openColdPool()
    const stages: string[] = []
    const fractions: number[] = []
    const result = await pool.run(task({ do: 'draw', cubes: 3 }), {
      onProgress: (fraction, stage) => {
        fractions.push(fraction)
        stages.push(stage)
      },
    })
    if (!result.outcome.ok) throw new Error(JSON.stringify(result.outcome.failure))
    const { manifest, reader } = result.outcome
    expect(reader).toBe('stl')
    expect(manifest.counts).toMatchObject({ nodes: 3, instances: 3 })
    for (const file of manifest.files) expect(existsSync(join(result.output.folder, file.path))).toBe(true)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(stages.at(-1)).toBe('packing')
    await result.release()
    expect(existsSync(result.output.folder)).toBe(false)
  })

  it('has a lower priority than the server', async () => {
    const pool = await openColdPool()
    const running = pool.run(task({ do: 'draw', cubes: 20, pauseMilliseconds: 50 }))
    await waitUntil(() => readersAlive() > 0, { description: 'a reader' })
    const priorities = readersBelow(process.pid).map(({ pid }) => getPriority(pid))
    expect(Math.min(...priorities)).toBeGreaterThan(getPriority())
    await (await running).release()
  })

  it('finds companions by name, whatever their stored file name', async () => {
    const pool = await openColdPool()
    const companion = { name: 'Brick.PNG', path: scriptFile({ do: 'draw' }) }
    const result = await pool.run(task({ companion: 'textures\\brick.png' }, [companion]))
    expect(result.outcome.ok).toBe(true)
    await result.release()
    const missing = await pool.run(task({ companion: 'roof.png' }, [companion]))
    expect(failureOf(missing)).toEqual({ code: 'companion-missing', details: { names: 'roof.png' } })
    await missing.release()
  })

  it.each([
    [
      'reports a reason',
      { do: 'refuse', failure: { code: 'damaged', bytePosition: 12 } },
      { code: 'damaged', bytePosition: 12 },
    ],
    ['reports an unlisted code', { do: 'refuse', failure: { code: 'invented' } }, { code: 'reader-fault' }],
    ['throws', { do: 'throw' }, { code: 'reader-fault' }],
    ['aborts', { do: 'abort' }, { code: 'reader-fault' }],
    ['exits', { do: 'exit', code: 3 }, { code: 'reader-fault', details: { reason: 'exit 3' } }],
    ['exits with status 0', { do: 'exit', code: 0 }, { code: 'reader-fault' }],
  ])('fails with a code when it %s', async (_, script, failure) => {
    expect(failureOf(await run(script))).toMatchObject(failure)
  })

  it.each(['shout', 'babble'])('does not fill the server’s memory with endless output (%s)', async (way) => {
    const before = process.memoryUsage().rss
    const result = await run({ do: way }, { ...testLimits, wallClockMilliseconds: 1500 })
    expect(failureOf(result)).not.toBeNull()
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * megabyte)
  })

  it('has its own thread limit, however many readers run on the machine', async () => {
    const processLimit = { ...testLimits, processes: 24 }
    const others = await Promise.all(['one', 'two', 'three'].map((work) => openPool(processLimit, 1, work)))
    await Promise.all(others.map((pool) => pool.ready()))
    const results = await Promise.all(others.map((pool) => pool.run(task({ do: 'draw' }))))
    expect(results.map(failureOf)).toEqual([null, null, null])
    await Promise.all(results.map((result) => result.release()))
  })

  it('is killed when it is cancelled', async () => {
    const pool = await openColdPool()
    const cancelling = new AbortController()
    const running = pool.run(task({ do: 'draw', cubes: 1000, pauseMilliseconds: 20 }), {
      signal: cancelling.signal,
      onProgress: () => cancelling.abort(),
    })
    const result = await running
    expect(failureOf(result)).toEqual({ code: 'cancelled' })
    await result.release()
  })

  it('ends when its pool stops', async () => {
    const pool = await openColdPool()
    const running = pool.run(task({ do: 'hang' }))
    await waitUntil(() => readersAlive() > 0)
    await pool.stop()
    const result = await running
    expect(failureOf(result)).toEqual({ code: 'cancelled' })
    await result.release()
  })

  it('starts with its job in a pool without warm readers', async () => {
    const pool = await openColdPool()
    expect(readersAlive()).toBe(0)
    const result = await pool.run(task({ do: 'draw' }))
    expect(result.outcome.ok).toBe(true)
    await result.release()
  })

  it('handles one job and is replaced by a new process', async () => {
    const pool = await openPool(testLimits, 2)
    await pool.ready()
    const results = await Promise.all([1, 2, 3, 4, 5].map((cubes) => pool.run(task({ do: 'draw', cubes }))))
    expect(results.map(({ outcome }) => outcome.ok && outcome.manifest.counts.nodes)).toEqual([1, 2, 3, 4, 5])
    expect(new Set(results.map(({ output }) => output.folder)).size).toBe(5)
    await Promise.all(results.map((result) => result.release()))
  })

  it('is replaced when it died while waiting', async () => {
    const pool = await openPool()
    await pool.ready()
    for (const { pid } of readersBelow(process.pid)) process.kill(pid, 'SIGKILL')
    await waitUntil(() => readersAlive() === 0)
    const result = await pool.run(task({ do: 'draw' }))
    expect(result.outcome.ok).toBe(true)
    await result.release()
  })

  /** Program of a parent that reads a file in the strongest sandbox, and in the weakest. */
  const pooled = `
    import { ReaderPool } from '${compiledModule(import.meta.url, './reader-pool.js').href}'
    const reader = await ReaderPool.open({ workFolder, size: 1, entry })
  `
  const plain = `
    import { ReaderProcess } from '${compiledModule(import.meta.url, './reader-process.js').href}'
    const limits = ${JSON.stringify(testLimits)}
    const reader = await ReaderProcess.start({ method: 'plain', workFolder, limits, entry, warm: true })
  `
  it.each([
    ['the strongest', pooled],
    ['the weakest', plain],
  ])('ends with a killed parent in %s sandbox', async (_, start) => {
    const program = `
      const [workFolder, path] = process.argv.slice(2)
      const entry = new URL('${entry.href}')
      ${start}
      const task = { path, fileName: 'model.stl', formatId: 'stl', companions: [] }
      await reader.run(task, { onProgress: () => console.log('busy') })
    `
    const path = join(await temporaryFolder(), 'parent.mjs')
    writeFileSync(path, program)
    const parent = spawn(process.execPath, [path, join(folder, 'work'), scriptFile({ do: 'spin' })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(createInterface({ input: parent.stdout }), 'line')
    const readers = new Set(readersBelow(parent.pid ?? 0).map(({ pid }) => pid))
    expect(readers.size).toBeGreaterThan(0)
    parent.kill('SIGKILL')
    const left = (): Process[] => allProcesses().filter(({ pid }) => readers.has(pid))
    await waitUntil(() => left().length === 0, { description: 'the death of the reader' })
    const pool = await openColdPool() // Clears the leftovers of the dead parent.
    await pool.stop()
  })
})

describe('reader sandbox', () => {
  it.runIf(canBeSealed)('has the strongest level where the machine allows it', () => {
    expect(isolation).toMatchObject({ level: 'sealed', refused: {} })
  })

  it('reports what it blocks and why it is not stronger', () => {
    expect(isolation).toMatchObject({ network: sealed, files: sealed, limits: isolation.level !== 'process' })
    expect(sealed || process.platform !== 'linux' || Object.keys(isolation.refused).length > 0).toBe(true)
  })

  it('fails every task as isolation-too-weak when it is weaker than required', async () => {
    const workFolder = join(folder, 'work-refused')
    const options = { workFolder, size: 1, limits: testLimits, entry, sandboxed: false }
    const pool = await ReaderPool.open({ ...options, minIsolation: 'limited' })
    pools.push(pool)
    const refused = await pool.run(task({ do: 'draw' }))
    expect(refused.outcome).toEqual({
      ok: false,
      failure: { code: 'isolation-too-weak', details: { level: 'process', minimum: 'limited' } },
    })
    expect(existsSync(workFolder) ? readdirSync(workFolder) : []).toEqual([])
  })

  it('is disabled on request and passes further arguments to Node', async () => {
    const hook = join(folder, 'hook.cjs')
    const mark = join(folder, 'hook-ran')
    writeFileSync(hook, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`)
    const options = { sandboxed: false, nodeArguments: ['--require', hook], warm: false }
    const pool = await ReaderPool.open({
      workFolder: join(folder, 'work'),
      size: 1,
      limits: testLimits,
      entry,
      ...options,
    })
    pools.push(pool)
    expect(pool.isolation).toMatchObject({ level: 'process', network: false, files: false, limits: false })
    const result = await pool.run(task({ do: 'draw' }))
    expect(result.outcome).toMatchObject({ ok: true })
    expect(existsSync(mark)).toBe(true)
    await result.release()
  })

  const weaker = (['stranger', 'limits', 'plain'] as const satisfies readonly SandboxMethod[])
    .filter((method) => process.platform === 'linux' || method === 'plain')
    .filter((method) => process.getuid?.() === 0 || method !== 'stranger')
  it.each(weaker)('reads files and enforces the processor limit with the weaker method "%s"', async (method) => {
    const settings = { method, workFolder: join(folder, 'work'), limits: testLimits, entry, warm: false }
    const drawing = await ReaderProcess.start(settings)
    const outcome = await drawing.run(task({ do: 'draw' }), {})
    expect(outcome).toMatchObject({ ok: true })
    await drawing.dispose()
    // Its start takes a quarter of that.
    const spinning = await ReaderProcess.start({ ...settings, limits: { ...testLimits, cpuSeconds: 1 } })
    const spun = await spinning.run(task({ do: 'spin' }), {})
    expect(spun).toMatchObject({ ok: false, failure: { code: 'limit-exceeded', details: { kind: 'processor-time' } } })
    await spinning.dispose()
  })

  it.each(weaker.filter((method) => method !== 'stranger'))(
    'limits threads with the weaker method "%s" where the kernel does not',
    async (method) => {
      // Excludes the memory that the engine reserves for fifty threads.
      const limits = { ...testLimits, dataBytes: 8192 * megabyte }
      const settings = { method, workFolder: join(folder, 'work'), limits, entry, warm: false }
      const memoryReader = await ReaderProcess.start(settings)
      const memoryOutcome = await memoryReader.run(task({ do: 'crowd' }), {})
      expect(memoryOutcome).toMatchObject({
        failure: { code: 'limit-exceeded', details: { kind: 'processes', value: testLimits.processes } },
      })
      await memoryReader.dispose()
    },
  )
})
