import { chromiumArguments, chromiumPath } from '@kamar/test-kit/chromium'
import { recordFailedSetUp, watchBrowser } from '@kamar/test-kit/failure-records'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'

let shared: Promise<Browser> | undefined

/**
 * Opens headless Chromium with software WebGL2 and no background traffic. Test files that run in sequence in one
 * process share it; `closePages` leaves it open for the next.
 */
export async function openBrowser(): Promise<Browser> {
  shared ??= launch()
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = launch()
  return shared
}

async function launch(): Promise<Browser> {
  const args = [...chromiumArguments]
  return watchBrowser(await chromium.launch({ executablePath: chromiumPath, headless: true, args }))
}

/** Closes all open pages and their storage. */
export async function closePages(browser: Browser): Promise<void> {
  await recordFailedSetUp()
  await Promise.all(browser.contexts().map((context) => context.close()))
}

export const desktop = { width: 1280, height: 720 }
export const mobile = { width: 390, height: 844 }

/** Page that collects script errors, so that a test can assert there were none. */
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

/**
 * Sets a plain background behind the model, so that drawn pixels can be told apart; call it before a page is opened.
 */
export function withoutSky(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => localStorage.setItem('look', '{"sky":false}'))
}
