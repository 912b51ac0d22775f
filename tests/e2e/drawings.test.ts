import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shxFile } from '@kamar/test-kit'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { findFile, open, putFile, register } from './support/open-page.js'
import { countColors, type Screenshot, takeScreenshot } from './support/pixels.js'
import { settle, listViolations } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
let browser: Browser
let page: Page
const user = createUser()
/** Folder for screenshots; none are taken if unset. */
const screenshotFolder = process.env['TEST_PICTURES']

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  const bytes = readFileSync(fixture('dwg/fixtures/pavilion-2004.dwg'))
  const { urn } = await putFile(server, token, 'pavilion.dwg', bytes)
  ;({ page } = await open(browser, server, { as: user }))
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
  await page.getByRole('list', { name: 'Sheets' }).waitFor({ timeout: 60_000 })
})
afterAll(async () => {
  await closePages(browser)
})

const drawing = (): Locator => page.getByRole('img', { name: /^Drawing/ })
const saveScreenshot = async (name: string): Promise<void> => {
  if (screenshotFolder !== undefined) await page.screenshot({ path: join(screenshotFolder, `drawing-${name}.png`) })
}

describe('drawing page', () => {
  it('opens a sheet with list, layers and tools, without accessibility violations', async () => {
    await drawing().waitFor()
    await expect.poll(async () => countColors(await takeScreenshot(drawing()))).toBeGreaterThan(3)
    await settle(page)
    await saveScreenshot('light')
    expect(await listViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Layers' }).click()
    expect(await page.getByRole('checkbox', { name: 'Walls' }).isChecked()).toBe(true)
    expect(await listViolations(page)).toEqual([])
  })

  it('finds texts and shows their entity type', async () => {
    await page.getByRole('button', { name: 'Find text' }).click()
    await page.getByRole('searchbox', { name: 'Find text' }).fill('pavilion')
    await page.getByRole('list', { name: 'Find text' }).getByRole('button').first().click()
    await page.getByRole('complementary', { name: 'Object' }).getByText('TEXT', { exact: true }).waitFor()
    await saveScreenshot('found')
  })

  it('downloads the sheet as SVG with texts, and as PDF', async () => {
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
    await saveScreenshot('download')
    await page.keyboard.press('Escape')
  })

  it('supports a dark background, and fits a phone', async () => {
    await page.getByRole('button', { name: 'Dark background' }).click()
    await page.getByRole('button', { name: 'Fit sheet' }).click()
    await saveScreenshot('dark')
    await page.setViewportSize({ width: 390, height: 844 })
    await settle(page)
    await saveScreenshot('phone')
    await page.getByRole('button', { name: 'Sheets' }).click()
    await page.getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('menuitem', { name: 'Fit sheet' }).click()
    await settle(page)
    await saveScreenshot('phone-list')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

declare global {
  interface Window {
    contextSurfaces: string[]
  }
}

/** Records for each WebGL context of the page whether its canvas is that of models or of drawings. */
function recordContexts(): void {
  window.contextSurfaces = []
  const { getContext } = HTMLCanvasElement.prototype
  const prototype = HTMLCanvasElement.prototype as { getContext: (kind: string, ...more: unknown[]) => unknown }
  prototype.getContext = function (this: HTMLCanvasElement, kind, ...more) {
    if (kind.startsWith('webgl')) window.contextSurfaces.push(this.closest('.model-stage') ? 'model' : 'drawing')
    return Reflect.apply(getContext, this, [kind, ...more])
  }
}

describe('page of a file without a model', () => {
  it('creates no WebGL context for models', async () => {
    const { page: own, context } = await open(browser, server, { as: user })
    await context.addInitScript(recordContexts)
    await own.goto(page.url())
    const sheet = own.getByRole('img', { name: /^Drawing/ })
    await sheet.waitFor()
    await expect.poll(async () => countColors(await takeScreenshot(sheet))).toBeGreaterThan(3)
    await settle(own)
    expect(await own.getByRole('button', { name: '2D: drawing' }).count()).toBe(0)
    expect(await own.evaluate(() => [...new Set(window.contextSurfaces)])).toEqual(['drawing'])
    await own.goto(`${server.address}/ViewerPage`)
    await own.getByText('Ready to Load 3D Models').waitFor()
    await expect.poll(() => own.evaluate(() => window.contextSurfaces)).toEqual(['model'])
    await context.close()
  })
})

/** Font whose glyphs are all the same flag on a pole. */
const flags = shxFile({
  kind: 'unifont',
  above: 8,
  below: 2,
  shapes: Array.from({ length: 95 }, (_, at) => ({ code: 32 + at, steps: [0x84, 0x40, 0x4c, 0x48, 2, 0x4c, 0x60] })),
})

describe('drawing with a missing font', () => {
  it('is drawn with the font after its upload and a new translation', async () => {
    const { page: own, context } = await open(browser, server, { as: user })
    const token = await accessToken(server.address, user)
    const before = await findFile(server, token, 'pavilion.dwg')
    const address = `${server.address}/ViewerPage?urn=${encodeURIComponent(before.urn)}`
    const takeSheetScreenshot = async (): Promise<Screenshot> => {
      await own.goto(address)
      const sheet = own.getByRole('img', { name: /^Drawing/ })
      await sheet.waitFor()
      await expect.poll(async () => countColors(await takeScreenshot(sheet))).toBeGreaterThan(3)
      await settle(own)
      return takeScreenshot(sheet)
    }
    const first = await takeSheetScreenshot()
    const again = await takeSheetScreenshot()
    await own.goto(`${server.address}/drawing-fonts`)
    await own.getByLabel('Choose font files').setInputFiles({ name: 'TXT.SHX', mimeType: '', buffer: flags })
    await own.getByText('Stroke font · 95 glyphs').waitFor()
    if (screenshotFolder !== undefined) await own.screenshot({ path: join(screenshotFolder, 'fonts.png') })
    expect(await listViolations(own)).toEqual([])
    await own.getByRole('button', { name: 'Translate again' }).click()
    // Until the new translation is requested, the file counts as ready from the previous one.
    const translatedAgain = async (): Promise<boolean> => {
      const { jobId, status } = await findFile(server, token, 'pavilion.dwg')
      return jobId !== before.jobId && status === 'success'
    }
    await expect.poll(translatedAgain, { timeout: 60_000 }).toBe(true)
    const second = await takeSheetScreenshot()
    if (screenshotFolder !== undefined) await own.screenshot({ path: join(screenshotFolder, 'drawing-own-font.png') })
    expect(differentPixels(first, again)).toBe(0)
    expect(differentPixels(first, second)).toBeGreaterThan(100)
    await context.close()
  })
})

function differentPixels(one: Screenshot, other: Screenshot): number {
  let different = 0
  for (let y = 0; y < Math.min(one.height, other.height); y++)
    for (let x = 0; x < Math.min(one.width, other.width); x++) {
      const [a, b] = [one.at(x, y), other.at(x, y)]
      if (a.some((value, channel) => Math.abs(value - (b[channel] ?? 0)) > 40)) different++
    }
  return different
}
