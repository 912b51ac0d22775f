import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type OpenedPage, putFile, register } from './support/open-page.js'
import { computeDifferenceRatio, type Screenshot, takeScreenshot } from './support/pixels.js'
import { settle } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const anna = createUser()
let browser: Browser
let annas: OpenedPage
let guests: OpenedPage
let urn = ''
let fileId = ''
const house = readFileSync(fixture('ifc/fixtures/house.ifc'), 'utf8')

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, anna)
  const token = await accessToken(server.address, anna)
  ;({ id: fileId, urn } = await putFile(server, token, 'house.ifc', Buffer.from(house)))
  await vi.waitFor(
    async () => {
      const [ready] = await call<{ status: string }[]>(server, '/api/auth/my-urns', {}, token)
      if (ready?.status !== 'success') throw new Error(`the house is ${ready?.status ?? 'absent'}`)
    },
    { timeout: 120_000, interval: 300 },
  )
  annas = await open(browser, server, { as: anna })
  guests = await open(browser, server)
})
afterAll(async () => {
  await closePages(browser)
})

/** Takes the part of the canvas that no bar and no panel covers. */
async function takeModelScreenshot(page: Page): Promise<Screenshot> {
  await settle(page)
  const { at } = await takeScreenshot(page.locator('canvas').first())
  return { width: 620, height: 520, at: (x, y) => at(x + 440, y + 120) }
}

/** Source ids of the elements of a class in the fixture. */
const listIds = (className: string): string[] =>
  [...house.matchAll(new RegExp(`= ?${className}\\('([^']+)'`, 'gi'))].map(([, id]) => id ?? '')

/** Cuts the house, colours its walls, hides its roof, and turns it by hand. */
async function changeView(page: Page): Promise<void> {
  const view = {
    name: 'Cut and coloured',
    camera: {
      kind: 'perspective',
      eye: [20, -14, 12],
      direction: [-0.7, 0.6, -0.4],
      up: [0, 0, 1],
      aspectRatio: 1.6,
      fieldOfViewDegrees: 40,
    },
    sections: [{ point: [2, 0, 0], direction: [1, 0, 0] }],
    visibility: { defaultVisible: true, exceptions: listIds('IFCROOF') },
    selection: [],
    colouring: [{ colour: '#2c7a3f', elements: listIds('IFCWALL') }],
  }
  const path = `/api/auth/my-urns/${fileId}/views`
  await call(server, path, { method: 'POST', body: JSON.stringify(view) }, await accessToken(server.address, anna))
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: /^Cut and coloured/ }).click()
  await settle(page)
  await page.mouse.move(760, 420)
  await page.mouse.down()
  await page.mouse.move(830, 400, { steps: 6 })
  await page.mouse.up()
}

describe('link to a view', () => {
  let expected: Screenshot
  let start: Screenshot

  it('is created for guests from what the viewer shows', async () => {
    const { page } = annas
    await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
    await modelLoaded(page)
    start = await takeModelScreenshot(page)
    await changeView(page)
    expected = await takeModelScreenshot(page)
    expect(computeDifferenceRatio(expected, start)).toBeGreaterThan(0.1)
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share house.ifc' })
    await dialog.getByRole('button', { name: 'New link' }).click()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const address = await dialog.getByRole('region', { name: 'Share links' }).getByLabel('Link address').inputValue()
    await guests.page.goto(address)
  })

  it('shows a guest the same cut, colours and camera', async () => {
    const { page } = guests
    await page.getByRole('heading', { name: 'house.ifc' }).waitFor()
    const countDifferences = async () => computeDifferenceRatio(await takeModelScreenshot(page), expected)
    await expect.poll(countDifferences, { timeout: 60_000 }).toBeLessThan(0.02)
    expect(guests.errors).toEqual([])
  })

  it('shows a member the same after a reload', async () => {
    const { page } = annas
    const dialog = page.getByRole('dialog', { name: 'Share house.ifc' })
    await dialog.getByRole('button', { name: 'Copy link to what I see' }).click()
    const section = dialog.getByRole('region', { name: 'Link to what you see' })
    const address = await section.getByLabel('Link address').inputValue()
    expect(new URL(address).searchParams.get('version')).toBe('latest')
    await page.goto(address)
    const countDifferences = async () => computeDifferenceRatio(await takeModelScreenshot(page), expected)
    await expect.poll(countDifferences, { timeout: 60_000 }).toBeLessThan(0.02)
    expect(annas.errors).toEqual([])
  })
})
