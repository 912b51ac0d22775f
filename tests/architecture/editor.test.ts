import { existsSync } from 'node:fs'
import { uploadFormats } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { root, readText } from './source-files.js'

interface LaunchConfiguration {
  readonly name: string
  readonly type: string
  readonly request: 'launch' | 'attach'
  readonly program?: string
  readonly args?: readonly string[]
  readonly url?: string
  readonly port?: number
}
interface Launch {
  readonly configurations: readonly LaunchConfiguration[]
  readonly inputs: readonly { readonly id: string; readonly options: readonly string[] }[]
}
interface Tasks {
  readonly tasks: readonly { readonly script?: string; readonly command?: string }[]
}

const read = (path: string): unknown => JSON.parse(readText(path))

const launch = read('.vscode/launch.json') as Launch
const { tasks } = read('.vscode/tasks.json') as Tasks
const { scripts } = read('package.json') as { scripts: Record<string, string> }
const isThere = (path: string): boolean => existsSync(path.replace('${workspaceFolder}', root))

describe('.vscode configuration', () => {
  it('starts programs that exist', () => {
    const programs = launch.configurations.flatMap(({ program }) => program ?? [])
    const commands = tasks.flatMap(({ command }) => command ?? [])
    expect(programs.length).toBeGreaterThan(2)
    expect([...programs, ...commands].filter((path) => !isThere(path))).toEqual([])
  })

  it('names npm scripts that exist, in configurations and their hints', () => {
    const hints = launch.configurations.flatMap(({ name }) => /npm run ([\w:]+)/.exec(name)?.[1] ?? [])
    const names = [...tasks.flatMap(({ script }) => script ?? []), ...hints]
    expect(names).toContain('dev')
    expect(names.filter((name) => !(name in scripts))).toEqual([])
  })

  it('offers every reader for the open file', () => {
    const { options = [] } = launch.inputs.find(({ id }) => id === 'reader') ?? {}
    expect(options).toEqual(uploadFormats.map(({ id }) => id).toSorted())
    const inputs = launch.configurations.flatMap(({ args = [] }) => args).filter((text) => text.startsWith('${input:'))
    expect(inputs).toEqual(['${input:reader}'])
  })

  it('opens the page and attaches to the ports of development mode', () => {
    const pages = readText('scripts/lib/dev/run-development.mjs')
    const { hostname, pathname, port } = new URL(launch.configurations.find(({ url }) => url)?.url ?? '')
    expect(hostname).toBe('127.0.0.1')
    expect(pages).toContain(`const defaultPort = ${port}`)
    expect(readText('scripts/lib/dev/administrator-sign-in.mjs')).toContain(`signInPath = '${pathname}'`)
    const attached = launch.configurations.filter(({ request, type }) => request === 'attach' && type === 'node')
    const usage = readText('scripts/lib/dev/options.mjs')
    for (const { port: inspected } of attached) expect(usage).toContain(`on port ${inspected}`)
  })
})
