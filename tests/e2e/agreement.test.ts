import { readFileSync } from 'node:fs'
import { type FileRecord, limits, type StorageUse } from '@kamar/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, putFile, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
let browser: Browser
let page: Page
let token = ''
let house: FileRecord

const get = <Result>(path: string) => call<Result>(server, path, {}, token)
const preview = () => page.getByRole('complementary', { name: 'Preview' })
/** Returns the value of a field in the preview. */
const readFact = (name: string) => preview().locator(`dt:text-is("${name}") + dd`).textContent()
const goTo = (path: string) => page.goto(server.address + path)

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  token = await accessToken(server.address, user)
  const { id } = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  await putFile(server, token, 'arch.stl', readFileSync(fixture('stl/fixtures/arch.stl')))
  const files = () => get<FileRecord[]>('/api/auth/my-urns')
  await vi.waitUntil(async () => (await files()).every(({ status }) => status === 'success'), {
    timeout: 60_000,
    interval: 300,
  })
  house = await get<FileRecord>(`/api/auth/my-urns/${id}`)
  for (const title of ['A crack', 'A leak']) {
    const init = { method: 'POST', body: JSON.stringify({ title }) }
    await call(server, `/api/auth/my-urns/${house.id}/topics`, init, token)
  }
  ;({ page } = await open(browser, server, { as: user }))
  await goTo('/home')
  await page.locator('[role=row][data-file-id]').filter({ hasText: 'house.ifc' }).click()
  await preview().getByRole('heading', { name: 'house.ifc' }).waitFor()
})
afterAll(() => closePages(browser))

/** Each row: the value displayed, where it is displayed, and the server's value. */
const pairs: readonly (readonly [what: string, said: () => Promise<string | null>, held: () => Promise<string>])[] = [
  [
    'the number of files',
    () =>
      page
        .getByText(/^\d+ files?$/)
        .first()
        .textContent(),
    async () => `${(await get<FileRecord[]>('/api/auth/my-urns')).length} files`,
  ],
  ['the size of a file', () => readFact('Size'), () => Promise.resolve(sizeText(house.size))],
  [
    'the number of storeys of a model',
    () => readFact('Storeys'),
    async () => String((await get<{ storeys: number }>(summaryPath())).storeys),
  ],
  [
    'the program that wrote a file',
    () => readFact('Written by'),
    async () => {
      const { authoringTool } = await get<{ authoringTool: { name: string; release: string } }>(summaryPath())
      return `${authoringTool.name} ${authoringTool.release}`.trim()
    },
  ],
  [
    'the number of open issues',
    () => readFact('Open issues'),
    async () => String((await get<{ topics: unknown[] }>(`/api/auth/my-urns/${house.id}/topics`)).topics.length),
  ],
  ['the members of a shared file', () => readFact('Shared with'), () => Promise.resolve(sharingText())],
  [
    'the current version number',
    () => preview().locator('li', { hasText: 'Current' }).locator('p span').first().textContent(),
    async () => {
      const { versions } = await get<{ versions: { number: number; isCurrent: boolean }[] }>(
        `/api/auth/my-urns/${house.id}/versions`,
      )
      return `Version ${versions.find(({ isCurrent }) => isCurrent)?.number}`
    },
  ],
]

const summaryPath = (): string => `/api/derivatives/${encodeURIComponent(house.urn)}/summary.json`
const sharingText = (): string => (house.sharing?.people === 0 ? 'Only you' : `${house.sharing?.people} people`)
const sizeText = (bytes: number): string => (bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${bytes}`)

describe('file manager', () => {
  it.each(pairs)('matches the server on %s', async (_, readScreen, readServer) => {
    await expect.poll(async () => (await readScreen())?.trim()).toBe(await readServer())
  })
})

describe('web interface', () => {
  it('shows the same report level in the list and in the preview', async () => {
    const row = page.locator('[role=row][data-file-id]').filter({ hasText: 'house.ifc' })
    const listed = await row.locator('[role=gridcell] > span[title]').first().getAttribute('title')
    await preview().locator(`span[title="${listed}"]`).first().waitFor()
  })

  it('states the same retention of deleted files in the dialog and in the bin', async () => {
    await preview().getByRole('button', { name: 'Delete', exact: true }).click()
    const days = `${limits.binRetentionDays} days`
    await page.getByRole('alertdialog').getByText(days).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await goTo('/bin')
    await page.getByText(days).first().waitFor()
  })

  it('shows the used storage that the API states', async () => {
    const { usedBytes } = await get<StorageUse>('/api/auth/storage')
    const sum = (await get<FileRecord[]>('/api/auth/my-urns')).reduce((bytes, { size }) => bytes + size, 0)
    expect(usedBytes).toBe(sum)
    await goTo('/storage')
    await page.getByText(sizeText(usedBytes)).first().waitFor()
  })

  it('shows the same file name in the viewer and in the title of its tab', async () => {
    await goTo(`/ViewerPage?urn=${encodeURIComponent(house.urn)}`)
    await modelLoaded(page)
    await page.getByText(house.description, { exact: true }).first().waitFor()
    expect(await page.title()).toContain(house.description)
  })

  it('shows the version number of the open file in the viewer', async () => {
    await goTo(`/ViewerPage?urn=${encodeURIComponent(house.urn)}`)
    await modelLoaded(page)
    const path = `/api/auth/my-urns/${house.id}/versions`
    const { versions } = await get<{ versions: { number: number; urn: string }[] }>(path)
    const number = versions.find(({ urn }) => urn === house.urn)?.number
    await page.getByText(`Version ${number}`, { exact: true }).waitFor()
  })

  it('shows the same element count in the viewer’s tree and in its report', async () => {
    await goTo(`/ViewerPage?urn=${encodeURIComponent(house.urn)}`)
    await modelLoaded(page)
    const counted = await page
      .getByText(/\d+ in the tree/)
      .first()
      .innerText()
    const [inTree] = /\d+ in the tree/.exec(counted) ?? []
    await page.getByRole('button', { name: 'Translation report' }).click()
    await page.getByText(`elements with geometry, ${inTree}`).waitFor()
  })

  it('states the same project, role and address of an invitation in the sharing dialog and on the invitation page', async () => {
    await goTo('/home')
    const row = page.locator('[role=row][data-file-id]').filter({ hasText: 'arch.stl' })
    await row.getByRole('button', { name: 'Share arch.stl' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('guest@kamar.test')
    const role = await dialog.getByRole('combobox', { name: 'Role' }).locator('option:checked').textContent()
    const rights = await dialog.getByText(/^Can /).textContent()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('They can open everything in the project “arch”.').waitFor()
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    const guest = await browser.newContext()
    const visit = await guest.newPage()
    await visit.goto(link)
    await visit.getByText(/invited you to “arch”/).waitFor()
    await visit.getByText(`${role} · ${rights}`, { exact: true }).waitFor()
    await visit.getByText(/guest@kamar\.test/).waitFor()
    await guest.close()
  })
})
