import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUpAndIn, somebody, upload } from './support/account.js'
import { desktop, launchBrowser, openPage, phone } from './support/browser.js'
import { RunningServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[] }[]
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const footerPaths = ['/documentation', '/contact', '/privacy', '/terms', '/licences']
const accountPaths = [
  '/signin',
  '/signin/admin/dev/ArB',
  '/signin#next=second-factor&ticket=none',
  '/signUp',
  '/thank-you',
  '/forgot-password',
  '/reset-password#code=none',
  '/verify-email#code=none',
]
const server = new RunningServer()
let browser: Browser

/** Rules of WCAG 2.2 A and AA that a page breaks, with the elements. */
async function violationsOf(page: Page): Promise<string[]> {
  // Through the debugger's own channel: the page's content security policy rightly refuses an inserted script.
  await page.evaluate(axeSource)
  const violations = (await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }).then((result) => result.violations)',
  )) as Violation[]
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1)

beforeAll(async () => {
  await server.start()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.dispose()
})

describe.each([
  ['desktop', 'light', 'en', desktop],
  ['desktop', 'dark', 'hy', desktop],
  ['phone', 'light', 'hy', phone],
  ['phone', 'dark', 'en', { width: 360, height: 740 }],
] as const)('accessibility on a %s, %s, %s', (_device, theme, language, viewport) => {
  it('every page keeps the rules and fits the screen', async () => {
    const person: Person = somebody()
    const { page, context, errors } = await openPage(browser, viewport)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await signUpAndIn(page, server.address, person)
    await page.evaluate((code) => localStorage.setItem('language', code), language)
    const broken: string[] = []
    const look = async (name: string): Promise<void> => {
      broken.push(...(await violationsOf(page)).map((violation) => `${name} ${violation}`))
      if (await scrollsSideways(page)) broken.push(`${name} scrolls sideways`)
    }
    await page.goto(`${server.address}/home`)
    await page.locator('main').waitFor()
    await look('empty file manager')
    await upload(page, fixture('stl/fixtures/arch.stl'))
    await page.getByText('arch.stl').locator('visible=true').first().waitFor()
    await look('file manager')
    await page.goto(`${server.address}/ViewerPage`)
    await page.locator('main, canvas').first().waitFor()
    await look('empty viewer')
    await page.evaluate(() => localStorage.removeItem('accessToken'))
    const publicPaths = ['/', ...accountPaths, '/nowhere', ...footerPaths]
    for (const path of publicPaths) {
      await context.clearCookies()
      await page.goto(`${server.address}${path}`)
      await page.locator('main').waitFor()
      await look(path)
    }
    expect(broken).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})
