import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { open, type OpenedPage, putFile, register } from './support/open-page.js'
import { countColors, computeDrawnRatio, takeScreenshot } from './support/pixels.js'
import { settle, listViolations } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
let browser: Browser
let openedPage: OpenedPage
let page: Page
const user = createUser()

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  const { urn } = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  openedPage = await open(browser, server, { as: user })
  ;({ page } = openedPage)
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
  await modelLoaded(page)
})
afterAll(async () => {
  await closePages(browser)
})

const panel = (): Locator => page.getByRole('dialog', { name: 'Nested viewer' })
const filter = (name: string): Locator => panel().getByRole('button', { name })
const toolButton = (): Locator => page.getByRole('button', { name: 'Nested viewer', exact: true })

/** Returns the network bytes of package files, without those from the browser's cache. */
const packageBytes = (): Promise<number> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/api/derivatives/'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
  )

/** Clicks the centre of an element. */
async function clickCenter(element: Locator): Promise<void> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('not on the page')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

describe('nested viewer', () => {
  it('opens at 500×400 pixels with the document’s viewables', async () => {
    // The decoder of the main model has ended.
    await expect.poll(() => page.workers().length).toBe(0)
    await toolButton().click()
    expect(await panel().boundingBox()).toMatchObject({ width: 500, height: 400 })
    const names = panel().getByRole('listitem')
    await expect.poll(() => names.allInnerTexts()).toEqual(['Whole model', 'Առաջին հարկ', 'Երկրորդ հարկ'])
  })

  it('shows a message when the filter leaves no viewables', async () => {
    await filter('3D').click()
    await panel().getByText('No viewables found', { exact: true }).waitFor()
    await filter('3D').click()
    await panel().getByRole('listitem').first().waitFor()
  })

  it('draws the model again without fetching it', async () => {
    const before = await packageBytes()
    await panel().getByRole('button', { name: 'Whole model' }).click()
    const canvas = panel().locator('canvas')
    await expect.poll(async () => countColors(await takeScreenshot(canvas)), { timeout: 60_000 }).toBeGreaterThan(8)
    expect(before).toBeGreaterThan(0)
    expect(await packageBytes()).toBe(before)
  })

  it('selects in the main view what is picked in the panel', async () => {
    await panel().getByText('Loading model...').waitFor({ state: 'hidden' })
    await clickCenter(panel().locator('canvas'))
    const inspector = page.getByRole('complementary', { name: 'Properties' })
    await expect.poll(() => inspector.innerText()).toMatch(/[0-3][0-9A-Za-z_$]{21}/)
    const selected = page.getByRole('tree').locator('[aria-selected=true]')
    await expect.poll(() => selected.count()).toBe(1)
  })

  it('shows a single storey', async () => {
    const canvas = panel().locator('canvas')
    const fullScreenshot = await takeScreenshot(canvas)
    await panel().getByRole('button', { name: 'Երկրորդ հարկ' }).click()
    await expect
      .poll(async () => computeDrawnRatio(await takeScreenshot(canvas)))
      .not.toBe(computeDrawnRatio(fullScreenshot))
    expect(countColors(await takeScreenshot(canvas))).toBeGreaterThan(3)
  })

  it('has no accessibility violations', async () => {
    await settle(page)
    expect(await listViolations(page)).toEqual([])
  })

  it('is moved and resized by keyboard', async () => {
    const before = await panel().boundingBox()
    await panel()
      .getByRole('button', { name: /to move$/ })
      .press('ArrowUp')
    await panel()
      .getByRole('button', { name: /^Resize/ })
      .press('ArrowRight')
    const movedBounds = { y: (before?.y ?? 0) - 16, width: 516, height: 400 }
    await expect.poll(() => panel().boundingBox()).toMatchObject(movedBounds)
  })

  it('closes by Escape, releases its graphics and worker, and keeps the selection', async () => {
    const canvas = await panel().locator('canvas').elementHandle()
    await panel().locator('canvas').focus()
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    const isLost = (): Promise<boolean | undefined> =>
      canvas?.evaluate((element) => (element as HTMLCanvasElement).getContext('webgl2')?.isContextLost()) ??
      Promise.resolve(undefined)
    await expect.poll(isLost).toBe(true)
    await expect.poll(() => page.workers().length).toBe(0)
    expect(await page.locator('canvas').count()).toBe(1)
    expect(await page.getByRole('tree').locator('[aria-selected=true]').count()).toBe(1)
    const hasFocus = (): Promise<boolean> => toolButton().evaluate((button) => button === document.activeElement)
    await expect.poll(hasFocus).toBe(true)
  })

  it('causes no script error', () => {
    expect(openedPage.errors).toEqual([])
  })
})
