import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, createUser, uploadInput } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type OpenedPage, putFile, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
const house = readFileSync(fixture('ifc/fixtures/house.ifc'))
let browser: Browser
let openedPage: OpenedPage
let page: Page
let token = ''

interface ListedFile {
  readonly id: string
  readonly description: string
  readonly status: string
}
const files = () => call<ListedFile[]>(server, '/api/auth/my-urns', {}, token)
const row = (name: string) => page.locator('[role=row][data-file-id]').filter({ hasText: name })
const preview = () => page.getByRole('complementary', { name: 'Preview' })

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  token = await accessToken(server.address, user)
  for (const name of ['house.ifc', 'neighbour.ifc']) await putFile(server, token, name, house)
  openedPage = await open(browser, server, { as: user })
  ;({ page } = openedPage)
  await vi.waitUntil(async () => (await files()).every(({ status }) => status === 'success'), {
    timeout: 60_000,
    interval: 300,
  })
  await page.goto(`${server.address}/home`)
})
afterAll(() => closePages(browser))

describe('file list row', () => {
  it('is renamed with F2, and the open model shows the new name', async () => {
    await row('house.ifc').click()
    await row('house.ifc').press('F2')
    await page.getByRole('textbox', { name: 'Name' }).fill('Villa')
    await page.keyboard.press('Enter')
    await row('Villa.ifc').waitFor()
    await preview().getByRole('heading', { name: 'Villa.ifc' }).waitFor()
    await row('Villa.ifc').dblclick()
    await modelLoaded(page)
    await page.getByText('Villa.ifc', { exact: true }).first().waitFor()
    await page.goBack()
  })

  it('has a context menu that opens it together with the previewed file', async () => {
    await row('Villa.ifc').click()
    await row('neighbour.ifc').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open with Villa.ifc' }).click()
    await modelLoaded(page)
    const models = page.getByRole('complementary', { name: 'Combine models' })
    await models.getByRole('button', { name: 'Hide neighbour.ifc' }).waitFor()
    // The URL contains both: they are restored after a reload.
    await page.reload()
    await modelLoaded(page)
    await models.getByRole('button', { name: 'Hide neighbour.ifc' }).waitFor()
    await page.goto(`${server.address}/home`)
  })
})

describe('selected files', () => {
  it('are downloaded as one ZIP archive', async () => {
    await page.getByLabel('Select Villa.ifc').check()
    await page.getByLabel('Select neighbour.ifc').check()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download ZIP' }).click()
    const bytes = readFileSync(await (await download).path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect(bytes.includes('Villa.ifc')).toBe(true)
    expect(bytes.length).toBeGreaterThan(2 * house.length)
    expect(new URL(page.url()).pathname).toBe('/home')
  })

  it('are compared when there are two', async () => {
    await page.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Compare' }).click()
    const panel = page.getByRole('complementary', { name: 'Compare' })
    const older = panel.getByLabel('Compare with').locator('option:checked')
    await expect.poll(() => older.textContent()).toMatch(/^(Villa|neighbour)\.ifc$/)
    await page.goto(`${server.address}/home`)
  })
})

describe('upload batch', () => {
  it('adds a version to an existing name, and keeps the preview', async () => {
    await row('Villa.ifc').click()
    const changed = Buffer.concat([house, Buffer.from('\n')])
    const others = Array.from({ length: 11 }, (_, at) => ({
      name: `part ${at}.stl`,
      mimeType: '',
      buffer: Buffer.from(`solid part${at}\nendsolid\n`),
    }))
    const batch = [{ name: 'neighbour.ifc', mimeType: '', buffer: changed }, ...others]
    await uploadInput(page).setInputFiles(batch)
    const dialog = page.getByRole('dialog', { name: '1 file already exists' })
    await dialog.getByRole('textbox').fill('Moved')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('12 of 12 files uploaded').waitFor()
    await preview().getByRole('heading', { name: 'Villa.ifc' }).waitFor()
    await page.getByText('13 files', { exact: true }).waitFor()
    const { id = '' } = (await files()).find(({ description }) => description === 'neighbour.ifc') ?? {}
    const { versions } = await call<{ versions: { note: string }[] }>(
      server,
      `/api/auth/my-urns/${id}/versions`,
      {},
      token,
    )
    expect(versions.map(({ note }) => note)).toEqual(['Moved', ''])
  })

  it('offers a link that opens each file', async () => {
    const uploads = page.getByRole('region', { name: 'Uploads' })
    await uploads.getByRole('link', { name: 'Open neighbour.ifc' }).click()
    await page.waitForURL('**/ViewerPage?urn=*')
    await modelLoaded(page)
  })
})

it('file pages report no script errors', () => {
  expect(openedPage.errors).toEqual([])
})
