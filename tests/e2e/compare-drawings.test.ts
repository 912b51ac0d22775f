import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { call, open, type OpenedPage, putFile, type PutFile, register } from './support/open-page.js'
import { type Screenshot, takeScreenshot } from './support/pixels.js'
import { planDxf } from './support/plan-dxf.js'
import { scrollsSideways, settle, listViolations } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { displayVariants, otherLanguages, showAs } from './support/display-variants.js'

/** Folder for screenshots of the comparison in every display mode; none are taken if unset. */
const screenshotFolder = process.env['TEST_PICTURES']
const server = sharedServer()
const user = createUser()
let browser: Browser
let openedPage: OpenedPage
let page: Page

const before = { oldWall: true, newWall: false, columnX: 1500, roomName: 'KITCHEN', revision: 'A' }
const after = { oldWall: false, newWall: true, columnX: 4500, roomName: 'STUDIO', revision: 'B' }

beforeAll(async () => {
  if (screenshotFolder) mkdirSync(screenshotFolder, { recursive: true })
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  const first = await putFile(server, token, 'plan.dwg', planDxf(before))
  const body = new FormData()
  body.append('fileId', first.id)
  body.append('file', new Blob([new Uint8Array(planDxf(after))]), 'plan.dwg')
  const { file } = await call<{ file: PutFile }>(server, '/api/auth/upload', { method: 'POST', body }, token)
  await untilReady(token, first.id)
  openedPage = await open(browser, server, { as: user })
  ;({ page } = openedPage)
  const query = new URLSearchParams({ urn: file.urn, compare: first.urn })
  await page.goto(`${server.address}/ViewerPage?${query.toString()}`)
})
afterAll(async () => {
  await closePages(browser)
})

async function untilReady(token: string, id: string): Promise<void> {
  const path = `/api/auth/my-urns/${id}/versions`
  await vi.waitUntil(
    async () => {
      const { versions } = await call<{ versions: { status: string }[] }>(server, path, {}, token)
      return versions.length === 2 && versions.every(({ status }) => status === 'success')
    },
    { timeout: 60_000, interval: 300 },
  )
}

const panel = (): Locator => page.getByRole('complementary', { name: 'Compare' })
const canvas = (): Locator => page.getByRole('img', { name: /^Comparison of two drawings/ })
const changes = (): Locator => panel().getByRole('list', { name: 'Changes' }).getByRole('button')
const counts = async (): Promise<string[]> =>
  panel().getByRole('group', { name: 'What is shown' }).getByRole('button').allInnerTexts()
const moment = (name: string): Locator =>
  panel().getByRole('group', { name: 'Version shown' }).getByRole('button', { name })

/** Counts pixels of each legend colour in a screenshot. */
function tinted(screenshot: Screenshot, [from, to] = [0, 1]): { added: number; removed: number; changed: number } {
  const counts = { added: 0, removed: 0, changed: 0 }
  for (let y = 0; y < screenshot.height; y += 1)
    for (let x = Math.round(screenshot.width * from); x < screenshot.width * to; x += 1) {
      const [r, g, b] = screenshot.at(x, y)
      if (g > 120 && r < 60 && b < 150) counts.added += 1
      if (r > 190 && g > 70 && g < 120 && b < 40) counts.removed += 1
      if (r > 210 && g > 145 && g < 175 && b < 40) counts.changed += 1
    }
  return counts
}
const countTinted = async (share?: [number, number]): Promise<ReturnType<typeof tinted>> =>
  tinted(await takeScreenshot(canvas()), share)

describe('drawing comparison', () => {
  it('counts and lists changes entity by entity', async () => {
    await changes().first().waitFor({ timeout: 60_000 })
    expect((await counts()).map((text) => Number.parseInt(text, 10))).toEqual([1, 1, 3, 4])
    const texts = await changes().allInnerTexts()
    expect(texts.some((text) => /KITCHEN → STUDIO/.test(text))).toBe(true)
    expect(texts.some((text) => /CIRCLE · Columns · position/.test(text))).toBe(true)
  })

  it('overlays both versions in legend colours that can be switched off', async () => {
    await expect.poll(async () => (await countTinted()).added, { timeout: 30_000 }).toBeGreaterThan(200)
    const { removed, changed } = await countTinted()
    expect(removed).toBeGreaterThan(200)
    expect(changed).toBeGreaterThan(100)
    const legend = panel().getByRole('group', { name: 'What is shown' }).getByRole('button', { name: 'Removed' })
    await legend.click()
    await expect.poll(async () => (await countTinted()).removed).toBeLessThan(20)
    await legend.click()
    await expect.poll(async () => (await countTinted()).removed).toBeGreaterThan(200)
  })

  it('shows versions alone and side by side, each with its own changes', async () => {
    await moment('Before').click()
    await expect.poll(async () => (await countTinted()).added).toBe(0)
    await moment('Side by side').click()
    await expect.poll(async () => (await countTinted([0, 0.5])).removed).toBeGreaterThan(100)
    expect((await countTinted([0, 0.5])).added).toBe(0)
    expect((await countTinted([0.5, 1])).removed).toBe(0)
    expect((await countTinted([0.5, 1])).added).toBeGreaterThan(100)
    await page.getByText('Version 2', { exact: true }).first().waitFor()
    await saveScreenshots('beside')
    await moment('Both').click()
  })

  it('steps through changes by list and by key, and shows old and new values', async () => {
    await changes().filter({ hasText: 'STUDIO' }).click()
    const properties = page.getByRole('complementary', { name: 'Object' })
    await properties.locator('del', { hasText: 'KITCHEN' }).first().waitFor()
    await properties.locator('ins', { hasText: 'STUDIO' }).first().waitFor()
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    await saveScreenshots('chosen')
    await canvas().focus()
    await page.keyboard.press('.')
    await expect.poll(() => properties.locator('ins', { hasText: 'STUDIO' }).count()).toBe(0)
    await page.keyboard.press(',')
    await properties.locator('ins', { hasText: 'STUDIO' }).first().waitFor()
  })

  it('selects in the list the entity clicked in the drawing', async () => {
    await page.getByRole('button', { name: 'Fit sheet' }).click()
    await settle(page)
    const screenshot = await takeScreenshot(canvas())
    const position = findPixel(screenshot, ([r, g, b]) => g > 120 && r < 60 && b < 150)
    await canvas().click({ position })
    await panel().locator('button[aria-current=true]', { hasText: 'LINE' }).waitFor()
    await page.getByRole('complementary', { name: 'Object' }).getByText('108', { exact: true }).waitFor()
  })

  it('shows a changed text of the title block', async () => {
    await changes().filter({ hasText: 'Revision A → Revision B' }).click()
    await page
      .getByRole('complementary', { name: 'Object' })
      .locator('ins', { hasText: 'Revision B' })
      .first()
      .waitFor()
  })

  it('shows revision clouds, and fits a phone', async () => {
    await page.getByRole('button', { name: 'Revision clouds' }).click()
    await saveScreenshots('overlay')
    await page.setViewportSize({ width: 390, height: 844 })
    await settle(page)
    expect(await scrollsSideways(page)).toBe(false)
    expect(await listViolations(page)).toEqual([])
  })

  it('steps through changes above the bar of a phone, whose buttons open the details and the list', async () => {
    const bar = page.getByRole('navigation', { name: 'Panels' })
    await bar.getByRole('button', { name: 'Compare' }).click()
    await panel().waitFor({ state: 'detached' })
    const tools = page.getByRole('region', { name: 'Comparison tools' })
    await tools.getByRole('button', { name: 'Next change' }).click()
    await tools.getByRole('status', { name: /^Change [1-5] \/ 5$/ }).waitFor()
    expect(await page.getByRole('complementary').count()).toBe(0)
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    await saveScreenshots('phone-step')
    await page.setViewportSize({ width: 390, height: 844 })
    await bar.getByRole('button', { name: 'Object' }).click()
    await page.getByRole('complementary', { name: 'Object' }).getByText('Handle', { exact: true }).waitFor()
    await bar.getByRole('button', { name: 'Compare' }).click()
    await panel().waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('returns to the plain drawing on exit', async () => {
    await page.getByRole('button', { name: 'Exit comparison' }).first().click()
    await page.getByRole('img', { name: /^Drawing/ }).waitFor()
    expect(page.url()).not.toContain('compare=')
    expect(openedPage.errors).toEqual([])
  })
})

function findPixel(
  screenshot: Screenshot,
  isMeant: (color: readonly [number, number, number]) => boolean,
): { readonly x: number; readonly y: number } {
  for (let y = 0; y < screenshot.height; y += 1)
    for (let x = 0; x < screenshot.width; x += 1) if (isMeant(screenshot.at(x, y))) return { x: x + 20, y }
  throw new Error('nothing of that colour in the picture')
}

/** Takes screenshots in both themes and two sizes, and in the other languages. */
async function saveScreenshots(name: string): Promise<void> {
  if (!screenshotFolder) return
  const secondTab = await openedPage.context.newPage()
  await secondTab.goto(`${server.address}/mark.svg`)
  for (const variant of [...displayVariants, ...otherLanguages]) {
    await showAs({ page, secondTab }, variant)
    await settle(page)
    await page.screenshot({ path: join(screenshotFolder, `${name}-${Object.values(variant).join('-')}.png`) })
  }
  await showAs({ page, secondTab }, { window: 'desktop', theme: 'light', language: 'en' })
  await secondTab.close()
}
