import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type OpenedPage, putFile, register } from './support/open-page.js'
import { computeDifferenceRatio, type Screenshot, takeScreenshot } from './support/pixels.js'
import { scrollsSideways, settle, listViolations } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'
import { displayVariants, otherLanguages, showAs } from './support/display-variants.js'

/** Folder for screenshots of the comparison in every display mode; none are taken if unset. */
const screenshotFolder = process.env['TEST_PICTURES']
const server = sharedServer()
const user = createUser()
let browser: Browser
let openedPage: OpenedPage
let page: Page
let fileId = ''
let firstUrn = ''

const house = readFileSync(fixture('ifc/fixtures/house.ifc'), 'utf8')

/**
 * Returns the house a week later: the chimney moved and has a different id, the sofa moved, walls have a higher fire
 * resistance.
 */
function rebuilt(): Buffer {
  const edits: readonly (readonly [string, string])[] = [
    ['18HlGKXJyIDvk$Z1QQ2FY7', '28HlGKXJyIDvk$Z1QQ2FY7'],
    ['((7500.,5300.))', '((3500.,5300.))'],
    ['((8100.,5300.))', '((4100.,5300.))'],
    ['((8100.,5900.))', '((4100.,5900.))'],
    ['((7500.,5900.))', '((3500.,5900.))'],
    ['((6700.,3800.,0.))', '((6200.,3800.,0.))'],
    ["'REI 120'", "'REI 180'"],
  ]
  return Buffer.from(
    edits.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`the house has no ${from}`)
      return text.replace(from, to)
    }, house),
  )
}

beforeAll(async () => {
  if (screenshotFolder) mkdirSync(screenshotFolder, { recursive: true })
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  const file = await putFile(server, token, 'house.ifc', Buffer.from(house))
  fileId = file.id
  firstUrn = file.urn
  openedPage = await open(browser, server, { as: user })
  ;({ page } = openedPage)
})
afterAll(async () => {
  await closePages(browser)
})

const panel = (): Locator => page.getByRole('complementary', { name: 'Compare' })
const changes = (): Locator => panel().getByRole('list', { name: 'Changes' }).getByRole('button')

async function untilReady(): Promise<void> {
  const token = await accessToken(server.address, user)
  await expect
    .poll(
      async () => {
        const path = `/api/auth/my-urns/${fileId}/versions`
        const { versions } = await call<{ versions: { status: string }[] }>(server, path, {}, token)
        return versions.map(({ status }) => status)
      },
      { timeout: 60_000, interval: 300 },
    )
    .toEqual(['success', 'success'])
}

describe('file versions', () => {
  it('are listed in the preview, where a new one is uploaded', async () => {
    await page.goto(`${server.address}/home`)
    await page.locator('[data-file-id]').first().click()
    await page.getByText('Version 1', { exact: true }).waitFor()
    await page.getByLabel('Version note (optional)').fill('Chimney moved')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload new version' }).click()
    await (await chooser).setFiles({ name: 'house, second try.ifc', mimeType: 'model/ifc', buffer: rebuilt() })
    await page.getByText('Version 2', { exact: true }).waitFor({ timeout: 30_000 })
    await page.getByText('Chimney moved').waitFor()
    expect(await page.locator('[data-file-id]').count()).toBe(1)
    await untilReady()
  })

  it('are compared two at a time', async () => {
    await page.reload()
    await page.locator('[data-file-id]').first().click()
    const compare = page.getByRole('button', { name: 'Compare', exact: true })
    await page.getByLabel('Compare version 1').check()
    expect(await compare.isDisabled()).toBe(true)
    await page.getByLabel('Compare version 2').check()
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    await saveScreenshots('files')
    await compare.click()
    await modelLoaded(page)
    expect(page.url()).toContain(`compare=${encodeURIComponent(firstUrn)}`)
  })
})

describe('version comparison', () => {
  it('counts and lists the changes', async () => {
    await changes().first().waitFor({ timeout: 30_000 })
    const legend = panel().getByRole('group', { name: 'What is shown' })
    await expect.poll(() => legend.getByRole('button', { name: 'Added' }).innerText()).toMatch(/^1\s/)
    expect(await legend.getByRole('button', { name: 'Removed' }).innerText()).toMatch(/^1\s/)
    const texts = await changes().allInnerTexts()
    expect(texts.some((text) => text.includes('Chimney'))).toBe(true)
    expect(texts.some((text) => text.includes('position'))).toBe(true)
    expect(texts.some((text) => text.includes('properties'))).toBe(true)
  })

  it('colors the model and hides a kind of change', async () => {
    const removed = panel().getByRole('group', { name: 'What is shown' }).getByRole('button', { name: 'Removed' })
    const vermilion = async (): Promise<number> => vermilionPixels(await takeScreenshot(page.locator('canvas').first()))
    await expect.poll(vermilion, { timeout: 30_000 }).toBeGreaterThan(50)
    await removed.click()
    expect(await removed.getAttribute('aria-pressed')).toBe('false')
    await expect.poll(vermilion).toBe(0)
    await removed.click()
    await expect.poll(vermilion).toBeGreaterThan(50)
  })

  it('keeps its colors after Reset View and after its undo', async () => {
    const readCanvas = async (): Promise<Screenshot> => {
      await settle(page)
      return takeScreenshot(page.locator('canvas').first())
    }
    const before = await readCanvas()
    await page.getByRole('button', { name: 'Reset View' }).click()
    expect(computeDifferenceRatio(await readCanvas(), before)).toBeLessThan(0.02)
    const chips = page.getByRole('list', { name: 'Changes to the view' }).getByRole('listitem')
    expect(await chips.allInnerTexts()).toEqual(['Compared with version 1'])
    await page.locator('canvas').first().focus()
    await page.keyboard.press('Control+z')
    expect(computeDifferenceRatio(await readCanvas(), before)).toBeLessThan(0.02)
  })

  it('opens a change and shows the old and the new value', async () => {
    await changes().filter({ hasText: 'properties' }).first().click()
    const inspector = page.getByRole('complementary', { name: 'Properties' })
    await inspector.getByText('Changes since version 1').waitFor()
    await inspector.locator('del', { hasText: 'REI 120' }).waitFor()
    await inspector.locator('ins', { hasText: 'REI 180' }).waitFor()
  })

  it('has no accessibility violations', async () => {
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    await saveScreenshots('viewer')
  })

  it('has a report that can be saved as CSV', async () => {
    const newPage = openedPage.context.waitForEvent('page')
    await panel().getByRole('link', { name: 'Difference report' }).click()
    const report = await newPage
    await report.locator('tbody tr').first().waitFor({ timeout: 30_000 })
    expect(await report.locator('main').innerText()).toContain('house.ifc')
    expect(await report.locator('tbody').innerText()).toMatch(/REI 120\s+REI 180/)
    await settle(report)
    expect(await listViolations(report)).toEqual([])
    expect(await scrollsSideways(report)).toBe(false)
    const saving = report.waitForEvent('download')
    await report.getByRole('button', { name: 'Download CSV' }).click()
    const csv = readFileSync(await (await saving).path(), 'utf8')
    expect(csv).toMatch(/^\uFEFFChange,ID,Name,Class,Property,Before,After\r\n/)
    expect(csv).toContain('REI 120,REI 180\r\n')
    await saveScreenshots('report', report)
    await report.close()
  })

  it('ends on request and is removed from the URL', async () => {
    await panel().getByRole('button', { name: 'Exit comparison' }).click()
    await expect.poll(() => changes().count()).toBe(0)
    expect(page.url()).not.toContain('compare=')
  })

  it('causes no script error', () => {
    expect(openedPage.errors).toEqual([])
  })
})

/** Takes screenshots in both themes and two sizes, and in the other languages. */
async function saveScreenshots(name: string, of: Page = page): Promise<void> {
  if (!screenshotFolder) return
  const secondTab = await openedPage.context.newPage()
  await secondTab.goto(`${server.address}/mark.svg`)
  for (const variant of [...displayVariants, ...otherLanguages]) {
    await showAs({ page: of, secondTab }, variant)
    await settle(of)
    await of.screenshot({ path: join(screenshotFolder, `${name}-${Object.values(variant).join('-')}.png`) })
  }
  await showAs({ page: of, secondTab }, { window: 'desktop', theme: 'light', language: 'en' })
  await secondTab.close()
}

/** Counts pixels of removed elements, beside the panel: redder than amber, over any background. */
function vermilionPixels(screenshot: Screenshot): number {
  let count = 0
  for (let y = Math.round(screenshot.height * 0.08); y < screenshot.height * 0.9; y += 1) {
    for (let x = Math.round(screenshot.width * 0.27); x < screenshot.width * 0.88; x += 1) {
      const [r, g, b] = screenshot.at(x, y)
      if (r > 110 && g > r * 0.35 && g < r * 0.66 && b < r * 0.5) count += 1
    }
  }
  return count
}
