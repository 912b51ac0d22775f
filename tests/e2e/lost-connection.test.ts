import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type OpenedPage, putFile, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
let browser: Browser
let openedPage: OpenedPage
let page: Page
let address = ''

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  const { urn } = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  await vi.waitFor(
    async () => {
      const [ready] = await call<{ status: string }[]>(server, '/api/auth/my-urns', {}, token)
      if (ready?.status !== 'success') throw new Error(`the house is ${ready?.status ?? 'absent'}`)
    },
    { timeout: 120_000, interval: 300 },
  )
  // Without a service worker, as on a first visit: nothing but the open page is on the device.
  openedPage = await open(browser, server, { as: user })
  ;({ page } = openedPage)
  address = `${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`
})
afterAll(async () => {
  await closePages(browser)
})

describe('page that loses its connection on the first visit', () => {
  it('names a part that cannot be loaded, and stays', async () => {
    await page.goto(address)
    await modelLoaded(page)
    await openedPage.context.setOffline(true)
    await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Screenshot' }).click()
    await page.getByText('This part needs the network once.').waitFor()
    expect(page.url()).toBe(address)
    await page.getByRole('button', { name: 'Search', exact: true }).first().click()
    await page.getByRole('complementary', { name: 'Search' }).waitFor()
    await openedPage.context.setOffline(false)
    await page.getByRole('button', { name: 'Reload page' }).click()
    await modelLoaded(page)
    await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Screenshot' }).click()
    await page.getByRole('dialog', { name: 'Screenshot' }).waitFor()
  })

  it('lists the models on this device instead of the files', async () => {
    await page.goto(`${server.address}/home`)
    await page.getByText('house.ifc').first().waitFor()
    await openedPage.context.setOffline(true)
    await page.getByRole('heading', { name: 'On this device' }).waitFor()
    expect(await page.getByText(/translation status/).count()).toBe(0)
    await openedPage.context.setOffline(false)
    await page.locator('[data-file-id]').first().waitFor()
  })
})
