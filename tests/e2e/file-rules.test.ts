import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { campaignSize } from '@kamar/test-kit/campaign'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyFile } from '../../bench/lib/many-files.mjs'
import { accessToken, type User, createUser, upload } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { open, putFile, register } from './support/open-page.js'
import { RunningServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

// Without workers: every file stays as uploaded.
const server = new RunningServer({ KAMAR_WORKERS: '0' })
let browser: Browser

beforeAll(async () => {
  await server.start()
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await server.dispose()
})

/** Opens a page as a new user with these files. */
async function openWith(names: readonly string[], path = '/home') {
  const user: User = createUser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  for (const name of names) await putFile(server, token, name, Buffer.from(`solid ${name}\nendsolid\n`))
  const openedPage = await open(browser, server, { as: user })
  const deletions: string[] = []
  const running = new Set<Request>()
  openedPage.page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(new URL(request.url()).pathname)
    if (!request.url().endsWith('/api/auth/events')) running.add(request)
  })
  openedPage.page.on('requestfinished', (request) => running.delete(request))
  openedPage.page.on('requestfailed', (request) => running.delete(request))
  await openedPage.page.goto(server.address + path)
  /** Resolves when the page has received all responses; the event stream stays open. */
  const answered = () => expect.poll(() => running.size).toBe(0)
  return { ...openedPage, person: user, deletions, answered }
}

const row = (page: Page, name: string) => page.locator('[data-file-id]').filter({ hasText: name })
const getDialog = (page: Page, name: string) => page.getByRole('alertdialog', { name })

describe('rejected upload', () => {
  it.each([
    ['letter.docx', 10, 'Unsupported file format: .docx'],
    ['tower.ifc', 104_857_601, 'File size exceeds 100MB limit'],
  ])('shows the specified message for %s with %i bytes', async (name, bytes, text) => {
    const { page, context } = await openWith([])
    const path = join(server.dataFolder, name)
    writeFileSync(path, 'x')
    truncateSync(path, bytes)
    await upload(page, path)
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
    await context.close()
  })

  it('shows the specified message without an access token', async () => {
    const { page, context, answered } = await openWith([])
    await page.getByText('No files found').waitFor()
    // A refused call, or a response with a new token, would arrive after the removal.
    await answered()
    await page.evaluate(() => localStorage.removeItem('accessToken'))
    await upload(page, fixture('stl/fixtures/arch.stl'))
    await page.getByText('Access token required for file upload', { exact: true }).waitFor()
    await context.close()
  })
})

describe('file deletion', () => {
  it('asks for confirmation, and is undone by a restore from the bin', async () => {
    const { page, context, deletions } = await openWith(['arch.stl', 'bridge.stl'])
    await row(page, 'bridge.stl').click()
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByRole('button', { name: 'Delete', exact: true }).click()
    await getDialog(page, 'Delete File').getByText('Are you sure you want to delete bridge.stl?').waitFor()
    await getDialog(page, 'Delete File').getByText('This action cannot be undone.').waitFor()
    expect(deletions).toEqual([])
    await getDialog(page, 'Delete File').getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('2 files').waitFor()
    expect(deletions).toEqual([])
    await preview.getByRole('button', { name: 'Delete', exact: true }).click()
    await getDialog(page, 'Delete File').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('1 file', { exact: true }).waitFor()
    expect(deletions).toHaveLength(1)
    await page.goto(`${server.address}/bin`)
    await page.getByRole('button', { name: 'Restore bridge.stl' }).click()
    await page.getByText('The bin is empty').waitFor()
    await page.getByRole('link', { name: 'Back to files' }).click()
    await page.waitForURL('**/file-manager')
    await page.getByText('2 files').waitFor()
    await context.close()
  })

  it('asks for confirmation before all files move to the bin', async () => {
    const { page, context, deletions } = await openWith(['a.stl', 'b.stl', 'c.stl'])
    await page.getByText('3 files').waitFor()
    const clearAll = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Clear All' }).click()
      await getDialog(page, 'Clear All').getByText('Are you sure you want to delete all 3 files?').waitFor()
    }
    await clearAll()
    await getDialog(page, 'Clear All').getByRole('button', { name: 'Cancel' }).click()
    expect(deletions).toEqual([])
    await clearAll()
    await getDialog(page, 'Clear All').getByRole('textbox').fill('3')
    await getDialog(page, 'Clear All').getByRole('button', { name: 'Clear All' }).click()
    await page.getByText('No files found').waitFor()
    expect(deletions).toEqual(['/api/auth/my-urns'])
    await page.goto(`${server.address}/bin`)
    await page.getByRole('button', { name: 'Restore c.stl' }).waitFor()
    await context.close()
  })
})

describe('file download', () => {
  it('has the bytes of the original file', async () => {
    const { page, context } = await openWith(['arch.stl'])
    await row(page, 'arch.stl').hover()
    const downloading = page.waitForEvent('download')
    await row(page, 'arch.stl').getByRole('button', { name: 'Download arch.stl' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('arch.stl')
    expect(readFileSync(await download.path(), 'utf8')).toBe('solid arch.stl\nendsolid\n')
    await context.close()
  })
})

describe('viewer page', () => {
  it('enters and leaves full screen by Toggle Fullscreen', async () => {
    const { page, context } = await openWith([], '/ViewerPage')
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
    const toggle = page.getByRole('button', { name: 'Toggle Fullscreen' })
    await toggle.click()
    await expect.poll(isFull, { timeout: 30_000 }).toBe(true)
    await toggle.click()
    await expect.poll(isFull, { timeout: 30_000 }).toBe(false)
    await context.close()
  })
})

describe('unfinished model', () => {
  it('is not opened, with the specified message', async () => {
    const { page, context } = await openWith(['arch.stl'], '/ViewerPage')
    await page.getByRole('complementary', { name: 'Models' }).getByTitle('arch.stl').click()
    await page.getByText('The file is not ready yet: Status: Processing', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await context.close()
  })

  it('shows its status in the file manager and is opened in the viewer by its URN', async () => {
    const { page, context } = await openWith(['arch.stl'])
    await row(page, 'arch.stl').getByText('Processing').waitFor()
    await page.getByRole('button', { name: 'View Model' }).click()
    await page.waitForURL('**/ViewerPage?urn=*')
    await context.close()
  })
})

describe('file uploaded in the viewer', () => {
  it('is opened automatically', async () => {
    const { page, context } = await openWith([], '/ViewerPage')
    await page.getByRole('tab', { name: 'Upload' }).click()
    await upload(page, fixture('stl/fixtures/arch.stl'))
    await page.waitForURL('**/ViewerPage?urn=*')
    await page.getByRole('heading', { level: 1, name: 'arch.stl' }).waitFor()
    await context.close()
  })
})

describe('long file list', () => {
  /** Ten thousand in the nightly run. */
  const total = campaignSize(1_300, 10_000)
  const names = Array.from({ length: total }, (_, index) => `model ${index}.stl`)
  const formatCount = (count: number): string => count.toLocaleString('en-US')
  const formatMatchCount = (prefix: string): string =>
    formatCount(names.filter((name) => name.startsWith(prefix)).length)
  const perPage = 200
  /** A desktop shows some sixty rows of 44 pixels, including those drawn outside the viewport. */
  const maxRows = 80

  it('renders only visible rows and loads, sorts and searches pages on the server', async () => {
    const user: User = createUser()
    await register(server, user)
    const first = await putFile(
      server,
      await accessToken(server.address, user),
      'model 0.stl',
      Buffer.from('solid many\nendsolid\n'),
    )
    await server.end('SIGTERM')
    await copyFile(server.dataFolder, first.id, names.slice(1))
    await server.start()
    const { page, context } = await open(browser, server, { as: user })
    const listQueries: URLSearchParams[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (request.method() === 'GET' && pathname === '/api/auth/my-urns') listQueries.push(searchParams)
    })
    const rows = page.locator('[data-file-id]')
    const loaded = async (): Promise<number> => Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1
    /** Scrolls until more are loaded: the browser limits a scroll step to the height of its last frame. */
    const wheelBeyond = (count: number) =>
      expect
        .poll(
          async () => {
            await page.mouse.wheel(0, perPage * 44)
            return loaded()
          },
          { timeout: 30_000 },
        )
        .toBeGreaterThan(count)

    await page.goto(`${server.address}/home`)
    await page.getByText(`${formatCount(total)} files`, { exact: true }).waitFor()
    await rows.first().hover()
    for (let pages = 1; pages < 6; pages += 1) {
      await wheelBeyond(pages * perPage)
      expect(await rows.count()).toBeLessThan(maxRows)
    }
    const after = listQueries.flatMap((query) => query.get('after') ?? [])
    expect(after.length).toBeGreaterThanOrEqual(5)
    expect(new Set(after).size).toBe(after.length)
    expect(listQueries.every((query) => query.get('limit') === String(perPage))).toBe(true)

    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expect.poll(() => rows.first().innerText(), { timeout: 30_000 }).toContain('model 0.stl')
    expect(await rows.nth(2).innerText()).toContain('model 2.stl')
    await page.getByRole('searchbox').fill('model 99')
    await page.getByText(`${formatMatchCount('model 99')} of ${formatCount(total)} files`).waitFor()
    await page.getByRole('searchbox').fill('model 1')
    await page.getByText(`${formatMatchCount('model 1')} of ${formatCount(total)} files`).waitFor()
    await page.getByLabel('Select all files').check()
    await page.getByText(`${formatMatchCount('model 1')} selected`).waitFor()
    await page.getByRole('button', { name: 'Delete selected' }).click()
    await getDialog(page, 'Delete Files')
      .getByText(`Are you sure you want to delete ${formatMatchCount('model 1')} files?`)
      .waitFor()
    await getDialog(page, 'Delete Files').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText(`${formatMatchCount('model 1')} files moved to the bin.`).waitFor()
    await page.getByRole('searchbox').fill('')
    await page
      .getByText(`${formatCount(total - names.filter((name) => name.startsWith('model 1')).length)} files`, {
        exact: true,
      })
      .waitFor()
    await context.close()
  })
})
