import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { explainWith } from './explain.js'

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
/**
 * What a person's browser has beside its pages: the address bar alone keeps two pages of its own ready for every window.
 * The last such list counts, so that Playwright's own is repeated.
 */
const unusedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
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
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: ['--no-sandbox', `--disable-features=${unusedFeatures.join(',')}`, ...quietNetwork, ...softwareGraphics],
  })
  return explainWith(browser)
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

/** Before a page is opened: the model stands before one plain colour, so that what is drawn can be told from what is not. */
export function withoutSky(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => localStorage.setItem('look', '{"sky":false}'))
}
