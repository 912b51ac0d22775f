import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, somebody } from './support/account.js'
import { launchBrowser } from './support/browser.js'
import { open, putFile, register } from './support/people.js'
import { colourCount, pictureOf } from './support/pixels.js'
import { settle, violationsOf } from './support/rules.js'
import { RunningServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = new RunningServer()
let browser: Browser
let page: Page
const person = somebody()
/** Where pictures of what was seen are kept, when somebody wants to look at them. */
const pictures = process.env['TEST_PICTURES']

beforeAll(async () => {
  await server.start()
  browser = await launchBrowser()
  await register(server, person)
  const token = await accessToken(server.address, person)
  const bytes = readFileSync(fixture('dwg/fixtures/pavilion-2004.dwg'))
  const { urn } = await putFile(server, token, 'pavilion.dwg', bytes)
  ;({ page } = await open(browser, server, { as: person }))
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
  await page.getByRole('list', { name: 'Sheets' }).waitFor({ timeout: 60_000 })
})
afterAll(async () => {
  await browser.close()
  await server.dispose()
})

const drawing = (): Locator => page.getByRole('img', { name: /^Drawing/ })
const keep = async (name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `drawing-${name}.png`) })
}

describe('a drawing', () => {
  it('opens on a sheet with its list, layers and tools; nothing breaks the rules of access', async () => {
    await drawing().waitFor()
    await expect.poll(async () => colourCount(await pictureOf(drawing()))).toBeGreaterThan(3)
    await settle(page)
    await keep('light')
    expect(await page.getByRole('checkbox', { name: 'Walls' }).isChecked()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
  })

  it('finds its texts and says what they are', async () => {
    await page.getByRole('searchbox', { name: 'Find text' }).fill('pavilion')
    await page.getByRole('list', { name: 'Find text' }).getByRole('button').first().click()
    await page.getByRole('complementary', { name: 'Entity' }).getByText('TEXT', { exact: true }).waitFor()
    await keep('found')
  })

  it('is saved as SVG with its texts, and as a document', async () => {
    const saved = async (name: string): Promise<readonly [string, Buffer]> => {
      await page.getByRole('button', { name: 'Download' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ])
      return [download.suggestedFilename(), readFileSync(await download.path())]
    }
    const [svgName, svg] = await saved('This sheet (SVG)')
    expect(svgName).toMatch(/^pavilion - .*\.svg$/)
    expect(svg.toString()).toMatch(/<text [^>]*>[^<]*pavilion/i)
    const [pdfName, pdf] = await saved('This sheet (PDF)')
    expect([pdfName.slice(-4), pdf.toString('latin1', 0, 5)]).toEqual(['.pdf', '%PDF-'])
    await page.getByRole('button', { name: 'Download' }).click()
    await keep('download')
    await page.keyboard.press('Escape')
  })

  it('is dark where the page is, and fits a phone', async () => {
    await page.getByRole('button', { name: 'Dark paper' }).click()
    await page.getByRole('button', { name: 'Show the whole sheet' }).click()
    await keep('dark')
    await page.setViewportSize({ width: 390, height: 844 })
    await settle(page)
    await keep('phone')
    await page.getByRole('button', { name: 'Sheets' }).click()
    await page.getByRole('button', { name: 'Show the whole sheet' }).click()
    await settle(page)
    await keep('phone-list')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
