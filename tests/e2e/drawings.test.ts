import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shxFile } from '@kamar/test-kit'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, somebody } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { fileOf, open, putFile, register } from './support/people.js'
import { colourCount, type Picture, pictureOf } from './support/pixels.js'
import { settle, violationsOf } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
let browser: Browser
let page: Page
const person = somebody()
/** Where pictures of what was seen are kept, when somebody wants to look at them. */
const pictures = process.env['TEST_PICTURES']

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, person)
  const token = await accessToken(server.address, person)
  const bytes = readFileSync(fixture('dwg/fixtures/pavilion-2004.dwg'))
  const { urn } = await putFile(server, token, 'pavilion.dwg', bytes)
  ;({ page } = await open(browser, server, { as: person }))
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
  await page.getByRole('list', { name: 'Sheets' }).waitFor({ timeout: 60_000 })
})
afterAll(async () => {
  await closePages(browser)
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
    await page.getByRole('complementary', { name: 'Object' }).getByText('TEXT', { exact: true }).waitFor()
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
    await page.getByRole('button', { name: 'Dark background' }).click()
    await page.getByRole('button', { name: 'Fit sheet' }).click()
    await keep('dark')
    await page.setViewportSize({ width: 390, height: 844 })
    await settle(page)
    await keep('phone')
    await page.getByRole('button', { name: 'Sheets' }).click()
    await page.getByRole('button', { name: 'Fit sheet' }).click()
    await settle(page)
    await keep('phone-list')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

/** A font whose letters are all the same flag on a pole. */
const flags = shxFile({
  kind: 'unifont',
  above: 8,
  below: 2,
  shapes: Array.from({ length: 95 }, (_, at) => ({ code: 32 + at, steps: [0x84, 0x40, 0x4c, 0x48, 2, 0x4c, 0x60] })),
})

describe('a drawing whose font is not there', () => {
  it('names it, and is shown with it once it is among the fonts of the account', async () => {
    const { page: own, context } = await open(browser, server, { as: person })
    const token = await accessToken(server.address, person)
    const before = await fileOf(server, token, 'pavilion.dwg')
    const address = `${server.address}/ViewerPage?urn=${encodeURIComponent(before.urn)}`
    const shown = async (): Promise<Picture> => {
      await own.goto(address)
      const sheet = own.getByRole('img', { name: /^Drawing/ })
      await sheet.waitFor()
      await expect.poll(async () => colourCount(await pictureOf(sheet))).toBeGreaterThan(3)
      await settle(own)
      return pictureOf(sheet)
    }
    const first = await shown()
    const again = await shown()
    await own.goto(`${server.address}/drawing-fonts`)
    await own.getByLabel('Choose font files').setInputFiles({ name: 'TXT.SHX', mimeType: '', buffer: flags })
    await own.getByText('Stroke font · 95 glyphs').waitFor()
    if (pictures !== undefined) await own.screenshot({ path: join(pictures, 'fonts.png') })
    expect(await violationsOf(own)).toEqual([])
    await own.getByRole('button', { name: 'Translate again' }).click()
    // Until the new translation is asked for, the file is ready by the one before.
    const translatedAgain = async (): Promise<boolean> => {
      const { jobId, status } = await fileOf(server, token, 'pavilion.dwg')
      return jobId !== before.jobId && status === 'success'
    }
    await expect.poll(translatedAgain, { timeout: 60_000 }).toBe(true)
    const second = await shown()
    if (pictures !== undefined) await own.screenshot({ path: join(pictures, 'drawing-own-font.png') })
    expect(differentPixels(first, again)).toBe(0)
    expect(differentPixels(first, second)).toBeGreaterThan(100)
    await context.close()
  })
})

function differentPixels(one: Picture, other: Picture): number {
  let different = 0
  for (let y = 0; y < Math.min(one.height, other.height); y++)
    for (let x = 0; x < Math.min(one.width, other.width); x++) {
      const [a, b] = [one.at(x, y), other.at(x, y)]
      if (a.some((value, channel) => Math.abs(value - (b[channel] ?? 0)) > 40)) different++
    }
  return different
}
