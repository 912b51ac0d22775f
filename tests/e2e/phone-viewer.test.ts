import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, mobile, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { open, putFile, register } from './support/open-page.js'
import { computeDrawnRatio, takeScreenshot } from './support/pixels.js'
import { settle } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  const user = createUser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  const { urn } = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  ;({ page } = await open(browser, server, { as: user }))
  await page.setViewportSize(mobile)
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
  await modelLoaded(page)
})
afterAll(async () => {
  await closePages(browser)
})

const button = (name: string): Locator => page.getByRole('button', { name, exact: true })

describe('viewer on a phone', () => {
  it('has a toolbar whose buttons show their names', async () => {
    for (const name of ['Tree', 'Issues', 'Tools', 'Details']) {
      expect(await button(name).innerText(), name).toBe(name)
      expect((await button(name).boundingBox())?.height, name).toBeGreaterThanOrEqual(40)
    }
  })

  it('leaves two fifths of the height to the model above an open panel, and fits the model into it', async () => {
    await button('Tree').click()
    const panel = page.getByRole('complementary', { name: 'Model tree' })
    await panel.waitFor()
    await settle(page)
    const top = (await panel.boundingBox())?.y ?? 0
    expect(top).toBeGreaterThan(mobile.height * 0.4)
    const canvas = await takeScreenshot(page.locator('canvas').first())
    expect(computeDrawnRatio({ ...canvas, height: top })).toBeGreaterThan(0.05)
  })
})
