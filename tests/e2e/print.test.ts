import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type OpenedPage, putFile, type PutFile, register } from './support/open-page.js'
import { listViolations, settle } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

/** Outer length of the house in `ifc/fixtures/house.ifc`, metres. */
const houseLength = 10
const pointsPerMillimetre = 72 / 25.4

const server = sharedServer()
const user = createUser()
let browser: Browser
let openedPage: OpenedPage
let page: Page
let token: string

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  token = await accessToken(server.address, user)
  const file = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  await untilReady(file)
  openedPage = await open(browser, server, { as: user })
  ;({ page } = openedPage)
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(file.urn)}`)
  await modelLoaded(page)
})
afterAll(async () => {
  await closePages(browser)
})

async function untilReady({ urn }: PutFile): Promise<void> {
  await vi.waitUntil(
    async () => {
      const files = await call<{ urn: string; status: string }[]>(server, '/api/auth/my-urns', {}, token)
      return files.some((file) => file.urn === urn && file.status === 'success')
    },
    { timeout: 120_000, interval: 300 },
  )
}

const dialog = (): Locator => page.getByRole('dialog', { name: 'Print and export' })

async function openDialog(): Promise<void> {
  await page.getByRole('button', { name: 'Print and export…' }).click()
  await dialog()
    .getByRole('button', { name: /^Preview of / })
    .waitFor()
}

/** Saves in a format; returns the bytes and the name of the file. */
async function save(format: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  await dialog().getByRole('radio', { name: format }).check({ force: true })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog()
      .getByRole('button', { name: `Save ${format}` })
      .click(),
  ])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** Returns the lengths of all straight lines in the streams of a PDF, millimetres. */
function listLengths(pdf: Buffer): number[] {
  const out: number[] = []
  for (const match of pdf.toString('latin1').matchAll(/\/FlateDecode \/Length (\d+) >>\nstream\n/g)) {
    const from = match.index + match[0].length
    const content = inflateSync(pdf.subarray(from, from + Number(match[1]))).toString('latin1')
    let before: readonly [number, number] | null = null
    for (const [, x, y, operator] of content.matchAll(/(-?[\d.]+) (-?[\d.]+) ([ml])\b/g)) {
      const point = [Number(x), Number(y)] as const
      if (operator === 'l' && before)
        out.push(Math.hypot(point[0] - before[0], point[1] - before[1]) / pointsPerMillimetre)
      before = point
    }
  }
  return out
}

describe('print dialog', () => {
  it('saves a storey plan at 1:100 as a PDF on which walls measure true', async () => {
    await openDialog()
    await dialog().getByLabel('Scale').selectOption({ label: '1:100' })
    await expect.poll(() => dialog().getByText('1:100 · 297 × 420 mm').count()).toBe(1)
    const { name, bytes } = await save('PDF')
    expect(name).toBe('house - Առաջին հարկ.pdf')
    expect(bytes.toString('latin1')).toContain('/MediaBox [0 0 841.89 1190.551]')
    const expected = houseLength * 10
    expect(Math.min(...listLengths(bytes).map((length) => Math.abs(length - expected)))).toBeLessThan(0.2)
  })

  it('saves all storeys as pages of one PDF', async () => {
    await dialog().getByRole('checkbox', { name: 'All pages' }).check({ force: true })
    const { name, bytes } = await save('PDF')
    expect(name).toBe('house.pdf')
    expect(bytes.toString('latin1').match(/\/Type \/Page /g)).toHaveLength(2)
    await dialog().getByRole('checkbox', { name: 'All pages' }).uncheck({ force: true })
  })

  it('saves a DXF that opens with the real size of the house', async () => {
    const { bytes } = await save('DXF')
    const file = await putFile(server, token, 'plan.dwg', bytes)
    await untilReady(file)
    const read = <Result>(path: string) =>
      call<Result>(server, `/api/derivatives/${encodeURIComponent(file.urn)}/${path}`, {}, token)
    const { sheets } = await read<{ sheets: { path: string }[] }>('manifest.json')
    const info = await read<{ millimetresPerUnit: number; core: { min: number[]; max: number[] } }>(
      sheets[0]?.path ?? '',
    )
    expect(info.millimetresPerUnit).toBe(1000)
    const [width] = [0].map((axis) => (info.core.max[axis] ?? 0) - (info.core.min[axis] ?? 0))
    expect(width).toBeGreaterThanOrEqual(houseLength - 0.001)
  })

  it('follows the accessibility rules and leaves no errors', async () => {
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    expect(openedPage.errors).toEqual([])
  })
})
