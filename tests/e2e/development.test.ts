import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { closePages, openBrowser, openPage } from './support/browser.js'
import { watchServerOutput } from './support/server-output.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Example file of the server: its content does not change, its time is restored at the end. */
const watchedFile = join(root, 'packages/formats/src/ifc/fixtures/house.ifc')
const timeReference = join(tmpdir(), `kamar-time-${process.pid}`)

/** Process of `npm run dev`, on free ports with a separate data folder, in a process group as in a terminal. */
class DevelopmentProcess {
  readonly #folder = mkdtempSync(join(tmpdir(), 'kamar-development-'))
  #child: ChildProcess | undefined
  readonly address = 'npm run dev'
  output = ''

  /** Resolves with the printed link; changed sources are compiled first. */
  async start(): Promise<string> {
    cpSync(inject('emptyDatabase'), join(this.#folder, 'database'), { recursive: true })
    const settings = { PORT: '0', KAMAR_DATA_DIR: this.#folder, KAMAR_LOG_LEVEL: 'warn' }
    // The test runner sets it to `test`, which would reach the pages.
    const { NODE_ENV: _, ...environment } = process.env
    const child = spawn(process.execPath, ['scripts/dev.mjs'], {
      cwd: root,
      env: { ...environment, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.#child = child
    return new Promise((resolve, reject) => {
      const read = (data: Buffer): void => {
        this.output += data.toString()
        const link = /http:\S+\/development\/sign-in/.exec(this.output)?.[0]
        if (link !== undefined) resolve(link)
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', (code) => reject(new Error(`development mode ended with ${code}:\n${this.output}`)))
    })
  }

  /** Simulates Ctrl+C in a terminal; resolves with the exit code. */
  async interrupt(): Promise<number | null> {
    const child = this.#child
    if (child?.pid === undefined || child.exitCode !== null) return child?.exitCode ?? null
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    process.kill(-child.pid, 'SIGINT')
    return ended
  }

  /** Returns the command lines still running in the process group. */
  remaining(): string[] {
    const lines = execFileSync('ps', ['-eo', 'pgid=,args='], { encoding: 'utf8' }).split('\n')
    return lines.filter((line) => Number.parseInt(line, 10) === this.#child?.pid)
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const development = new DevelopmentProcess()
const unwatch = watchServerOutput(development)
let browser: Browser
let link: string
let page: Page
let errors: string[]
/** Pending requests of the page, except the event stream, which stays open. */
const running = new Set<Request>()

beforeAll(async () => {
  browser = await openBrowser()
  link = await development.start()
  ;({ page, errors } = await openPage(browser))
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/auth/events')) running.add(request)
  })
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
})
afterAll(async () => {
  await closePages(browser)
  await development.interrupt()
  development.dispose()
  unwatch()
  if (!existsSync(timeReference)) return
  execFileSync('touch', ['-r', timeReference, watchedFile])
  rmSync(timeReference)
})

describe('npm run dev', () => {
  it('prints a link that signs the administrator in, who finds the sample model translated', async () => {
    await page.goto(link)
    await page.waitForURL('**/home')
    const row = page.getByRole('row').filter({ hasText: 'Arcade House.ifc' })
    await row.getByText('Ready', { exact: true }).waitFor()
    expect(errors).toEqual([])
  })

  it('restarts the server after a change of its files and keeps the sign-in and the data', async () => {
    // A request interrupted by the restart would log an error.
    await expect.poll(() => running.size).toBe(0)
    execFileSync('touch', ['-r', watchedFile, timeReference])
    execFileSync('touch', [watchedFile])
    await expect.poll(() => development.output).toMatch(/answers again .* after the change of packages\/formats/)
    const names = await page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
      const response = await fetch('/api/auth/my-urns', { headers })
      return ((await response.json()) as { description: string }[]).map(({ description }) => description)
    })
    expect(names).toEqual(['Arcade House.ifc'])
    expect(errors).toEqual([])
  })

  it('ends with Ctrl+C and leaves no process behind', async () => {
    expect(await development.interrupt()).toBe(0)
    expect(development.remaining()).toEqual([])
    expect(development.output).not.toMatch(/error/i)
  })
})

describe('npm run dev -- --reader', () => {
  const read = (...parameters: string[]) =>
    spawnSync(process.execPath, ['scripts/dev.mjs', '--reader', ...parameters], { cwd: root, encoding: 'utf8' })

  it('reads a file in its own process and prints what is in it', () => {
    const { status, stdout, stderr } = read('stl', 'packages/formats/src/stl/fixtures/arch.stl')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Read completely by the stl reader in \d/m)
    expect(stdout).toMatch(/triangles/)
  })

  it('lists the readers when the reader is unknown or the file is missing', () => {
    const unknown = read('cad', 'arch.stl')
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringMatching(/no reader "cad".*ifc, iges.*stl/)])
    const missing = read('stl', 'nowhere.stl')
    expect([missing.status, missing.stderr]).toEqual([2, expect.stringMatching(/no file nowhere.stl.*ifc, iges.*stl/)])
  })
})
