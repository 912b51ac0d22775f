import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const screenshotMilliseconds = 5_000
const textMilliseconds = 2_000
const maxMessages = 200
const systemFfmpeg = '/usr/bin/ffmpeg'

/** Recordings besides screenshots and texts; both cost CPU time in passing tests. */
export interface PageRecorderOptions {
  /** Every action with a snapshot of the page, its console and its requests. */
  readonly hasTraces: boolean
  readonly videos: boolean
}

/** Records the pages of browsers while tests run. */
export class PageRecorder {
  readonly #options: PageRecorderOptions
  readonly #browsers = new Set<Browser>()
  /** Contexts being traced, with the promise of the start. */
  readonly #hasTraces = new Map<BrowserContext, Promise<unknown>>()
  /** Pages being filmed, with the video file. */
  readonly #videos = new Map<Page, string>()
  #videoFolder = ''

  constructor(options: PageRecorderOptions) {
    this.#options = options
    // Playwright reads this path when it is loaded, later than this module.
    if (options.videos) offerSystemFfmpeg()
  }

  /** Starts recording the pages of a browser. */
  watch(browser: Browser): Browser {
    this.#browsers.add(browser)
    browser.once('disconnected', () => this.#browsers.delete(browser))
    if (this.#options.hasTraces) browser.on('context', (context) => this.#trace(context))
    if (this.#options.videos) browser.on('context', (context) => context.on('page', (page) => this.#film(page)))
    return browser
  }

  /** Starts the traces and videos of a test on the pages already open. */
  async begin(): Promise<void> {
    const contexts = this.#contexts()
    if (this.#options.hasTraces) {
      for (const context of contexts.filter((open) => !this.#hasTraces.has(open)))
        this.#hasTraces.set(context, context.tracing.startChunk())
    }
    if (this.#options.videos)
      for (const page of this.#pages().filter((open) => !this.#videos.has(open))) this.#film(page)
    await Promise.allSettled(this.#hasTraces.values())
  }

  /** Ends traces and videos; saves them in `folder`, or discards them if null. */
  async end(folder: string | null): Promise<void> {
    await Promise.allSettled([...this.#hasTraces].map(([context], index) => this.#endTrace(context, folder, index + 1)))
    await Promise.allSettled([...this.#videos].map(([page], index) => this.#endVideo(page, folder, index + 1)))
  }

  /** Writes a screenshot and the text of every open page into a folder. */
  async savePages(folder: string): Promise<void> {
    await Promise.all(
      this.#pages().map(async (page, index) => {
        const path = join(folder, `page-${index + 1}`)
        const text = describePage(page)
        const screenshot = page.screenshot({ path: `${path}.png`, timeout: screenshotMilliseconds })
        const missing = await screenshot.then(
          () => '',
          (error: unknown) => `no screenshot: ${String(error)}\n`,
        )
        writeFileSync(`${path}.txt`, `${missing}${await text}\n`)
      }),
    )
  }

  /** Returns the texts of every open page. */
  async describePages(): Promise<string[]> {
    return Promise.all(this.#pages().map((page) => describePage(page)))
  }

  #contexts(): BrowserContext[] {
    return [...this.#browsers].flatMap((browser) => browser.contexts())
  }

  #pages(): Page[] {
    return this.#contexts().flatMap((context) => context.pages())
  }

  #trace(context: BrowserContext): void {
    const started = context.tracing.start({ screenshots: true, snapshots: true })
    // A context that closes immediately is not traced.
    started.catch(() => this.#hasTraces.delete(context))
    this.#hasTraces.set(context, started)
    context.once('close', () => this.#hasTraces.delete(context))
  }

  async #endTrace(context: BrowserContext, folder: string | null, number: number): Promise<void> {
    await this.#hasTraces.get(context)
    this.#hasTraces.delete(context)
    await context.tracing.stopChunk(folder === null ? {} : { path: join(folder, `trace-${number}.zip`) })
  }

  #film(page: Page): void {
    this.#videoFolder ||= mkdtempSync(join(tmpdir(), 'kamar-videos-'))
    const path = join(this.#videoFolder, `${Date.now()}-${this.#videos.size}.webm`)
    this.#videos.set(page, path)
    page.screencast.start({ path }).catch((error: unknown) => process.stderr.write(`no video: ${String(error)}\n`))
  }

  async #endVideo(page: Page, folder: string | null, number: number): Promise<void> {
    const path = this.#videos.get(page) ?? ''
    this.#videos.delete(page)
    // The video of a closed page is already complete.
    await page.screencast.stop().catch(() => undefined)
    if (folder !== null && existsSync(path)) cpSync(path, join(folder, `video-${number}.webm`))
    rmSync(path, { force: true })
  }
}

/** Returns a page's URL, errors, console and visible text. */
async function describePage(page: Page): Promise<string> {
  const [messages, errors, text] = await Promise.all([
    page.consoleMessages().catch(() => []),
    page.pageErrors().catch(() => []),
    page
      .locator('body')
      .innerText({ timeout: textMilliseconds })
      .catch((error: unknown) => `no text: ${String(error)}`),
  ])
  return [
    `page ${page.url()}`,
    ...errors.slice(-maxMessages).map((error) => error.stack ?? String(error)),
    ...messages
      .slice(-maxMessages)
      .map((message) => `${message.type()}: ${message.text()} (${message.location().url})`),
    text,
  ].join('\n')
}

/** Points Playwright to the system's ffmpeg: Playwright films only with an ffmpeg in its own download folder. */
function offerSystemFfmpeg(): void {
  if (!existsSync(systemFfmpeg)) throw new RangeError(`KAMAR_TEST_VIDEO needs ${systemFfmpeg}: apt-get install ffmpeg`)
  const library = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const { browsers } = JSON.parse(readFileSync(join(library, 'browsers.json'), 'utf8')) as {
    browsers: { name: string; revision: string }[]
  }
  const revision = browsers.find(({ name }) => name === 'ffmpeg')?.revision ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'kamar-playwright-'))
  const link = join(folder, `ffmpeg-${revision}`, 'ffmpeg-linux')
  mkdirSync(dirname(link))
  symlinkSync(systemFfmpeg, link)
  process.env['PLAYWRIGHT_BROWSERS_PATH'] = folder
}
