import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

/** Writes a folder with files below the directory of the test. */
function writeTree(paths: readonly string[]): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'kamar-upload-')), 'Delivery')
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${house.toString('latin1')}\n/* ${path} */`, 'latin1')
  }
  return folder
}

it('P17 folder picker creates the folders of a picked folder and skips its files the second time', async () => {
  const delivery = writeTree(['Level 1/slab.ifc', 'Level 1/notes.txt', 'Level 2/wall.ifc'])
  const picker = page.locator('input[webkitdirectory]')
  const dialog = page.getByRole('dialog', { name: 'Upload folders' })
  await picker.setInputFiles(delivery)
  await dialog.getByText('2 files · 2 folders').waitFor()
  await dialog.getByText('1 file can’t be uploaded.').waitFor()
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click()
  await page.getByText(/(\d+) of \1 files uploaded/).waitFor()
  await rail().getByRole('link', { name: 'Delivery' }).click()
  await rail().getByRole('link', { name: 'Level 1' }).click()
  await row('slab.ifc').waitFor()
  await rail().getByRole('link', { name: 'Plans' }).click()
  await page.getByRole('heading', { name: 'Plans' }).waitFor()
  await picker.setInputFiles(delivery)
  await dialog.getByText('2 files are already uploaded and are skipped').waitFor()
  expect(await dialog.getByRole('button', { name: 'Upload 0 files' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

it('P14 folder menu downloads the folder, and P12 folder page unpacks the dropped archive', async () => {
  await rail().getByRole('link', { name: 'Delivery' }).click()
  await page.getByRole('heading', { name: 'Delivery' }).waitFor()
  await page.getByRole('button', { name: 'Actions for Delivery' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Delivery.zip')
  const bytes = readFileSync(await download.path())
  await rail().getByRole('link', { name: 'Plans' }).click()
  await page.getByRole('heading', { name: 'Plans' }).waitFor()
  await page.evaluate((base64) => {
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([content], 'Received.zip'))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, bytes.toString('base64'))
  await page.getByRole('button', { name: 'Upload 2 files' }).click()
  const received = page.getByRole('list', { name: 'Folders' })
  await received.getByRole('link', { name: /Received/ }).click()
  await received.getByRole('link', { name: /Delivery/ }).click()
  await received.getByRole('link', { name: /Level 2/ }).click()
  await row('wall.ifc').waitFor()
  await rail().getByRole('link', { name: 'Plans' }).click()
  await page.getByRole('heading', { name: 'Plans' }).waitFor()
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
