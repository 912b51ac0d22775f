import { readFileSync } from 'node:fs'
import { campaignOnly, campaignSize } from '@kamar/test-kit/campaign'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, signIn, createUser } from './support/account.js'
import { closePages, desktop, openBrowser, mobile } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { open, type OpenedPage, putFile, register } from './support/open-page.js'
import { settle, listViolations } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

/**
 * Group J of the faults: external failures that a viewer must handle. `tests/abuse/viewer.md` assigns the tests to the
 * faults.
 */
const server = sharedServer()
const user = createUser()
const screenshotFolder = process.env['TEST_PICTURES']
let browser: Browser
let urn = ''

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  ;({ urn } = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc'))))
})
afterAll(async () => {
  await closePages(browser)
})

const viewer = (): string => `${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`

/** Opens a page of the same user without earlier storage; `script` runs in it before any other. */
async function fresh(script?: () => void): Promise<OpenedPage> {
  const openedPage = await open(browser, server, { as: user })
  if (script) await openedPage.page.context().addInitScript(script)
  return openedPage
}
async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/${name}.png` })
}

function withoutWebgl(): void {
  const { getContext } = HTMLCanvasElement.prototype
  const prototype = HTMLCanvasElement.prototype as { getContext: (kind: string, ...more: unknown[]) => unknown }
  prototype.getContext = function (this: HTMLCanvasElement, kind, ...more) {
    return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...more])
  }
}

describe('viewer without WebGL', () => {
  it('J01 shows a message and keeps structure, search and properties', async () => {
    const { page, errors } = await fresh(withoutWebgl)
    const shapes: string[] = []
    page.on('request', (request) => (request.url().includes('/scene/') ? shapes.push(request.url()) : undefined))
    await page.goto(viewer())
    const message = page.getByRole('alert').filter({ hasText: 'WebGL is not supported in this browser' })
    await message.waitFor()
    await modelLoaded(page)
    const tree = page.getByRole('tree')
    await tree.waitFor()
    await tree.getByRole('treeitem').first().click()
    await page.getByRole('complementary', { name: 'Properties' }).getByText('Class', { exact: true }).first().waitFor()
    await settle(page)
    await saveScreenshot(page, 'no-webgl-desktop')
    expect(await listViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Search', exact: true }).first().click()
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('wall')
    await page
      .getByText(/\d+ (hits|elements|found|results)|found/i)
      .first()
      .waitFor()
    await saveScreenshot(page, 'no-webgl-search')
    await page.setViewportSize(mobile)
    await settle(page)
    await saveScreenshot(page, 'no-webgl-phone')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(desktop)
    await saveScreenshot(page, 'no-webgl-dark')
    expect(await message.isVisible()).toBe(true)
    expect(shapes).toEqual([])
    expect(errors).toEqual([])
    await page.context().close()
  })
})

/** Ignores the line that the browser logs for every failed response. */
const isOfThePage = (error: string): boolean => !error.includes('Failed to load resource')

/** Faulty responses of a server or proxy to the request of a chunk. */
const faults: readonly (readonly [string, (route: Route) => Promise<void>])[] = [
  ['is missing', (route) => route.fulfill({ status: 404, body: 'gone' })],
  [
    'is truncated',
    async (route) => {
      const response = await route.fetch()
      const body = await response.body()
      await route.fulfill({ status: 200, body: body.subarray(0, body.length / 2) })
    },
  ],
  ...campaignOnly<readonly [string, (route: Route) => Promise<void>]>(
    ['fails on the server', (route) => route.fulfill({ status: 500, body: 'oh' })],
    ['does not come in time', (route) => route.abort('timedout')],
    ['comes as something else', (route) => route.fulfill({ status: 200, body: Buffer.alloc(5000, 'wrong ') })],
  ),
]

describe('chunk download', () => {
  it.each(faults)('J02 reports a chunk that %s and retries it on request', async (_, fault) => {
    const { page, errors } = await fresh()
    const context = page.context()
    await context.route('**/scene/*.bin*', fault)
    await page.goto(viewer())
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load geometry' })
    await alert.waitFor()
    await settle(page)
    await context.unroute('**/scene/*.bin*')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await modelLoaded(page)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(errors.filter(isOfThePage)).toEqual([])
    await context.close()
  })

  it('J10 waits for a short network failure and loads the rest', async () => {
    const { page, errors } = await fresh()
    const context = page.context()
    let failed = 0
    await context.route('**/scene/*.bin*', (route) => {
      failed++
      return failed <= 2 ? route.abort('internetdisconnected') : route.continue()
    })
    await page.goto(viewer())
    await modelLoaded(page)
    expect(failed).toBeGreaterThan(2)
    expect(errors.filter(isOfThePage)).toEqual([])
    await context.close()
  })
})

describe('viewer page', () => {
  it('J07 survives a refused full screen, repeated resizing and a hidden tab', async () => {
    const { page, errors } = await fresh(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'))
    })
    await page.goto(viewer())
    await modelLoaded(page)
    await page.getByRole('button', { name: 'Toggle Fullscreen' }).click()
    for (let step = 0; step < campaignSize(12, 40); step++)
      await page.setViewportSize({ width: 400 + ((step * 97) % 900), height: 300 + ((step * 53) % 600) })
    await page.setViewportSize(desktop)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await settle(page)
    const canvas = page.locator('.model-stage canvas').first()
    expect(await canvas.evaluate((element: HTMLCanvasElement) => [element.clientWidth, element.clientHeight])).toEqual([
      desktop.width,
      desktop.height,
    ])
    expect(errors).toEqual([])
    await page.context().close()
  })

  it.each<[string, () => void]>([
    [
      'is full',
      () => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      },
    ],
    [
      'contains invalid data',
      () => {
        for (const key of ['look', 'theme', 'panels', 'language', 'navigation', 'commands'])
          localStorage.setItem(key, '{"broken": [')
      },
    ],
  ])('J08 works when the browser storage %s', async (_, script) => {
    const { page, errors } = await fresh(script)
    await page.goto(viewer())
    await modelLoaded(page)
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('J08 signs in and shows the model when the browser storage is blocked', async () => {
    const { page, errors } = await open(browser, server)
    await page.context().addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    })
    await page.goto(`${server.address}/SignIn`)
    await signIn(page, user)
    await page.getByText('house.ifc').first().click()
    await page
      .getByRole('button', { name: 'View Model' })
      .or(page.getByRole('link', { name: 'View Model' }))
      .click()
    await modelLoaded(page)
    expect(errors).toEqual([])
    await page.context().close()
  })
})
