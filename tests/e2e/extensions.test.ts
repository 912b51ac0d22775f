import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { administrator, administratorSettings } from './support/administrator.js'
import { closePages, openBrowser, mobile } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { open, type OpenedPage, putFile, register } from './support/open-page.js'
import { takeScreenshot } from './support/pixels.js'
import { listViolations } from './support/rules.js'
import { RunningServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

/** Folder for screenshots; none are taken if unset. */
const screenshotFolder = process.env['KAMAR_TEST_PICTURES']

/** Extension that attempts everything forbidden, and displays the results; then draws, which is permitted. */
const networkExtension = `
const attempt = async (name, act) => {
  try { return [name, String(await act()) || 'nothing'] } catch (error) { return [name, 'refused'] }
}
export async function start(kamar) {
  await kamar.call('toolbar.set', [{ id: 'try', label: 'Try everything' }])
  kamar.on('button', async () => {
    const rows = [
      await attempt('cookie', () => document.cookie),
      await attempt('storage', () => localStorage.getItem('accessToken')),
      await attempt('parent', () => parent.document.title),
      await attempt('frames', () => top.location.href),
      await attempt('session', () => fetch('{address}/api/auth/me', { credentials: 'include' }).then((answer) => answer.status)),
      await attempt('elsewhere', () => fetch('{origin}/beacon').then((answer) => answer.status)),
      await attempt('picture', () => new Promise((resolve, reject) => Object.assign(new Image(), { onload: resolve, onerror: reject, src: '{origin}/beacon' }))),
      await attempt('camera', () => kamar.call('camera.get')),
    ]
    const { shapes, nodeCount } = await kamar.call('model.tree', {})
    const elements = shapes.flatMap((shape, at) => (shape ? [at] : []))
    await kamar.call('elements.color', { elements, rgb: [255, 0, 255] })
    await kamar.call('panel.show', { title: 'What came of it', blocks: [{ kind: 'text', text: nodeCount + ' nodes <b>seen</b>' }, { kind: 'rows', rows }] })
    location.href = '{origin}/beacon'
  })
}`

/** The example that is written as a tool. */
const paintExample = join(import.meta.dirname, '../../packages/extension-examples/sandboxed/paint-by-class')

const server = new RunningServer({ ...administratorSettings, KAMAR_EXTENSION_NETWORKS: '127.0.0.0/8' })
let browser: Browser
let otherOrigin: Server
let origin: string
let requestedUrls: string[] = []
let openedPage: OpenedPage
let page: Page
let urn: string
const user = createUser()

/** Leaves space for the list and two panels beside the model. */
const largeViewport = { width: 1440, height: 900 }

beforeAll(async () => {
  await server.start()
  otherOrigin = createServer((request, response) => {
    requestedUrls.push(request.url ?? '')
    const code = networkExtension.replaceAll('{address}', server.address).replaceAll('{origin}', origin)
    const manifest = {
      ...{ id: 'com.example.curious', name: 'Curious', version: '1.0.0', publisher: 'Example' },
      ...{
        description: 'Tries everything.',
        permissions: ['model', 'elements', 'toolbar', 'panel'],
        entry: 'curious.js',
      },
      integrity: `sha384-${createHash('sha384').update(code).digest('base64')}`,
    }
    response.setHeader('access-control-allow-origin', '*')
    if (request.url?.startsWith('/paint/')) return response.end(readFileSync(join(paintExample, request.url.slice(7))))
    return response.end(request.url === '/curious.js' ? code : JSON.stringify(manifest))
  })
  await new Promise<void>((resolve) => otherOrigin.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(otherOrigin.address() as AddressInfo).port}`
  browser = await openBrowser()
  await register(server, user)
  const token = await accessToken(server.address, user)
  ;({ urn } = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc'))))
  openedPage = await open(browser, server, { as: user, viewport: largeViewport })
  ;({ page } = openedPage)
  await openModel(page)
})
afterAll(async () => {
  await closePages(browser)
  otherOrigin.close()
  await server.dispose()
})

async function openModel(target: Page): Promise<void> {
  await target.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
  await modelLoaded(target)
}
const list = (): Locator => page.getByRole('complementary', { name: 'Extensions' })
const bar = (): Locator => page.getByRole('toolbar', { name: 'Extensions' })
const panel = (name: string): Locator => page.getByRole('dialog', { name })
const manifestUrl = (): string => `${origin}/manifest.json`

async function saveScreenshot(target: Page, name: string): Promise<void> {
  if (screenshotFolder === undefined) return
  mkdirSync(screenshotFolder, { recursive: true })
  await target.screenshot({ path: join(screenshotFolder, `${name}.png`) })
}

/** Returns the ratio of magenta pixels on the model's stage, drawn by the extension. */
const computeMagentaRatio = (): Promise<number> =>
  computeRatio(([red, green, blue]) => red > green + 60 && blue > green + 60)
/** Returns the ratio of pixels in the second colour of the example's palette, that of the second class. */
const computeBlueRatio = (): Promise<number> =>
  computeRatio(([red, green, blue]) => blue > green + 40 && green > red + 30)

async function computeRatio(isPainted: (pixel: readonly [number, number, number]) => boolean): Promise<number> {
  const screenshot = await takeScreenshot(page.locator('.model-stage canvas').first())
  let painted = 0
  let pixelCount = 0
  for (let y = 0; y < screenshot.height; y += 4) {
    for (let x = 0; x < screenshot.width; x += 4) {
      const [red, green, blue] = screenshot.at(x, y)
      pixelCount++
      if (isPainted([red, green, blue])) painted++
    }
  }
  return painted / pixelCount
}

describe('built-in extensions', () => {
  it('are enabled in the list, and show a button and a panel', async () => {
    await page.getByRole('button', { name: 'Extensions', exact: true }).click()
    await list().getByRole('switch', { name: 'Summary' }).click()
    await bar().getByRole('button', { name: 'Summary' }).click()
    await panel('Summary').getByText('Select elements to see').waitFor()
    await page
      .locator('.model-stage canvas')
      .first()
      .click({ position: { x: 720, y: 420 } })
    await panel('Summary')
      .getByText(/^Elements: /)
      .waitFor()
    await saveScreenshot(page, 'summary-desktop')
    expect(await listViolations(page)).toEqual([])
  })

  it('mark a clicked histogram bar as pressed', async () => {
    await list().getByRole('switch', { name: 'Histogram' }).click()
    await bar().getByRole('button', { name: 'Histogram' }).click()
    const wall = panel('Histogram').getByRole('button', { name: /Wall/ }).first()
    await wall.click()
    await expect.poll(() => panel('Histogram').getByRole('button', { pressed: true }).count()).toBe(1)
    await saveScreenshot(page, 'histogram-desktop')
  })
})

describe('third-party extension', () => {
  it('is refused from an origin that is not allowed, without a request to it', async () => {
    await list().getByLabel('Manifest address').fill(manifestUrl())
    await list().getByRole('button', { name: 'Install' }).last().click()
    await list().getByText(`This server doesn’t allow extensions from ${origin}`).waitFor()
    expect(requestedUrls).toEqual([])
  })

  it('is added by the administrator from an allowed origin', async () => {
    const { page: adminPage, context } = await open(browser, server, { as: administrator })
    await adminPage.goto(`${server.address}/AdminPage?tab=extensions`)
    await adminPage.getByRole('textbox', { name: 'Allowed addresses' }).fill(origin)
    await adminPage.getByRole('button', { name: 'Save' }).click()
    await adminPage.getByText('The addresses were saved.').waitFor()
    await adminPage.getByLabel('Manifest address').fill(manifestUrl())
    await adminPage.getByRole('button', { name: 'Add', exact: true }).click()
    await adminPage.getByRole('heading', { name: 'Curious' }).waitFor()
    await saveScreenshot(adminPage, 'admin-desktop')
    expect(await listViolations(adminPage)).toEqual([])
    await context.close()
  })

  it('requests permissions once, then colours the model and shows its text', async () => {
    await list().getByRole('button', { name: 'Install' }).last().click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('select, hide and colour elements').waitFor()
    await saveScreenshot(page, 'permissions-desktop')
    await dialog.getByRole('button', { name: 'Allow' }).click()
    const before = await computeMagentaRatio()
    requestedUrls = []
    await bar().getByRole('button', { name: 'Try everything' }).click()
    await panel('What came of it · Curious').getByText('nodes <b>seen</b>').waitFor()
    await saveScreenshot(page, 'curious-desktop')
    await expect.poll(computeMagentaRatio).toBeGreaterThan(before + 0.02)
  })

  it('cannot access cookies, storage, the page, the session, the network or calls that were not granted', async () => {
    const rows = await panel('What came of it · Curious').getByRole('row').allInnerTexts()
    const outcomes = Object.fromEntries(rows.map((row) => row.split('\t') as [string, string]))
    for (const name of ['cookie', 'storage', 'parent', 'frames', 'session', 'elsewhere', 'picture', 'camera']) {
      expect(outcomes[name], name).toBe('refused')
    }
    // Navigation of its own frame to another site was refused, too: it would leak data.
    await page.waitForTimeout(500)
    expect(requestedUrls).toEqual([])
    expect(page.frames().every((frame) => !frame.url().startsWith(origin))).toBe(true)
  })

  it('is removed with its colours when switched off, and returns after a reload', async () => {
    await list().getByRole('switch', { name: 'Curious' }).click()
    await bar().getByRole('button', { name: 'Try everything' }).waitFor({ state: 'hidden' })
    await expect.poll(computeMagentaRatio).toBeLessThan(0.02)
    await list().getByRole('switch', { name: 'Curious' }).click()
    await bar().getByRole('button', { name: 'Try everything' }).waitFor()
    await page.reload()
    await bar().getByRole('button', { name: 'Try everything' }).waitFor({ timeout: 60_000 })
    await bar().getByRole('button', { name: 'Histogram' }).waitFor()
  })

  it('written as a tool has a button, a panel and a click of its own', async () => {
    if (!(await list().isVisible())) await page.getByRole('button', { name: 'Extensions', exact: true }).click()
    await list().getByLabel('Manifest address').fill(`${origin}/paint/manifest.json`)
    await list().getByRole('button', { name: 'Install' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click()
    await bar().getByRole('button', { name: 'Paint by class' }).click()
    const classes = panel('Classes · Paint by class')
    const before = await computeBlueRatio()
    await classes.getByRole('button', { name: /^IfcWall: \d/ }).click()
    await expect.poll(computeBlueRatio).toBeGreaterThan(before + 0.01)
    await bar().getByRole('button', { name: 'Paint by class' }).click()
    await classes.waitFor({ state: 'hidden' })
  })

  it('has its section in the extension list on a phone, in Armenian and in the dark theme', async () => {
    const { page: small, context } = await open(browser, server, { as: user, viewport: mobile })
    await small.evaluate(() => {
      localStorage.setItem('language', 'hy')
      localStorage.setItem('theme', 'dark')
      localStorage.setItem('extensions', JSON.stringify(['kamar.examples.histogram', 'kamar.examples.issue-pins']))
    })
    await small.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
    const mobileToolbar = small.getByRole('toolbar', { name: 'Ընդլայնումներ' })
    await mobileToolbar.getByRole('button', { name: 'Հիստոգրամ' }).waitFor({ timeout: 60_000 })
    await saveScreenshot(small, 'phone-bar-hy-dark')
    await mobileToolbar.getByRole('button', { name: 'Հիստոգրամ' }).click()
    await small.getByRole('dialog', { name: 'Հիստոգրամ' }).getByRole('button', { name: /Wall/ }).first().waitFor()
    await saveScreenshot(small, 'phone-histogram-hy-dark')
    await small.keyboard.press('Escape')
    await small.getByRole('navigation').getByRole('button').last().click()
    await small.getByRole('menuitem', { name: 'Ընդլայնումներ' }).click()
    await small.getByText('Երրորդ կողմի').waitFor()
    await saveScreenshot(small, 'phone-list-hy-dark')
    expect(await listViolations(small)).toEqual([])
    await context.close()
  })
})
