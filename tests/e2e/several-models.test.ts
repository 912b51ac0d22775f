import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser, mobile } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type OpenedPage, putFile, register } from './support/open-page.js'
import { takeScreenshot } from './support/pixels.js'
import { scrollsSideways, settle, listViolations } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'
import { displayVariants, showAs } from './support/display-variants.js'

/** Folder for screenshots of the panel in every display mode; none are taken if unset. */
const screenshotFolder = process.env['TEST_PICTURES']
const server = sharedServer()
const user = createUser()
const house = readFileSync(fixture('ifc/fixtures/house.ifc'))
let browser: Browser
let openedPage: OpenedPage
let page: Page
let token = ''
let urns: readonly string[] = []

beforeAll(async () => {
  if (screenshotFolder) mkdirSync(screenshotFolder, { recursive: true })
  browser = await openBrowser()
  await register(server, user)
  token = await accessToken(server.address, user)
  // The same house twice: every GlobalId occurs in both.
  const first = await putFile(server, token, 'house.ifc', house)
  const second = await putFile(server, token, 'neighbour.ifc', house)
  urns = [first.urn, second.urn]
  // Further files of the list: five of them stay in sight below the models of the view.
  for (let number = 1; number <= 6; number += 1) await putFile(server, token, `part ${number}.ifc`, house)
  await putFile(server, token, 'plan.dwg', readFileSync(fixture('dwg/fixtures/pavilion-2004.dwg')))
  openedPage = await open(browser, server, { as: user })
  ;({ page } = openedPage)
})
afterAll(async () => {
  await closePages(browser)
})

const panel = (on: Page = page) => on.getByRole('complementary', { name: 'Combine models' })
/** Reads the centre of the canvas, pixel by pixel. */
async function readPixels(on: Page): Promise<readonly (readonly number[])[]> {
  await settle(on)
  const screenshot = await takeScreenshot(on.locator('canvas').first())
  const pixels: (readonly number[])[] = []
  for (let y = 90; y < screenshot.height - 90; y += 3)
    for (let x = 330; x < screenshot.width - 20; x += 3) pixels.push(screenshot.at(x, y))
  return pixels
}
/** Counts pixels with a clearly different colour. */
const differences = (
  one: Awaited<ReturnType<typeof readPixels>>,
  other: Awaited<ReturnType<typeof readPixels>>,
): number =>
  one.filter((pixel, at) => pixel.some((value, channel) => Math.abs(value - (other[at]?.[channel] ?? 0)) > 40)).length

describe('combined models', () => {
  it('are added to one view, moved apart and hidden one by one', async () => {
    await expect
      .poll(
        async () =>
          (await call<{ status: string }[]>(server, '/api/auth/my-urns', {}, token)).map(({ status }) => status),
        { timeout: 60_000, interval: 300 },
      )
      .toEqual(Array.from({ length: 9 }, () => 'success'))
    await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urns[0] ?? '')}`)
    await modelLoaded(page)
    await page.getByRole('button', { name: 'Combine models', exact: true }).click()
    await panel().getByRole('button', { name: 'Add neighbour.ifc' }).click()
    await panel().getByRole('button', { name: 'Hide neighbour.ifc' }).waitFor()
    await panel().getByRole('button', { name: 'Align neighbour.ifc' }).click()
    const x = panel().getByLabel('X, m')
    await x.fill('25')
    await x.press('Enter')
    await expect.poll(() => x.inputValue()).toBe('25.000')
    await panel().getByText('Adding…').waitFor({ state: 'detached' })
    await panel().getByRole('button', { name: 'Fit to Window' }).click()
    const both = await readPixels(page)
    await panel().getByRole('button', { name: 'Hide neighbour.ifc' }).click()
    const countDifferences = async (): Promise<number> => differences(both, await readPixels(page))
    await expect.poll(countDifferences, { timeout: 20_000 }).toBeGreaterThan(1500)
    await panel().getByRole('button', { name: 'Show neighbour.ifc' }).click()
    await expect.poll(countDifferences, { timeout: 20_000 }).toBeLessThan(300)
    await settle(page)
    expect(await listViolations(page)).toEqual([])
  })

  it('are chosen from a list of models without drawings, of which five are in sight in a small window', async () => {
    const { page: small, context } = await open(browser, server, { as: user, viewport: { width: 1280, height: 800 } })
    await small.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urns[0] ?? '')}`)
    await modelLoaded(small)
    await small.getByRole('button', { name: 'Combine models', exact: true }).click()
    for (const name of ['neighbour.ifc', 'part 6.ifc']) {
      await panel(small)
        .getByRole('button', { name: `Add ${name}` })
        .click()
      await panel(small)
        .getByRole('button', { name: `Hide ${name}` })
        .waitFor()
    }
    const rows = panel(small).getByRole('button', { name: /^Add / })
    const names = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')))
    expect(names).toEqual([5, 4, 3, 2, 1].map((number) => `Add part ${number}.ifc`))
    const bottom = (await panel(small).getByLabel('Set name').boundingBox())?.y ?? 0
    const fifth = await rows.nth(4).boundingBox()
    expect((fifth?.y ?? Infinity) + (fifth?.height ?? 0)).toBeLessThan(bottom)
    await context.close()
  })

  it('are searched together, and each element shows its file', async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).first().click()
    const field = page.getByRole('searchbox').first()
    await field.fill('chimney')
    const hits = page.getByRole('complementary', { name: 'Search' }).getByRole('listitem')
    await expect.poll(() => hits.count(), { timeout: 20_000 }).toBeGreaterThan(1)
    const files = new Set<string>()
    for (const hit of await hits.all()) {
      await hit.getByRole('button').first().click()
      const term = page.getByRole('definition').filter({ hasText: /^(house|neighbour)\.ifc$/ })
      files.add(await term.first().innerText())
    }
    expect([...files].toSorted()).toEqual(['house.ifc', 'neighbour.ifc'])
  })

  it('are saved as a set and restored from its URL, also on a phone', async () => {
    await page.getByRole('button', { name: 'Combine models', exact: true }).click()
    await panel().getByLabel('Set name').fill('Two houses')
    await panel().getByRole('button', { name: 'Save as set' }).click()
    await page.waitForURL(/set=/)
    const address = page.url()
    await saveScreenshots()
    await page.goto(`${server.address}/home`)
    await page.getByText('Model sets').click()
    await page.getByRole('link', { name: /Two houses/ }).click()
    await panel().getByRole('button', { name: 'Hide neighbour.ifc' }).waitFor({ timeout: 60_000 })
    await panel().getByRole('button', { name: 'Align neighbour.ifc' }).click()
    await expect.poll(() => panel().getByLabel('X, m').inputValue()).toBe('25.000')
    expect(openedPage.errors).toEqual([])

    const small = await open(browser, server, { as: user, viewport: mobile })
    await small.page.goto(address)
    await modelLoaded(small.page)
    await small.page.getByRole('button', { name: 'Models', exact: true }).click()
    await small.page.getByRole('button', { name: 'Combine models' }).click()
    await small.page.getByRole('button', { name: 'Hide neighbour.ifc' }).waitFor({ timeout: 60_000 })
    expect(await scrollsSideways(small.page)).toBe(false)
    expect(small.errors).toEqual([])
    await small.context.close()
  })
})

async function saveScreenshots(): Promise<void> {
  if (!screenshotFolder) return
  const secondTab = await openedPage.context.newPage()
  await secondTab.goto(`${server.address}/mark.svg`)
  for (const variant of displayVariants) {
    await showAs({ page, secondTab }, variant)
    await page.screenshot({
      path: join(screenshotFolder, `several-${variant.window}-${variant.theme}-${variant.language}.png`),
    })
  }
  await showAs({ page, secondTab }, { window: 'desktop', theme: 'light', language: 'en' })
  await secondTab.close()
}
