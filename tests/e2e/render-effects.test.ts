import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser, mobile } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { open, type OpenedPage, putFile, register } from './support/open-page.js'
import { computeDifferenceRatio, takeScreenshot } from './support/pixels.js'
import { settle, listViolations } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
const screenshotFolder = process.env['TEST_PICTURES']
let browser: Browser
let openedPage: OpenedPage
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  const { urn } = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  openedPage = await open(browser, server, { as: user })
  ;({ page } = openedPage)
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
  await loaded()
})
afterAll(async () => {
  await closePages(browser)
})

const canvas = () => page.locator('.model-stage canvas').first()
const menu = () => page.getByRole('menu')
const choice = (name: string) => menu().getByRole('menuitemcheckbox', { name })

async function loaded(): Promise<void> {
  await modelLoaded(page)
}
async function saveScreenshot(name: string): Promise<void> {
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/${name}.png` })
}

describe('display menu', () => {
  it('stays open, changes the frame, and keeps its settings after a reload', async () => {
    await settle(page)
    await saveScreenshot('look-default')
    const before = await canvas().screenshot()
    await page.getByRole('button', { name: 'Display', exact: true }).click()
    expect(await choice('Sky and ground').getAttribute('aria-checked')).toBe('true')
    await choice('Sun shadows').click()
    await choice('Sky and ground').click()
    expect(await menu().isVisible()).toBe(true)
    await settle(page)
    await saveScreenshot('look-menu')
    expect(await listViolations(page)).toEqual([])
    await choice('Sky and ground').click()
    await page.keyboard.press('Escape')
    await menu().waitFor({ state: 'hidden' })
    await expect.poll(async () => (await canvas().screenshot()).equals(before)).toBe(false)
    await saveScreenshot('look-shadows')
    await page.reload()
    await loaded()
    await page.getByRole('button', { name: 'Display', exact: true }).click()
    expect(await choice('Sun shadows').getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('Escape')
  })

  it('has no accessibility violations on a phone, in Armenian and in the dark theme', async () => {
    const { page: small, context } = await open(browser, server, { as: user, viewport: mobile })
    await small.evaluate(() => {
      localStorage.setItem('language', 'hy')
      localStorage.setItem('theme', 'dark')
    })
    await small.goto(page.url())
    await small.getByRole('button', { name: 'Ցուցադրում', exact: true }).click()
    await small.getByRole('menu').waitFor()
    await settle(small)
    if (screenshotFolder) await small.screenshot({ path: `${screenshotFolder}/look-phone-hy.png` })
    expect(await listViolations(small)).toEqual([])
    await context.close()
  })
})

describe('lost graphics context', () => {
  it('is reported, and the frame is restored unchanged', async () => {
    await settle(page)
    // The message of the loaded model ends after some seconds.
    const message = page.getByText('Model loaded successfully!')
    await expect.poll(() => message.evaluate((element) => element.getBoundingClientRect().width)).toBeLessThan(2)
    const before = await takeScreenshot(canvas())
    await page.evaluate(() => {
      const gl = document.querySelector<HTMLCanvasElement>('.model-stage canvas')?.getContext('webgl2')
      Object.assign(window, { lost: gl?.getExtension('WEBGL_lose_context') })
      ;(window as unknown as { lost: WEBGL_lose_context }).lost.loseContext()
    })
    const alert = page.getByRole('alert').filter({ hasText: 'The graphics context was lost' })
    await alert.waitFor()
    await saveScreenshot('look-lost')
    await page.evaluate(() => (window as unknown as { lost: WEBGL_lose_context }).lost.restoreContext())
    await alert.waitFor({ state: 'hidden' })
    await expect.poll(async () => computeDifferenceRatio(await takeScreenshot(canvas()), before)).toBeLessThan(0.0002)
    expect(openedPage.errors).toEqual([])
  })
})
