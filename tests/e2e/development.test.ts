import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { closePages, openBrowser, openPage } from './support/browser.js'
import { watchServerOutput } from './support/server-output.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** A file that the server serves as an example: its content stays, its time is set back. */
const watchedFile = join(root, 'packages/readers/src/ifc/fixtures/house.ifc')

/** `npm run dev` on free ports with a data folder of its own, in a process group as a terminal makes it. */
class DevelopmentProcess {
  readonly #folder = mkdtempSync(join(tmpdir(), 'kamar-development-'))
  #child: ChildProcess | undefined
  readonly address = 'npm run dev'
  output = ''

  start(): void {
    cpSync(inject('emptyDatabase'), join(this.#folder, 'database'), { recursive: true })
    const settings = { PORT: '0', KAMAR_DATA_DIR: this.#folder, KAMAR_LOG_LEVEL: 'warn' }
    // The runner sets it to `test`, which pages would be told.
    const { NODE_ENV: _, ...environment } = process.env
    const child = spawn('npm', ['run', 'dev'], {
      cwd: root,
      env: { ...environment, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (this.output += data.toString()))
    this.#child = child
  }

  /** What Ctrl+C in a terminal does; resolves with the exit code. */
  async interrupt(): Promise<number | null> {
    const child = this.#child
    if (child?.pid === undefined || child.exitCode !== null) return child?.exitCode ?? null
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    process.kill(-child.pid, 'SIGINT')
    return ended
  }

  /** Command lines that are still running in the process group. */
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
let page: Page
let errors: string[]

const printed = (pattern: RegExp): string | undefined => pattern.exec(development.output)?.[1]

beforeAll(async () => {
  development.start()
  browser = await openBrowser()
  ;({ page, errors } = await openPage(browser))
})
afterAll(async () => {
  await closePages(browser)
  await development.interrupt()
  development.dispose()
  unwatch()
})

describe('npm run dev', () => {
  it('prints a link that signs the administrator in, who finds the sample model translated', async () => {
    await expect.poll(() => printed(/(http:\S+\/development\/sign-in)/)).toBeDefined()
    await page.goto(printed(/(http:\S+\/development\/sign-in)/) ?? '')
    await page.waitForURL('**/home')
    const row = page.getByRole('row').filter({ hasText: 'Arcade House.ifc' })
    await row.getByText('Ready', { exact: true }).waitFor()
    expect(errors).toEqual([])
  })

  it('restarts the server after a change of its files and keeps the sign-in and the data', async () => {
    const reference = join(tmpdir(), `kamar-time-${process.pid}`)
    execFileSync('touch', ['-r', watchedFile, reference])
    execFileSync('touch', [watchedFile])
    try {
      await expect.poll(() => printed(/(answers again .* after the change of packages\/readers)/)).toBeDefined()
    } finally {
      execFileSync('touch', ['-r', reference, watchedFile])
      rmSync(reference)
    }
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'Arcade House.ifc' }).waitFor()
    expect(errors).toEqual([])
  })

  it('ends with Ctrl+C and leaves no process behind', async () => {
    expect(await development.interrupt()).toBe(0)
    expect(development.remaining()).toEqual([])
    expect(development.output).not.toMatch(/error/i)
  })
})
