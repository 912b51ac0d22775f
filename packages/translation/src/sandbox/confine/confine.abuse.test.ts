import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { readerLimits } from '@kamar/core'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readChildren } from '../../reader-process/process-usage.js'
import { ReaderProcess } from '../../reader-process/reader-process.js'
import { probeMethod } from '../isolation.js'
import type { SandboxMethod } from '../isolation-levels.js'

// What a reader without namespaces can reach after a file has taken it over, by the ids of `tests/abuse/catalogue.ts`.

const entry = new URL('../../../test-support/scripted-reader.mjs', import.meta.url)
const folder = await createTemporaryFolder()
const workFolder = join(folder, 'work')
const isRoot = process.getuid?.() === 0
const methods: readonly SandboxMethod[] = isRoot ? ['landlock-user', 'landlock'] : ['landlock']
const refusals = await Promise.all(methods.map((method) => probeMethod(method, workFolder)))
const confines = refusals.every((refusal) => refusal === null)
if (!confines)
  process.stdout.write(`No confined readers on this machine, their tests are skipped: ${JSON.stringify(refusals)}\n`)

afterAll(() => removeFolder(folder))

describe.runIf(confines).each(methods)('reader process confined by %s', (method) => {
  let details: Readonly<Record<string, unknown>> = {}
  let status = ''

  async function probeDetails(script: object): Promise<Readonly<Record<string, unknown>>> {
    const others = readChildren(process.pid)
    const reader = await ReaderProcess.start({ method, workFolder, limits: readerLimits, entry, warm: false })
    await reader.ready
    const [child] = readChildren(process.pid).filter((pid) => !others.includes(pid))
    status = readFileSync(`/proc/${child}/status`, 'utf8')
    const slot = dirname(reader.output.folder)
    const path = join(folder, 'script')
    writeFileSync(path, JSON.stringify({ ...script, input: join(slot, 'input', 'model'), beside: join(slot, 'x') }))
    const outcome = await reader.run({ path, fileName: 'model.stl', formatId: 'stl', companions: [] }, {})
    await reader.dispose()
    return outcome.ok ? {} : (outcome.failure.details ?? {})
  }

  // A reader's response holds at most a dozen details, so two readers run all attempts; the tests below check the
  // results.
  beforeAll(async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'another blob')
    const { port } = server.address() as AddressInfo
    details = { ...(await probeDetails({ do: 'probe', port, secret })), ...(await probeDetails({ do: 'probeCalls' })) }
    server.close()
  })

  it.each([
    ['to the local machine', 'loopback'],
    ['to other machines', 'outside'],
  ])('K02 has no network access %s', (_, door) => expect(details[door]).toBe('EPERM'))

  it.each([
    ['a file of the host cannot be read', 'passwd', 'EACCES'],
    ['another blob cannot be read', 'secret', 'EACCES'],
    ['the product cannot be written to', 'write', 'EACCES'],
    ['its own input cannot be written to', 'input', 'EACCES'],
    ['its own input cannot be emptied', 'truncated', 'EPERM'],
    ['permissions cannot be changed', 'permissions', 'EPERM'],
    ['no file except its output can be written', 'beside', 'EACCES'],
  ])('K03 is isolated: %s', (_, file, refusal) => expect(details[file]).toBe(refusal))

  it('K04 has an empty environment', () => expect(details['environment']).toBe(0))
  it("K04 cannot read its parent's environment", () => expect(details['environmentOfParent']).toBe('EACCES'))
  it('K04 cannot list processes', () => expect(details['processes']).toBe('EACCES'))

  it('K05 cannot signal its parent', () => expect(details['signal']).toBe('EPERM'))
  it('K05 cannot start a process', () => expect(details['child']).toBe('EPERM'))
  it('K05 has no capabilities and cannot gain privileges', () => {
    expect(status).toMatch(/^CapPrm:\s+0+$/m)
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
    expect(status).toMatch(/^Seccomp:\s+2$/m)
  })
  it('K05 runs as a separate user only under landlock-user', () => {
    expect(Number(details['user']) > 60_000).toBe(method === 'landlock-user')
  })
})
