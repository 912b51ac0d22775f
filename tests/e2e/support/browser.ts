import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'

const executablePath =
  [process.env['KAMAR_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  ) ?? '/usr/bin/chromium'

const quietNetwork = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** WebGL is drawn in software; pages are not drawn through it, which without a graphics card takes several times longer. */
const softwareGraphics = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
]

/** Headless Chromium with WebGL2 in software and no traffic of its own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    args: ['--no-sandbox', ...quietNetwork, ...softwareGraphics],
  })
}

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** A page that collects script errors, so that a test can assert there were none. */
export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly errors: string[]
}

export async function openPage(
  browser: Browser,
  viewport: { width: number; height: number } = desktop,
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1, locale: 'en-US' })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  return { page, context, errors }
}
