import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { compiledModule, readerLimits } from '@kamar/core'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReaderProcess } from '../reader-process/reader-process.js'
import { isolationLevel } from './isolation.js'
import type { IsolationReport } from './isolation-levels.js'

// What a reader can reach after a file has taken it over, by the ids of `tests/abuse/catalogue.ts`.

const entry = new URL('../../test-support/scripted-reader.mjs', import.meta.url)
const folder = await createTemporaryFolder()
const workFolder = join(folder, 'work')
const isolation = await isolationLevel(workFolder)
const sealed = isolation.level === 'sealed'
if (!sealed)
  process.stdout.write(`No sealed box on this machine, its tests are skipped: ${JSON.stringify(isolation)}\n`)

afterAll(() => removeFolder(folder))

describe.runIf(sealed)('sandboxed reader', () => {
  let results: Readonly<Record<string, unknown>> = {}

  // One reader runs all attempts; the tests below check the results.
  beforeAll(async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const secret = join(folder, 'secret')
    const script = join(folder, 'script')
    writeFileSync(secret, 'another blob')
    const { port } = server.address() as AddressInfo
    writeFileSync(script, JSON.stringify({ do: 'probe', port, secret, input: '/input/model', beside: '/x' }))
    const task = { path: script, fileName: 'model.stl', formatId: 'stl', companions: [] }
    const settings = { method: isolation.method, workFolder, limits: readerLimits, entry, warm: false }
    const reader = await ReaderProcess.start(settings)
    const outcome = await reader.run(task, {})
    await reader.dispose()
    server.close()
    results = outcome.ok ? {} : (outcome.failure.details ?? {})
  })

  it.each([
    ['to the local machine', 'loopback'],
    ['to other machines', 'outside'],
  ])('K02 has no network access %s', (_, door) => expect(results[door]).toBe('ENETUNREACH'))

  it.each([
    ['a file of the host does not exist', 'passwd', 'ENOENT'],
    ['another blob does not exist', 'secret', 'ENOENT'],
    ['the product cannot be written to', 'write', 'EROFS'],
    ['its own input cannot be written to', 'input', 'EROFS'],
    ['no file except its output can be written', 'beside', 'EROFS'],
  ])('K03 confines file access: %s', (_, file, refusal) => expect(results[file]).toBe(refusal))

  it('K04 has an empty environment', () => expect(results['environment']).toBe(0))
  it('K04 sees only its own process', () => expect(results['processes']).toBe('1'))

  it('K05 runs as a separate unprivileged user', () => {
    const user = Number(results['user'])
    expect(user > 60_000 && user < 65_534).toBe(isolation.method === 'namespaces')
  })
  it('K05 cannot gain privileges', () => expect(results['noNewPrivileges']).toBe('1'))
  it('K05 has no capabilities and writes no core dump', () => {
    expect(results['capabilities']).toBe('0000000000000000 0000000000000000 core 0')
  })
})

describe('sandbox on a weaker host', () => {
  const isolationModule = compiledModule(import.meta.url, './isolation.js').href
  const program = `
    import { isolationLevel } from '${isolationModule}'
    console.log(JSON.stringify(await isolationLevel(process.argv[2])))`
  const unprivilegedCommand = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--']
  /** The library through which confinement calls the kernel. */
  const kernelCalls = createRequire(import.meta.url).resolve(`@koromix/koffi-linux-${process.arch}`)
  const hides = process.getuid?.() === 0 && canHide()
  if (!hides) process.stdout.write('Tools cannot be hidden on this machine: weaker hosts are not tried.\n')

  function hide(...paths: readonly string[]): string {
    return [...paths.map((path) => `mount --bind /dev/null ${path}`), 'exec "$@"'].join(' && ')
  }

  function canHide(): boolean {
    if (!existsSync('/usr/bin/unshare')) return false
    return spawnSync('unshare', ['--mount', '/bin/sh', '-c', hide('/usr/bin/unshare'), 'sh', 'true']).status === 0
  }

  /**
   * Returns the isolation found by a server on a machine that lacks some tools, started through the command `before`.
   */
  function isolationWithout(hidden: readonly string[], before: readonly string[] = []): IsolationReport {
    const script = join(folder, 'ask.mjs')
    const there = join(folder, `there-${hidden.length}-${before.length}`)
    writeFileSync(script, program)
    execFileSync('/bin/sh', ['-c', `mkdir -p ${there} && chmod 0777 ${folder} ${there}`])
    const argv = ['--mount', '/bin/sh', '-c', hide(...hidden), 'sh', ...before, process.execPath, script, there]
    return JSON.parse(execFileSync('unshare', argv, { encoding: 'utf8' })) as IsolationReport
  }

  it.runIf(hides)(
    'K06 confines readers as separate users when namespaces are unavailable, and states the reason',
    () => {
      const report = isolationWithout(['/usr/bin/unshare'])
      expect(report).toMatchObject({ level: 'confined', network: true, files: true, user: true, limits: true })
      expect(report.refused.namespaces).not.toBe('')
      expect(Object.keys(report.refused)).toEqual(['namespaces'])
    },
  )

  it.runIf(hides)(
    'K06 confines readers as the server’s user when privileges are missing, and states the reason',
    () => {
      const report = isolationWithout(['/usr/bin/unshare'], unprivilegedCommand)
      expect(report).toMatchObject({ level: 'confined', network: true, files: true, user: false, limits: true })
      expect(Object.keys(report.refused)).toEqual(['user-namespace'])
    },
  )

  it.runIf(hides)('K06 runs readers as a separate user when confinement is unavailable too', () => {
    const report = isolationWithout(['/usr/bin/unshare', kernelCalls])
    expect(report).toMatchObject({ level: 'restricted', network: false, files: false, user: true, limits: true })
    expect(Object.keys(report.refused)).toEqual(['namespaces', 'landlock-user', 'landlock'])
  })

  it.runIf(hides)('K06 applies only resource limits when confinement and privileges are missing', () => {
    const report = isolationWithout(['/usr/bin/unshare', kernelCalls], unprivilegedCommand)
    expect(report).toMatchObject({ level: 'limited', network: false, files: false, user: false, limits: true })
    expect(Object.keys(report.refused)).toEqual(['user-namespace', 'landlock'])
  })
})
