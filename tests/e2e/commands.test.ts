import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser, mobile } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { open, type OpenedPage, putFile, register } from './support/open-page.js'
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
  await modelLoaded(page)
})
afterAll(async () => {
  await closePages(browser)
})

const palette = () => page.getByRole('dialog', { name: 'Commands' })
const shortcuts = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const sectionTools = () => page.getByRole('toolbar', { name: 'Section tools' })
const canvas = () => page.locator('.model-stage canvas').first()

/** Opens the palette: it is loaded on first use, and accepts keys once its field has the focus. */
async function openPalette(): Promise<void> {
  await page.keyboard.press('Control+k')
  await palette().waitFor()
  await expect
    .poll(() =>
      palette()
        .getByRole('combobox')
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true)
}

async function saveScreenshot(name: string): Promise<void> {
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/${name}.png` })
}

describe('command palette', () => {
  it('opens, searches and runs commands by keyboard alone, and restores the focus', async () => {
    await canvas().focus()
    await openPalette()
    await page.keyboard.type('section')
    await settle(page)
    await saveScreenshot('palette')
    expect(await listViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'hidden' })
    await expect.poll(() => canvas().evaluate((element) => element === document.activeElement)).toBe(true)
    await openPalette()
    await page.keyboard.type('section')
    await page.keyboard.press('Enter')
    await sectionTools().waitFor()
    await page.keyboard.press('x')
    await sectionTools().waitFor({ state: 'hidden' })
  })

  it('lists recent commands first, explains disabled ones and finds elements', async () => {
    await openPalette()
    const options = palette().getByRole('option')
    expect(await options.first().innerText()).toContain('Section')
    await page.keyboard.type('isolate')
    await palette()
      .getByRole('option', { name: /Isolate/ })
      .first()
      .waitFor()
    expect(await options.first().getAttribute('aria-disabled')).toBe('true')
    expect(await options.first().innerText()).toContain('Nothing is selected')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('IfcWall')
    const wall = palette()
      .getByRole('option', { name: /Wall · / })
      .first()
    await wall.waitFor()
    await wall.click()
    await page.getByRole('complementary', { name: 'Properties' }).waitFor()
    await expect.poll(() => page.locator('[role=status]', { hasText: 'Selected: ' }).innerText()).toContain('IfcWall')
  })

  it('has no accessibility violations on a phone', async () => {
    const desktopSize = page.viewportSize()
    await page.setViewportSize(mobile)
    await openPalette()
    await settle(page)
    await saveScreenshot('palette-phone')
    expect(await listViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    if (desktopSize) await page.setViewportSize(desktopSize)
  })
})

describe('keyboard shortcuts', () => {
  it('do nothing while the user types', async () => {
    await canvas().focus()
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: 'Search', exact: true })
    await field.focus()
    await page.keyboard.type('xm')
    expect(await field.inputValue()).toBe('xm')
    expect(await sectionTools().isVisible()).toBe(false)
  })

  it('are listed, reassigned and kept after a reload', async () => {
    await canvas().focus()
    await page.keyboard.press('?')
    await shortcuts().waitFor()
    await settle(page)
    await saveScreenshot('shortcuts')
    expect(await listViolations(page)).toEqual([])
    await shortcuts()
      .getByRole('button', { name: /^Change shortcut of Section:/ })
      .press('Enter')
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/auth/preferences') && response.ok())
    await page.keyboard.press('m')
    await saved
    await shortcuts().getByText('M was reassigned from “Measure”').waitFor()
    await page.keyboard.press('Escape')
    await page.reload()
    await modelLoaded(page)
    await canvas().focus()
    await page.keyboard.press('m')
    await sectionTools().waitFor()
    await page.keyboard.press('m')
    await sectionTools().waitFor({ state: 'hidden' })
    // The previous panel is open again, and its field has the focus.
    await canvas().focus()
    await page.keyboard.press('?')
    await shortcuts().getByRole('button', { name: 'Reset all shortcuts' }).press('Enter')
    await expect
      .poll(() =>
        shortcuts()
          .getByRole('button', { name: /^Change shortcut of Measure:/ })
          .innerText(),
      )
      .toBe('M')
    // Provisional chunks may disappear while the model is still being translated.
    expect(openedPage.errors.filter((error) => !error.includes('/provisional/'))).toEqual([])
  })

  it('are listed in Armenian in the dark theme', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.evaluate(() => localStorage.setItem('language', 'hy'))
    await page.reload()
    await page.locator('.model-stage canvas').first().focus()
    await page.keyboard.press('F1')
    await page.getByRole('dialog').waitFor()
    await settle(page)
    await saveScreenshot('shortcuts-armenian')
    expect(await listViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('fit to')
    await settle(page)
    await saveScreenshot('palette-armenian')
    expect(await page.getByRole('option').first().innerText()).not.toContain('Fit')
  })
})
