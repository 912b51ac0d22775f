import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { open, type OpenedPage, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
const house = readFileSync(fixture('ifc/fixtures/house.ifc'))
let browser: Browser
let openedPage: OpenedPage
let page: Page

const row = (name: string) => page.locator('[role=row][data-file-id]').filter({ hasText: name })
const rail = () => page.getByRole('navigation', { name: 'Projects and folders' })

/** Drops files on the page, as from the desktop. */
async function drop(names: readonly string[]): Promise<void> {
  await page.evaluate(
    ({ content, fileNames }) => {
      const dataTransfer = new DataTransfer()
      for (const name of fileNames) dataTransfer.items.add(new File([`${content}\n/* ${name} */`], name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    { content: house.toString('latin1'), fileNames: names },
  )
}

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  openedPage = await open(browser, server, { as: user })
  ;({ page } = openedPage)
})
afterAll(() => closePages(browser))

it('folder page creates folders', async () => {
  await page.goto(`${server.address}/projects`)
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByLabel('Project name').fill('Tower')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Tower' }).waitFor()
  for (const name of ['Plans', 'Archive']) {
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create' }).click()
    await rail().getByRole('link', { name }).waitFor()
  }
})

it('P16 folder page uploads every dropped file', async () => {
  await rail().getByRole('link', { name: 'Plans' }).click()
  await page.getByRole('heading', { name: 'Plans' }).waitFor()
  await page.getByText('This folder is empty').waitFor()
  await drop(['a.ifc', 'b.ifc', 'c.ifc'])
  for (const name of ['a.ifc', 'b.ifc', 'c.ifc']) await row(name).waitFor()
})

it('file menu moves a file into another folder', async () => {
  await row('b.ifc').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('treeitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await row('b.ifc').waitFor({ state: 'detached' })
  await rail().getByRole('link', { name: 'Archive' }).click()
  await row('b.ifc').waitFor()
})

it('P03 viewer opens a file of a folder by its address', async () => {
  await row('b.ifc').getByText('Ready').waitFor()
  await row('b.ifc').dblclick()
  await page.waitForURL(/ViewerPage\?urn=/)
  await page.locator('canvas').first().waitFor()
  await page.goBack()
})

it('bin restores a deleted folder with its files', async () => {
  await page.getByRole('button', { name: 'Actions for Archive' }).click()
  await page.getByRole('menuitem', { name: 'Delete folder' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete folder' }).click()
  await page.getByRole('heading', { name: 'Tower' }).waitFor()
  await page.goto(`${server.address}/bin`)
  await page.getByRole('button', { name: 'Restore Archive' }).click()
  await page.goto(`${server.address}/projects`)
  await page.getByRole('link', { name: /^Tower/ }).click()
  await rail().getByRole('link', { name: 'Archive' }).click()
  await row('b.ifc').waitFor()
  expect(openedPage.errors).toEqual([])
})
