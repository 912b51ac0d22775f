import { readFileSync } from 'node:fs'
import type { InvitationResult, NewShareLink } from '@kamar/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { administrator } from './support/administrator.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, putFile, type PutFile, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'
import { settle, listViolations } from './support/rules.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const anna = createUser()
const boris = createUser()
const name = `house ${process.pid}.ifc`
let browser: Browser
let file: PutFile

beforeAll(async () => {
  browser = await openBrowser()
  for (const user of [anna, boris]) await register(server, user)
  const token = await accessToken(server.address, anna)
  file = await putFile(server, token, name, readFileSync(fixture('ifc/fixtures/house.ifc')))
  await vi.waitFor(
    async () => {
      const [ready] = await call<{ status: string }[]>(server, '/api/auth/my-urns', {}, token)
      if (ready?.status !== 'success') throw new Error(`the house is ${ready?.status ?? 'not there'}`)
    },
    { timeout: 120_000, interval: 300 },
  )
  await openAsMember(token)
  await openAsGuest(token)
})
afterAll(async () => {
  await closePages(browser)
})

const post = <Result>(path: string, body: object, token: string) =>
  call<Result>(server, path, { method: 'POST', body: JSON.stringify(body) }, token)

/** Grants Boris access and opens the model in the viewer. */
async function openAsMember(token: string): Promise<void> {
  const form = { email: boris.email, role: 'viewer' }
  const { invitationCode } = await post<InvitationResult>(`/api/auth/my-urns/${file.id}/people`, form, token)
  await post('/api/invitations/accept', { code: invitationCode }, await accessToken(server.address, boris))
  const { context, page } = await open(browser, server, { as: boris })
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(file.urn)}`)
  await modelLoaded(page)
  await context.close()
}

/** Opens a secret link as its recipient. */
async function openAsGuest(token: string): Promise<void> {
  const form = { name: 'Town hall', mayDownload: false, expiresAt: null }
  const { secret } = await post<NewShareLink>(`/api/auth/my-urns/${file.id}/links`, form, token)
  const { context, page } = await open(browser, server)
  const manifest = page.waitForResponse(/\/manifest\.json$/)
  await page.goto(`${server.address}/share#${secret}`)
  await manifest
  await context.close()
}

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' })
const openers = (page: Page) => activity(page).getByRole('list').first().getByRole('listitem')

describe('file access audit', () => {
  it('shows the owner of a file in two clicks who opened it this week', async () => {
    const { context, errors, page } = await open(browser, server, { as: anna })
    await page.goto(`${server.address}/home`)
    await page.locator('[data-file-id]').first().click()
    await activity(page).getByRole('button', { name: 'Activity' }).click()
    await activity(page).getByText('Opened in the last 7 days by').waitFor()
    // Viewing the preview and its report does not count as opening the model: Anna is not among them.
    await expect
      .poll(() => openers(page).allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Town hall \(guest by link\)/) as unknown,
        expect.stringMatching(new RegExp(`^${boris.name}`)) as unknown,
      ])
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })

  it('finds accesses for an administrator by filters that stay in the URL', async () => {
    const { context, errors, page } = await open(browser, server, { as: administrator })
    await page.goto(`${server.address}/AdminPage?tab=audit`)
    await page.getByRole('searchbox', { name: 'File', exact: true }).fill(name)
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Opened')
    await page.getByRole('combobox', { name: 'Time range' }).selectOption('Last 7 days')
    const listEntries = () => page.getByRole('row').getByRole('cell').filter({ hasText: name }).allInnerTexts()
    const expected = [
      `Town hall (guest by link) opened the link to ${name}, version 1`,
      `${boris.name} opened ${name}, version 1`,
    ]
    await expect.poll(listEntries).toEqual(expected)
    await page.goto(page.url())
    await expect.poll(listEntries).toEqual(expected)
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })

  it('exports accesses as CSV for an administrator', async () => {
    const { context, page } = await open(browser, server, { as: administrator })
    await page.goto(`${server.address}/AdminPage?tab=audit&kind=opened&file=${encodeURIComponent(name)}`)
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toBe('Audit trail.csv')
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
    expect(lines.slice(1, -1).map((line) => line.split(',')[4])).toEqual(['link.open', 'file.open'])
    await context.close()
  })
})
