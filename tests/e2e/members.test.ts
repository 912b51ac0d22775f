import { execFile, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'kamar-members-'))
const buildMilliseconds = 900_000

/**
 * For each kind: the folders of its members (a module has its routes in the contract), a member that is deleted, and the
 * runner of the tests of a new one.
 */
const kinds = {
  format: { members: ['packages/formats/src'], deleted: '3ds', project: 'unit' },
  exporter: { members: ['packages/exporters/src'], deleted: '3d-tiles', project: 'unit' },
  module: { members: ['apps/server/src/modules', 'packages/contracts/src'], deleted: 'documentation', project: 'unit' },
  tool: { members: ['apps/web/src/viewer/tools'], deleted: 'nested', project: 'pages' },
} as const
const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]
const newId = (kind: string): string => `sample-${kind}`

/** Copies the files under version control; the installed packages are linked, those of the repository to the copy. */
function copyRepository(): void {
  const paths = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
  for (const path of paths.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(root, path), join(folder, path))
  }
  const installed = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@kamar'), { recursive: true })
  for (const name of readdirSync(installed).filter((name) => !['@kamar', '.cache'].includes(name)))
    symlinkSync(join(installed, name), join(folder, 'node_modules', name))
  for (const workspaces of ['packages', 'apps'])
    for (const name of readdirSync(join(folder, workspaces)))
      symlinkSync(join(folder, workspaces, name), join(folder, 'node_modules/@kamar', name))
}

/** Runs a script of the copy, without the variables of this test run; resolves with its output and exit code. */
function run(...parameters: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const environment = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|KAMAR_)/.test(name))
  const settings = {
    cwd: folder,
    maxBuffer: 1 << 28,
    env: { ...Object.fromEntries(environment), KAMAR_SAMPLES: '/none' },
  }
  return new Promise((resolve) => {
    execFile(process.execPath, parameters, settings, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: `${stdout}\n${stderr}` }),
    )
  })
}

/** Starts the built server of the copy and resolves with its address once it is ready. */
function startServer(): Promise<{ readonly address: string; readonly stop: () => void }> {
  const server = spawn(process.execPath, ['apps/server/dist/bundle/main.js'], {
    cwd: folder,
    env: { ...process.env, KAMAR_DATA_DIR: join(folder, 'data'), KAMAR_WARM_READERS: 'false', PORT: '0' },
  })
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (data: Buffer): void => {
      output += data.toString()
      const address = /ready at (http:\S+)/.exec(output)?.[1]
      if (address !== undefined) resolve({ address, stop: () => server.kill('SIGKILL') })
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
}

beforeAll(copyRepository, buildMilliseconds)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a repository with one new member of each kind and without an existing one', () => {
  it('is written by npm run new and npm run index', async () => {
    for (const kind of kindNames) expect(await run('scripts/new.mjs', kind, newId(kind))).toMatchObject({ code: 0 })
    for (const { deleted, members } of Object.values(kinds))
      for (const member of members) rmSync(join(folder, member, deleted), { recursive: true })
    const { output } = await run('scripts/index.mjs')
    const ids = output.split(/[\s,]+/)
    for (const kind of kindNames) {
      expect(ids).toContain(newId(kind))
      expect(ids).not.toContain(kinds[kind].deleted)
    }
  })

  it('builds without errors of types', { timeout: buildMilliseconds }, async () => {
    expect(await run('scripts/build.mjs')).toMatchObject({ code: 0 })
  })

  it.each(kindNames)('passes the suite of the new %s', { timeout: buildMilliseconds }, async (kind) => {
    const { members, project } = kinds[kind]
    const path = join(members[0], newId(kind))
    expect(await run('node_modules/vitest/vitest.mjs', 'run', '--project', project, path)).toMatchObject({ code: 0 })
  })

  it('starts with the routes of the new module and without those of the deleted one', async () => {
    const { address, stop } = await startServer()
    const requests = [
      ['GET', '/'],
      ['GET', '/api/sample-module/state'],
      ['GET', '/api/openapi.json'],
    ] as const
    const responses = await Promise.all(requests.map(([method, path]) => fetch(address + path, { method })))
    stop()
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 404])
  })
})
