import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { parsePackPath } from '@kamar/core'
import { chromiumArguments, chromiumPath } from '@kamar/test-kit/chromium'
import { recordFailedSetUp, watchBrowser } from '@kamar/test-kit/failure-records'
import { chromium, type Browser, type Page } from 'playwright-core'
import { inject } from 'vitest'
import type { TestPageFolder } from './bundled-page.js'
import type { TestPackage } from './test-package.js'

const memoryIsSeen = ['--enable-precise-memory-info', '--js-flags=--expose-gc']
const contentTypes: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

const viewport = { width: 640, height: 400 }

let shared: Promise<Browser> | undefined

/** Opens a browser, which test files that run in sequence in one process share. */
async function openBrowser(): Promise<Browser> {
  const before = await shared
  if (before?.isConnected() === true) return before
  const args = [...chromiumArguments, ...memoryIsSeen]
  shared = chromium.launch({ executablePath: chromiumPath, args }).then(watchBrowser)
  return shared
}

const isInPack = (pathname: string): boolean => parsePackPath(pathname.split('/').slice(3).join('/')) !== null

/** Viewer in a real Chromium: serves the test page, bundled as applications bundle it, and the test packages. */
export class BrowserHarness {
  readonly #folder: string
  readonly #server: Server
  readonly #browser: Browser
  #tab: Page | null = null
  readonly #packages = new Map<string, TestPackage>()
  /** URLs requested since the last `open`. */
  readonly requests: string[] = []

  private constructor(parts: { folder: string; server: Server; browser: Browser }) {
    this.#folder = parts.folder
    this.#server = parts.server
    this.#browser = parts.browser
    this.#server.on('request', (request, response) => this.#respond(request.url ?? '/', response))
  }

  /** Opens the browser with the page that was bundled for all files. */
  static async start(): Promise<BrowserHarness> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const browser = await openBrowser()
    const folder: TestPageFolder = inject('viewerTestPage')
    return new BrowserHarness({ folder, server, browser })
  }

  /** Returns the files of the bundle and their bytes. */
  bundle(): { name: string; bytes: Buffer }[] {
    const folder = join(this.#folder, 'assets')
    return readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  }

  /** Serves a package; returns the URL of its manifest. */
  serve(name: string, files: TestPackage): string {
    this.#packages.set(name, files)
    return `/packages/${name}/manifest.json`
  }

  /**
   * Reloads the test page. `script` runs in it before the test. The tab is reused: another one would cost a process.
   */
  async open(script?: string): Promise<Page> {
    this.requests.length = 0
    const page = await this.#openTab()
    await page.goto(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/index.html`)
    await page.waitForFunction(() => 'testPage' in window)
    if (script !== undefined) await page.evaluate(`${script}\nundefined`)
    return page
  }

  async #openTab(): Promise<Page> {
    if (this.#tab === null) {
      const context = await this.#browser.newContext({ viewport, deviceScaleFactor: 1 })
      this.#tab = await context.newPage()
      return this.#tab
    }
    await this.#tab.setViewportSize(viewport)
    // Otherwise the next page would start hovered at the last mouse position.
    await this.#tab.mouse.move(-1, -1)
    return this.#tab
  }

  async stop(): Promise<void> {
    await recordFailedSetUp()
    await Promise.all(this.#browser.contexts().map((context) => context.close()))
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #respond(url: string, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    this.requests.push(pathname)
    const bytes = pathname.startsWith('/packages/') ? this.#packageFile(pathname) : this.#pageFile(pathname)
    if (bytes === null) {
      response.writeHead(404).end()
      return
    }
    const type = contentTypes[extname(pathname)] ?? 'application/octet-stream'
    // As on the product's server: URLs with a hash may be cached forever.
    const caching = searchParams.has('v') ? 'private, max-age=31536000, immutable' : 'no-store'
    const encoding = isInPack(pathname) ? { 'content-encoding': 'br' } : {}
    response.writeHead(200, { 'content-type': type, 'cache-control': caching, ...encoding }).end(bytes)
  }

  #packageFile(pathname: string): Uint8Array | null {
    const [, , name = '', ...rest] = pathname.split('/')
    const files = this.#packages.get(name)
    const path = rest.join('/')
    if (files === undefined) return null
    const range = parsePackPath(path)
    if (range !== null) return files.files.get(range.pack)?.subarray(range.start, range.end + 1) ?? null
    // As on the product's server, a file in a pack has no address of its own.
    if (files.manifest.files.some((file) => file.path === path && file.location !== undefined)) return null
    return path === 'manifest.json' ? Buffer.from(JSON.stringify(files.manifest)) : (files.files.get(path) ?? null)
  }

  #pageFile(pathname: string): Uint8Array | null {
    const path = join(this.#folder, pathname)
    return path.startsWith(this.#folder) && existsSync(path) && statSync(path).isFile() ? readFileSync(path) : null
  }
}
