import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { sumCpuSeconds, processTree } from '../lib/processes.mjs'

export const executablePath = [process.env.KAMAR_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path && existsSync(path),
)
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--enable-precise-memory-info',
  '--js-flags=--expose-gc',
]
const pageScripts = ['probe.js', 'procedures.js'].map((name) => fileURLToPath(new URL(`page/${name}`, import.meta.url)))

/** A new Chromium with one page of 1280 × 720 that contains the probe. */
export class MeasuredBrowser {
  /** Uncaught errors and console errors of the page. @type {string[]} */
  errors = []

  static async launch() {
    if (!executablePath) throw new Error('no Chromium found (KAMAR_CHROMIUM)')
    const browser = new MeasuredBrowser()
    browser.server = await chromium.launchServer({ executablePath, headless: true, args: chromiumArguments })
    browser.connection = await chromium.connect(browser.server.wsEndpoint())
    const context = await browser.connection.newContext({
      viewport: { width: 1280, height: 720 },
      deviceScaleFactor: 1,
    })
    browser.page = await context.newPage()
    browser.page.on('pageerror', (error) => browser.errors.push(String(error).slice(0, 300)))
    browser.page.on('console', (message) => {
      if (message.type() === 'error') browser.errors.push(message.text().slice(0, 300))
    })
    for (const path of pageScripts) await browser.page.addInitScript({ path })
    browser.devTools = await context.newCDPSession(browser.page)
    return browser
  }

  async close() {
    await this.connection?.close().catch(() => {})
    await this.server?.close().catch(() => {})
  }

  collectGarbage() {
    return this.devTools.send('HeapProfiler.collectGarbage')
  }

  /** Returns the CPU seconds of all browser processes so far, and the memory of the page's and the GPU process. */
  usage() {
    const tree = processTree(this.server.process().pid)
    const ofType = (type) => tree.filter(({ commandLine }) => commandLine.includes(`--type=${type}`))
    const megabytes = (type) => Math.max(0, ...ofType(type).map(({ anonymousMegabytes }) => anonymousMegabytes))
    return {
      cpuSeconds: sumCpuSeconds(tree),
      rendererMegabytes: megabytes('renderer'),
      graphicsMegabytes: megabytes('gpu-process'),
    }
  }
}
