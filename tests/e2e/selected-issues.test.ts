import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { showAs } from './support/display-variants.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, putFile, type PutFile, register } from './support/open-page.js'
import { scrollsSideways } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
let browser: Browser
let house: PutFile

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  house = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  const form = { title: 'Beam is missing', status: 'Open', type: 'Issue', priority: 'Normal', key: crypto.randomUUID() }
  const defaults = { description: '', assigneeId: null, dueDate: null, labels: [], anchor: null, mentions: [] }
  const body = JSON.stringify({ ...form, ...defaults })
  await call(server, `/api/auth/my-urns/${house.id}/topics`, { method: 'POST', body }, token)
})
afterAll(async () => {
  await closePages(browser)
})

/** Returns the labels in empty fields of the bar of selected issues that are wider than their field. */
const cutLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    return [...document.querySelectorAll('section select, section input')].flatMap((field) => {
      const isSelect = field instanceof HTMLSelectElement
      const label = isSelect ? field.selectedOptions[0]?.text : field.getAttribute('placeholder')
      if (!context || !label) return []
      const style = getComputedStyle(field)
      context.font = isSelect ? style.font : getComputedStyle(field, '::placeholder').font
      const arrow = isSelect ? 16 : 0
      const space = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow
      return context.measureText(label).width > space ? [label] : []
    })
  })

it('the fields of selected issues show their whole labels in the panel, in each language', async () => {
  const { page, context, errors } = await open(browser, server, { as: user })
  const secondTab = await context.newPage()
  await secondTab.goto(`${server.address}/mark.svg`)
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(house.urn)}`)
  await modelLoaded(page)
  await page.getByRole('button', { name: 'Issues', exact: true }).click()
  await page.getByRole('button', { name: 'Select several issues' }).click()
  await page.getByLabel('Select all').click()
  await page.getByRole('button', { name: 'Export selected' }).waitFor()
  expect(await page.locator('section select').count()).toBe(2)
  for (const language of ['en', 'hy', 'ru', 'es'] as const) {
    await showAs({ page, secondTab }, { window: 'desktop', theme: 'light', language })
    await expect.poll(() => cutLabels(page), { message: language }).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
  }
  expect(errors).toEqual([])
  await context.close()
})
