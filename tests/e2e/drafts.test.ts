import { readFileSync } from 'node:fs'
import type { Draft } from '@kamar/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type OpenedPage, putFile, register } from './support/open-page.js'
import { settle } from './support/rules.js'
import { countColors, takeScreenshot } from './support/pixels.js'
import { planDxf } from './support/plan-dxf.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
const banner = 'Restored: 4 measurements, 1 drawing'
let browser: Browser
let openedPage: OpenedPage
let page: Page
let address = ''
let fileId = ''

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  const { id, urn } = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  fileId = id
  await vi.waitFor(
    async () => {
      const [ready] = await call<{ status: string }[]>(server, '/api/auth/my-urns', {}, token)
      if (ready?.status !== 'success') throw new Error(`the house is ${ready?.status ?? 'absent'}`)
    },
    { timeout: 120_000, interval: 300 },
  )
  openedPage = await open(browser, server, { as: user })
  ;({ page } = openedPage)
  address = `${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`
  await page.goto(address)
  await modelLoaded(page)
})
afterAll(async () => {
  await closePages(browser)
})

/** Measures the coordinates of four points, each with one click. */
async function measureFourTimes(): Promise<void> {
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  const bar = page.getByRole('toolbar', { name: 'Measurement tools' })
  await bar.getByRole('button', { name: 'Point', exact: true }).click()
  for (const [x, y] of [
    [700, 400],
    [760, 430],
    [800, 460],
    [730, 480],
  ] as const) {
    await page.mouse.move(x, y, { steps: 3 })
    await settle(page)
    await page.mouse.click(x, y)
  }
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
}

async function drawLine(): Promise<void> {
  await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Markup' }).click()
  const bar = page.getByRole('toolbar', { name: 'Markup' })
  await bar.getByRole('button', { name: 'Line', exact: true }).click()
  await page.mouse.move(620, 300)
  await page.mouse.down()
  await page.mouse.move(880, 480, { steps: 5 })
  await page.mouse.up()
  await bar.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('menuitem', { name: 'Keep as draft' }).click()
}

/** Returns the number of views in the draft that the server has. */
async function readStoredDraft(): Promise<number> {
  const token = await accessToken(server.address, user)
  const draft = await call<Draft | null>(server, `/api/auth/my-urns/${fileId}/draft`, {}, token)
  return draft?.views.length ?? 0
}

describe('draft of markup and measurements', () => {
  it('survives a reload', async () => {
    await measureFourTimes()
    await drawLine()
    await page.reload()
    await modelLoaded(page)
    await page.getByText(banner).waitFor()
    expect(await page.locator('[data-shape=line]').count()).toBe(1)
    await page.getByRole('button', { name: 'Measure', exact: true }).click()
    const list = page.getByRole('complementary', { name: 'Measurements' }).getByRole('listitem')
    await expect.poll(() => list.count()).toBe(4)
    await expect.poll(readStoredDraft).toBe(1)
    expect(openedPage.errors).toEqual([])
  })

  it('is restored on another device, where the drawing is shown in its view', async () => {
    const other = await open(browser, server, { as: user, viewport: { width: 1280, height: 800 } })
    await other.page.goto(address)
    await modelLoaded(other.page)
    await other.page.getByText(banner).waitFor()
    await other.page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect.poll(() => other.page.locator('[data-shape=line]').isVisible()).toBe(true)
    const sent = other.page.waitForResponse((response) => response.url().endsWith('/draft') && response.ok())
    await other.page.getByRole('button', { name: 'Discard' }).click()
    await sent
    await expect.poll(() => other.page.locator('[data-shape=line]').count()).toBe(0)
    await other.page.close()
  })

  it('is gone everywhere after it was discarded', async () => {
    // What this device still has is displayed until the server has said that it was discarded.
    const received = page.waitForResponse((response) => response.url().endsWith('/draft') && response.ok())
    await page.reload()
    await modelLoaded(page)
    await received
    await expect.poll(() => page.locator('[data-shape=line]').count()).toBe(0)
    await expect.poll(() => page.getByText(/Restored/).count()).toBe(0)
  })
})

describe('draft on a drawing', () => {
  it('survives a reload and ends when it is saved as a view', async () => {
    const plan = planDxf({ oldWall: true, newWall: false, columnX: 1500, roomName: 'KITCHEN', revision: 'A' })
    const { urn } = await putFile(server, await accessToken(server.address, user), 'plan.dwg', plan)
    await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
    const tools = page.getByRole('toolbar', { name: 'Drawing tools' })
    const sheet = page.getByRole('img', { name: /^Drawing/ })
    await sheet.waitFor({ timeout: 60_000 })
    await expect.poll(async () => countColors(await takeScreenshot(sheet))).toBeGreaterThan(3)
    await tools.getByRole('button', { name: 'Measure distance' }).click()
    for (const x of [640, 800]) await page.mouse.click(x, 360)
    await expect.poll(() => page.locator('svg[aria-hidden] text').count()).toBe(1)
    await page.keyboard.press('Escape')
    await tools.getByRole('button', { name: 'Markup' }).click()
    const bar = page.getByRole('toolbar', { name: 'Markup' })
    await bar.getByRole('button', { name: 'Line', exact: true }).click()
    await page.mouse.move(620, 300)
    await page.mouse.down()
    await page.mouse.move(820, 420, { steps: 5 })
    await page.mouse.up()
    await bar.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('menuitem', { name: 'Keep as draft' }).click()
    const line = page.locator('[data-shape=line]')
    const before = await line.boundingBox()
    await page.reload()
    await page.getByText('Restored: 1 measurement, 1 drawing').waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect.poll(async () => (await line.boundingBox())?.x ?? 0).toBeCloseTo(before?.x ?? 0, 0)
    await page.getByRole('button', { name: 'Views' }).click()
    const views = page.getByRole('complementary', { name: 'Views', exact: true })
    await views.getByRole('button', { name: 'Save view' }).click()
    await expect.poll(() => page.getByText(/^Restored/).count()).toBe(0)
    await page.reload()
    await tools.waitFor()
    await views.getByRole('button', { name: /^View 1/ }).waitFor()
    expect(await page.getByText(/^Restored/).count()).toBe(0)
    expect(await line.count()).toBe(0)
  })
})
