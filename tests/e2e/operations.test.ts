import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { open, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
const house = readFileSync(fixture('ifc/fixtures/house.ifc'))
let browser: Browser
let page: Page

const rows = () => page.locator('[role=row][data-file-id]')
const rail = () => page.getByRole('navigation', { name: 'Projects and folders' })
const result = () => page.getByRole('region', { name: 'Bulk actions' })

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  ;({ page } = await open(browser, server, { as: user }))
  await page.goto(`${server.address}/projects`)
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByLabel('Project name').fill('Bridge')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Bridge' }).waitFor()
  for (const name of ['Plans', 'Archive']) {
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create' }).click()
    await rail().getByRole('link', { name }).waitFor()
  }
  await rail().getByRole('link', { name: 'Plans' }).click()
  await page.getByText('This folder is empty').waitFor()
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer()
    for (const name of ['a.ifc', 'b.ifc', 'c.ifc', 'd.ifc'])
      dataTransfer.items.add(new File([`${content}\n/* ${name} */`], name))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, house.toString('latin1'))
  for (const name of ['a.ifc', 'b.ifc', 'c.ifc', 'd.ifc']) await rows().filter({ hasText: name }).waitFor()
})
afterAll(() => closePages(browser))

it('P20 selection bar moves all files but one, and Undo moves them back', async () => {
  await page.getByLabel('Select all files').click()
  await page.getByLabel('Select b.ifc').click()
  await page.getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('treeitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await result().getByText('3 files moved.').waitFor()
  await expect.poll(() => rows().count()).toBe(1)
  await result().getByRole('button', { name: 'Undo' }).click()
  await result().getByText('3 files changed back.').waitFor()
  await expect.poll(() => rows().count()).toBe(4)
})

it('selection bar copies files beside themselves', async () => {
  await page.getByLabel('Select a.ifc').click()
  await page.getByRole('button', { name: 'Copy to…' }).click()
  await page.getByRole('treeitem', { name: 'Plans' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await result().getByText('1 file copied.').waitFor()
  await rows().filter({ hasText: 'a (2).ifc' }).getByText('Ready').waitFor()
})
