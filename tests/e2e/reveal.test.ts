import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { open, putFile, register } from './support/open-page.js'
import { takeScreenshot } from './support/pixels.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
let browser: Browser
let address = ''

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  const { urn } = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  address = `${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`
})
afterAll(() => closePages(browser))

async function openModel(viewport: { width: number; height: number }): Promise<Page> {
  const { page } = await open(browser, server, { as: user, viewport })
  await page.goto(address)
  await modelLoaded(page)
  return page
}

/** Chooses the first room that the search finds. */
async function chooseSpace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('IfcSpace')
  await page.getByRole('listitem').getByText('Room', { exact: true }).first().click()
}

/** Counts the pixels of the canvas in the colour of the selection's outline. */
async function countOutlinePixels(page: Page): Promise<number> {
  const { width, height, at } = await takeScreenshot(page.locator('canvas').first())
  let count = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = at(x, y)
      if (blue > 180 && blue - red > 90 && blue - green > 60) count += 1
    }
  return count
}

describe('choosing a search result', () => {
  it('outlines a room through the walls and leads to the plan of its storey', async () => {
    const page = await openModel({ width: 1440, height: 900 })
    const before = await countOutlinePixels(page)
    await chooseSpace(page)
    await expect.poll(() => countOutlinePixels(page), { timeout: 30_000 }).toBeGreaterThan(before + 800)
    await page.getByRole('button', { name: 'Plan of this storey' }).click()
    await page.getByRole('button', { name: 'Back to model' }).waitFor()
    await expect.poll(() => countOutlinePixels(page)).toBeGreaterThan(before + 200)
  })

  it('lowers the search of a phone to one line, from which it returns', async () => {
    const page = await openModel({ width: 390, height: 844 })
    const before = await countOutlinePixels(page)
    await chooseSpace(page)
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'Plan of this storey' }).waitFor()
    expect((await bar.boundingBox())?.height).toBeLessThan(60)
    await expect.poll(() => countOutlinePixels(page), { timeout: 30_000 }).toBeGreaterThan(before + 200)
    await bar.getByRole('button', { name: 'Back to list' }).click()
    await page.getByRole('listitem').getByText('Room', { exact: true }).first().waitFor()
  })
})
