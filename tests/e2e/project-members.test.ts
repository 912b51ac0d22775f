import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { administrator } from './support/administrator.js'
import { closePages, openBrowser } from './support/browser.js'
import { call, open, type OpenedPage, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'

const server = sharedServer()
const [owner, colleague, engineer] = [createUser(), createUser(), createUser()]
const groupName = `Engineers ${process.pid}`
let browser: Browser
let openedPage: OpenedPage
let page: Page
let membersPath: string

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })

beforeAll(async () => {
  browser = await openBrowser()
  for (const user of [owner, colleague, engineer]) await register(server, user)
  const token = await accessToken(server.address, owner)
  const { id } = await call<{ id: string }>(
    server,
    '/api/projects',
    { method: 'POST', body: JSON.stringify({ name: 'Tower' }) },
    token,
  )
  const url = `/api/projects/${id}/folders`
  const folder = await call<{ id: string }>(
    server,
    url,
    { method: 'POST', body: JSON.stringify({ name: 'Tender' }) },
    token,
  )
  const rules = { method: 'PUT', body: JSON.stringify({ revision: 1, rules: [] }) }
  await call(server, `/api/folders/${folder.id}/permissions`, rules, token)
  membersPath = `/projects/${id}/members`
  openedPage = await open(browser, server, { as: owner })
  ;({ page } = openedPage)
})
afterAll(() => closePages(browser))

it('administrator creates a group and adds a member on the tab of groups', async () => {
  const { errors, page: tab } = await open(browser, server, { as: administrator })
  await tab.goto(`${server.address}/AdminPage?tab=groups`)
  await tab.getByRole('button', { name: 'New group' }).click()
  await tab.getByLabel('Name', { exact: true }).fill(groupName)
  await tab.getByRole('button', { name: 'Create' }).click()
  const dialog = tab.getByRole('dialog', { name: groupName })
  await dialog.getByRole('searchbox').fill(engineer.email)
  await dialog.getByRole('button', { name: `Add ${engineer.name}` }).click()
  await dialog.getByRole('button', { name: `Remove ${engineer.name}` }).waitFor()
  expect(errors).toEqual([])
})

it('P27 members page invites an address to a folder, which is all that it sees', async () => {
  await page.goto(server.address + membersPath)
  await page.getByLabel('Email addresses').fill(colleague.email)
  await page.getByLabel('Access to').selectOption('Tender')
  await page.getByRole('button', { name: 'Invite' }).click()
  const address = await page.getByLabel('Link address').inputValue()
  const { page: other } = await open(browser, server, { as: colleague })
  await other.goto(address)
  await other.getByText('Tender: Commenter').waitFor()
  await other.getByRole('main').getByRole('button').first().click()
  await other.waitForURL(/home|projects/)
  // The page of the owner learns of the new member by itself.
  await page.getByRole('button', { name: `What can ${colleague.name} see?` }).click()
  await page.getByRole('treeitem', { name: 'Tower, name only' }).waitFor()
  await page.getByRole('treeitem', { name: 'Tender, Commenter · 0 files' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
})

it('P29 members page names who loses access before a group is removed', async () => {
  const choice = page.getByLabel('Add group or organisation')
  const label = await choice.locator('option').filter({ hasText: groupName }).textContent()
  await choice.selectOption({ label: label ?? '' })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const { page: other } = await open(browser, server, { as: engineer })
  await other.goto(`${server.address}/projects`)
  await other.getByRole('link', { name: /^Tower/ }).waitFor()
  await row(groupName)
    .getByRole('button', { name: `Remove ${groupName}` })
    .click()
  await page.getByText(`Loses access: ${engineer.name}`).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await other.getByRole('link', { name: /^Tower/ }).waitFor({ state: 'detached' })
  expect(openedPage.errors).toEqual([])
})
