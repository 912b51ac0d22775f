import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, desktop, openBrowser, mobile } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type OpenedPage, putFile, register } from './support/open-page.js'
import { computeDrawnRatio, takeScreenshot } from './support/pixels.js'
import { settle, listViolations } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
const screenshotFolder = process.env['TEST_PICTURES']
let browser: Browser
let openedPage: OpenedPage
let page: Page
let token: string
let house: { id: string; urn: string }
let second: { id: string; urn: string }

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  token = await accessToken(server.address, user)
  const bytes = readFileSync(fixture('ifc/fixtures/house.ifc'))
  house = await putFile(server, token, 'house.ifc', bytes)
  second = await putFile(server, token, 'annex.ifc', Buffer.concat([bytes, Buffer.from('\n')]))
  openedPage = await open(browser, server, { as: user, serviceWorkers: 'allow' })
  ;({ page } = openedPage)
})
afterAll(async () => {
  await closePages(browser)
})

const viewer = (urn: string): string => `${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`
const loaded = () => modelLoaded(page)
const canvas = () => page.locator('.model-stage canvas').first()

/** Returns the requested package files except manifests, from the network or the browser's cache. */
function geometryRequests(): string[] {
  const requestedUrls: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (url.includes('/api/derivatives/') && !/manifest\.json|thumbnail/.test(url)) requestedUrls.push(url)
  })
  return requestedUrls
}

/** Returns the labels of the remove buttons on the offline models page. */
async function listed(): Promise<string[]> {
  await page.goto(`${server.address}/on-this-device`)
  const part = page.locator('main section').first()
  await part.getByText(/Remove all|No models saved/).waitFor()
  const buttons = await part.getByRole('button', { name: /^Remove .* from this device$/ }).all()
  return Promise.all(buttons.map(async (button) => (await button.getAttribute('aria-label')) ?? ''))
}

/** Waits until a model is stored with all of its files. */
const waitUntilStored = (name: string): Promise<void> =>
  expect.poll(() => page.evaluate(listCompleteModels), { timeout: 30_000 }).toContain(name)

/** Returns the names of the completely stored models; runs in the page. */
async function listCompleteModels(): Promise<string[]> {
  type Folder = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> }
  const names: string[] = []
  try {
    const all = (await (await navigator.storage.getDirectory()).getDirectoryHandle('kamar')) as Folder
    for await (const account of all.values()) {
      const models = (await (account as Folder).getDirectoryHandle('models')) as Folder
      for await (const entry of models.values()) {
        const text = await (await (entry as FileSystemFileHandle).getFile()).text()
        const model = JSON.parse(text) as { name: string; isWhole: boolean }
        if (model.isWhole) names.push(model.name)
      }
    }
  } catch {
    // The folder does not exist yet, or is being written.
  }
  return names
}

/** Lists all stored files, from the browser's private file system. */
const listStoredFiles = (): Promise<string[]> =>
  page.evaluate(async () => {
    type Folder = FileSystemDirectoryHandle & { entries(): AsyncIterable<[string, FileSystemHandle]> }
    const walk = async (folder: Folder): Promise<string[]> => {
      const fileNames: string[] = []
      for await (const [name, entry] of folder.entries())
        fileNames.push(...(entry.kind === 'file' ? [name] : await walk(entry as Folder)))
      return fileNames
    }
    return walk((await navigator.storage.getDirectory()) as Folder)
  })

const takeScreenshotBytes = async (): Promise<string> => {
  await page.waitForTimeout(1_500)
  // Captures the centre of the screen, which has no overlays.
  return (await page.screenshot({ clip: { x: 480, y: 160, width: 520, height: 560 } })).toString('base64')
}

describe('offline model', () => {
  let screenshot: string

  it('is stored on this device, and opens again without geometry requests', async () => {
    await page.goto(viewer(house.urn))
    await loaded()
    await waitUntilStored('house.ifc')
    expect(await listed()).toEqual(['Remove house.ifc from this device'])
    const requestedUrls = geometryRequests()
    await page.goto(viewer(house.urn))
    await loaded()
    expect(computeDrawnRatio(await takeScreenshot(canvas()))).toBeGreaterThan(0.1)
    screenshot = await takeScreenshotBytes()
    expect(requestedUrls).toEqual([])
  })

  it('opens without a network, with tree, properties and tools, and looks the same', async () => {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.goto(viewer(house.urn))
    await loaded()
    await openedPage.context.setOffline(true)
    await page.goto(`${server.address}/on-this-device`)
    await page.locator('main section li a').click()
    await loaded()
    await page.reload()
    await loaded()
    expect(await takeScreenshotBytes()).toBe(screenshot)
    await page.getByRole('tree').press('End')
    const inspector = page.getByRole('complementary', { name: 'Properties' })
    await inspector.waitFor()
    await expect.poll(() => inspector.innerText()).toMatch(/[0-3][0-9A-Za-z_$]{21}/)
    await page.getByRole('button', { name: 'Section', exact: true }).click()
    await page.getByRole('toolbar', { name: 'Section tools' }).waitFor()
    await page.getByRole('button', { name: 'Issues', exact: true }).click()
    await page.getByRole('button', { name: 'New issue' }).waitFor()
    await openedPage.context.setOffline(false)
  })

  it('restores the draft and prints without a network', async () => {
    await page.goto(viewer(house.urn))
    await loaded()
    await page.getByRole('button', { name: 'Measure', exact: true }).click()
    const bar = page.getByRole('toolbar', { name: 'Measurement tools' })
    await bar.getByRole('button', { name: 'Point', exact: true }).click()
    await page.mouse.move(700, 400, { steps: 3 })
    await settle(page)
    await page.mouse.click(700, 400)
    const list = page.getByRole('complementary', { name: 'Measurements' }).getByRole('listitem')
    await expect.poll(() => list.count()).toBe(1)
    await openedPage.context.setOffline(true)
    await page.reload()
    await loaded()
    await page.getByText('Restored: 1 measurement').waitFor()
    await page.keyboard.press('Control+p')
    const dialog = page.getByRole('dialog', { name: 'Print and export' })
    await dialog.getByRole('button', { name: /^Preview of / }).waitFor()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save PDF' }).click()
    expect(readFileSync(await (await download).path()).length).toBeGreaterThan(10_000)
    await openedPage.context.setOffline(false)
    await page.reload()
    await loaded()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
  })

  it('is listed on the device page, which has no accessibility violations at any size', async () => {
    expect((await listed()).length).toBe(1)
    for (const viewport of [mobile, desktop]) {
      await page.setViewportSize(viewport)
      await settle(page)
      if (screenshotFolder)
        await page.screenshot({ path: `${screenshotFolder}/on-this-device-${viewport.width}.png`, fullPage: true })
      expect(await listViolations(page)).toEqual([])
    }
  })

  it('is evicted for another model when storage is short', async () => {
    // Storage of one of the two models.
    const bytes = await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      const all = await root.getDirectoryHandle('kamar')
      let sum = 0
      for await (const account of (all as unknown as { values(): AsyncIterable<FileSystemDirectoryHandle> }).values()) {
        const files = await account.getDirectoryHandle('files')
        for await (const file of (files as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values())
          sum += (await file.getFile()).size
      }
      return sum
    })
    await page.evaluate((limit) => localStorage.setItem('deviceLimit', String(limit)), Math.round(bytes * 1.5))
    await page.goto(viewer(second.urn))
    await loaded()
    await waitUntilStored('annex.ifc')
    expect(await listed()).toEqual(['Remove annex.ifc from this device'])
  })

  it('is removed from this device when access to it ends', async () => {
    await call(server, `/api/auth/my-urns/${second.id}`, { method: 'DELETE' }, token)
    await page.goto(viewer(second.urn))
    await page.getByRole('alert').first().waitFor()
    await expect.poll(listStoredFiles, { timeout: 10_000 }).toEqual([])
    expect(await listed()).toEqual([])
  })

  it('is removed from this device on sign-out', async () => {
    await page.evaluate(() => localStorage.removeItem('deviceLimit'))
    await page.goto(viewer(house.urn))
    await loaded()
    await waitUntilStored('house.ifc')
    await page.getByRole('button', { name: 'Sign Out' }).first().click()
    await page.waitForURL(`${server.address}/`)
    await expect.poll(listStoredFiles, { timeout: 10_000 }).toEqual([])
    expect(openedPage.errors.filter((error) => !/Failed to load resource|ERR_INTERNET/.test(error))).toEqual([])
  })
})
