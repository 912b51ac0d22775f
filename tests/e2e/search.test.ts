import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { call, open, type OpenedPage, putFile, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
let browser: Browser
let openedPage: OpenedPage
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  await putFile(server, token, 'villa.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  await putFile(server, token, 'street.dwf', readFileSync(fixture('dwf/fixtures/houses.dwf')))
  const countHits = async (text: string): Promise<number> =>
    (await call<{ readonly hits: readonly unknown[] }>(server, `/api/search?words=${text}`, {}, token)).hits.length
  // Both are translated and indexed.
  await vi.waitUntil(async () => (await countHits('rei')) + (await countHits('ground')) >= 3, {
    timeout: 120_000,
    interval: 500,
  })
  openedPage = await open(browser, server, { as: user })
  ;({ page } = openedPage)
})
afterAll(() => closePages(browser))

it('P41 a result for a property value opens the viewer with its search', async () => {
  await page.goto(`${server.address}/home`)
  await page.locator('[data-file-id]').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('rei 120')
  await page.getByRole('link', { name: 'Search everywhere' }).click()
  await page.waitForURL(/\/search\?words=rei/)
  await page.getByRole('link', { name: 'villa.ifc' }).waitFor()
  await page.getByRole('link', { name: 'Properties: rei 120' }).click()
  await page.waitForURL(/ViewerPage\?urn=.*find=rei/)
  const panel = page.getByRole('list', { name: 'Search' })
  await panel.getByRole('button').first().waitFor()
  expect(await panel.textContent()).toContain('REI 120')
})

it('P41 a result for a sheet opens the viewer at it', async () => {
  await page.goto(`${server.address}/search?words=ground`)
  await page.getByRole('link', { name: 'Sheet: Ground floor' }).click()
  await page.waitForURL(/ViewerPage\?urn=.*sheet=Ground/)
  await page.getByRole('button', { name: '2D', pressed: true }).waitFor()
})

it('P41 an Armenian prefix finds a property value', async () => {
  await page.goto(`${server.address}/search?words=${encodeURIComponent('թաման')}`)
  await page.getByRole('link', { name: 'villa.ifc' }).waitFor()
  expect(openedPage.errors).toEqual([])
})

it('sheet register lists and corrects the sheets of a project', async () => {
  await page.goto(`${server.address}/projects`)
  await page.getByRole('link', { name: /My files/ }).click()
  await page.getByRole('link', { name: 'Sheets' }).click()
  await page.getByRole('button', { name: 'Correct sheet Ground floor' }).click()
  await page.getByLabel('Number').fill('A-101')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'A-101', exact: true }).waitFor()
  await page.goto(`${server.address}/search?words=a-101`)
  await page.getByRole('link', { name: 'Sheet: A-101 Ground floor' }).waitFor()
  expect(openedPage.errors).toEqual([])
})
