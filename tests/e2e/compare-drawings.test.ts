import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, somebody } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { call, open, type OpenedPage, putFile, type PutFile, register } from './support/people.js'
import { type Picture, pictureOf } from './support/pixels.js'
import { planDxf } from './support/plan-dxf.js'
import { scrollsSideways, settle, violationsOf } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { everySight, otherLanguages, showAs } from './support/sights.js'

/** A folder for pictures of the comparison in every way it is looked at; none are made without one. */
const pictures = process.env['TEST_PICTURES']
const server = sharedServer()
const person = somebody()
let browser: Browser
let opened: OpenedPage
let page: Page

const before = { oldWall: true, newWall: false, columnX: 1500, room: 'KITCHEN', revision: 'A' }
const after = { oldWall: false, newWall: true, columnX: 4500, room: 'STUDIO', revision: 'B' }

beforeAll(async () => {
  if (pictures) mkdirSync(pictures, { recursive: true })
  browser = await openBrowser()
  await register(server, person)
  const token = await accessToken(server.address, person)
  const first = await putFile(server, token, 'plan.dwg', planDxf(before))
  const body = new FormData()
  body.append('fileId', first.id)
  body.append('file', new Blob([new Uint8Array(planDxf(after))]), 'plan.dwg')
  const { file } = await call<{ file: PutFile }>(server, '/api/auth/upload', { method: 'POST', body }, token)
  await untilReady(token, first.id)
  opened = await open(browser, server, { as: person })
  ;({ page } = opened)
  const query = new URLSearchParams({ urn: file.urn, compare: first.urn })
  await page.goto(`${server.address}/ViewerPage?${query.toString()}`)
})
afterAll(async () => {
  await closePages(browser)
})

async function untilReady(token: string, id: string): Promise<void> {
  const path = `/api/auth/my-urns/${id}/versions`
  await vi.waitUntil(
    async () => {
      const { versions } = await call<{ versions: { status: string }[] }>(server, path, {}, token)
      return versions.length === 2 && versions.every(({ status }) => status === 'success')
    },
    { timeout: 60_000, interval: 300 },
  )
}

const panel = (): Locator => page.getByRole('complementary', { name: 'Compare' })
const canvas = (): Locator => page.getByRole('img', { name: /^Comparison of two drawings/ })
const changes = (): Locator => panel().getByRole('list', { name: 'Changes' }).getByRole('button')
const counts = async (): Promise<string[]> =>
  panel().getByRole('group', { name: 'What is shown' }).getByRole('button').allInnerTexts()
const moment = (name: string): Locator =>
  panel().getByRole('group', { name: 'Version shown' }).getByRole('button', { name })

/** Pixels of each colour of the legend in a picture. */
function tinted(picture: Picture, [from, to] = [0, 1]): { added: number; removed: number; changed: number } {
  const found = { added: 0, removed: 0, changed: 0 }
  for (let y = 0; y < picture.height; y += 1)
    for (let x = Math.round(picture.width * from); x < picture.width * to; x += 1) {
      const [r, g, b] = picture.at(x, y)
      if (g > 120 && r < 60 && b < 150) found.added += 1
      if (r > 190 && g > 70 && g < 120 && b < 40) found.removed += 1
      if (r > 210 && g > 145 && g < 175 && b < 40) found.changed += 1
    }
  return found
}
const seen = async (share?: [number, number]): Promise<ReturnType<typeof tinted>> =>
  tinted(await pictureOf(canvas()), share)

describe('two versions of a drawing', () => {
  it('are compared entity by entity, counted and listed', async () => {
    await changes().first().waitFor({ timeout: 60_000 })
    expect((await counts()).map((text) => Number.parseInt(text, 10))).toEqual([1, 1, 3, 4])
    const texts = await changes().allInnerTexts()
    expect(texts.some((text) => /KITCHEN → STUDIO/.test(text))).toBe(true)
    expect(texts.some((text) => /CIRCLE · Columns · position/.test(text))).toBe(true)
  })

  it('lie over each other in the colours of the legend, which are switched', async () => {
    await expect.poll(async () => (await seen()).added, { timeout: 30_000 }).toBeGreaterThan(200)
    const { removed, changed } = await seen()
    expect(removed).toBeGreaterThan(200)
    expect(changed).toBeGreaterThan(100)
    const legend = panel().getByRole('group', { name: 'What is shown' }).getByRole('button', { name: 'Removed' })
    await legend.click()
    await expect.poll(async () => (await seen()).removed).toBeLessThan(20)
    await legend.click()
    await expect.poll(async () => (await seen()).removed).toBeGreaterThan(200)
  })

  it('are shown alone and side by side, each with its own changes', async () => {
    await moment('Before').click()
    await expect.poll(async () => (await seen()).added).toBe(0)
    await moment('Side by side').click()
    await expect.poll(async () => (await seen([0, 0.5])).removed).toBeGreaterThan(100)
    expect((await seen([0, 0.5])).added).toBe(0)
    expect((await seen([0.5, 1])).removed).toBe(0)
    expect((await seen([0.5, 1])).added).toBeGreaterThan(100)
    await page.getByText('Version 2', { exact: true }).first().waitFor()
    await keepPictures('beside')
    await moment('Both').click()
  })

  it('lead from change to change, in the list and by key, and say what was and is', async () => {
    await changes().filter({ hasText: 'STUDIO' }).click()
    const facts = page.getByRole('complementary', { name: 'Object' })
    await facts.locator('del', { hasText: 'KITCHEN' }).first().waitFor()
    await facts.locator('ins', { hasText: 'STUDIO' }).first().waitFor()
    await settle(page)
    expect(await violationsOf(page)).toEqual([])
    await keepPictures('chosen')
    await canvas().focus()
    await page.keyboard.press('.')
    await expect.poll(() => facts.locator('ins', { hasText: 'STUDIO' }).count()).toBe(0)
    await page.keyboard.press(',')
    await facts.locator('ins', { hasText: 'STUDIO' }).first().waitFor()
  })

  it('choose in the list what is pressed in the picture', async () => {
    await page.getByRole('button', { name: 'Fit sheet' }).click()
    await settle(page)
    const picture = await pictureOf(canvas())
    const place = firstOf(picture, ([r, g, b]) => g > 120 && r < 60 && b < 150)
    await canvas().click({ position: place })
    await panel().locator('button[aria-current=true]', { hasText: 'LINE' }).waitFor()
    await page.getByRole('complementary', { name: 'Object' }).getByText('108', { exact: true }).waitFor()
  })

  it('tell another text of the title block', async () => {
    await changes().filter({ hasText: 'Revision A → Revision B' }).click()
    await page
      .getByRole('complementary', { name: 'Object' })
      .locator('ins', { hasText: 'Revision B' })
      .first()
      .waitFor()
  })

  it('fit a phone, have clouds and a dark paper', async () => {
    await page.getByRole('button', { name: 'Revision clouds' }).click()
    await keepPictures('overlay')
    await page.setViewportSize({ width: 390, height: 844 })
    await settle(page)
    expect(await scrollsSideways(page)).toBe(false)
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('end where they began: the drawing as it is', async () => {
    await page.getByRole('button', { name: 'Exit comparison' }).first().click()
    await page.getByRole('img', { name: /^Drawing/ }).waitFor()
    expect(page.url()).not.toContain('compare=')
    expect(opened.errors).toEqual([])
  })
})

function firstOf(
  picture: Picture,
  isMeant: (color: readonly [number, number, number]) => boolean,
): { readonly x: number; readonly y: number } {
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1) if (isMeant(picture.at(x, y))) return { x: x + 20, y }
  throw new Error('nothing of that colour in the picture')
}

/** Pictures in both themes and two sizes, and in the other languages. */
async function keepPictures(name: string): Promise<void> {
  if (!pictures) return
  const otherTab = await opened.context.newPage()
  await otherTab.goto(`${server.address}/mark.svg`)
  for (const sight of [...everySight, ...otherLanguages]) {
    await showAs({ page, otherTab }, sight)
    await settle(page)
    await page.screenshot({ path: join(pictures, `${name}-${Object.values(sight).join('-')}.png`) })
  }
  await showAs({ page, otherTab }, { window: 'desktop', theme: 'light', language: 'en' })
  await otherTab.close()
}
