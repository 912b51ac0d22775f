import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type User, signIn, signUpAndIn, createUser, upload, uploadInput } from './support/account.js'
import { closePages, openBrowser, openPage, type WatchedPage, withoutSky } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { countColors, computeDrawnRatio, takeScreenshot } from './support/pixels.js'
import { RunningServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = new RunningServer()
let browser: Browser
let watched: WatchedPage
const user: User = createUser()

beforeAll(async () => {
  await server.start()
  browser = await openBrowser()
  watched = await openPage(browser)
  await withoutSky(watched.context)
})
afterAll(async () => {
  await closePages(browser)
  await server.dispose()
})

describe('main workflow', () => {
  it('signs up, shows the thank-you page and signs in', async () => {
    await signUpAndIn(watched.page, server.address, user)
    await watched.page.getByText('Select a file to preview').waitFor()
    expect(await watched.page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/)
  })

  it('uploads a model and follows it until it is ready', async () => {
    const { page } = watched
    await upload(page, fixture('ifc/fixtures/house.ifc'))
    await page.getByRole('button', { name: 'View Model' }).waitFor()
    await page.getByText('house.ifc').first().waitFor()
    await page.getByText('Ready').first().waitFor({ timeout: 60_000 })
    await page.locator('img[src^="blob:"], img[src*="thumbnail"]').first().waitFor()
  })

  it('draws the model', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'View Model' }).click()
    await page.waitForURL('**/ViewerPage?urn=*')
    await modelLoaded(page)
    const screenshot = await takeScreenshot(page.locator('canvas').first())
    expect(computeDrawnRatio(screenshot)).toBeGreaterThan(0.15)
    expect(countColors(screenshot)).toBeGreaterThan(8)
  })

  it('picks the element under a pixel and shows its GlobalId and properties', async () => {
    const { page } = watched
    const canvas = await page.locator('canvas').first().boundingBox()
    if (canvas === null) throw new Error('no canvas')
    await page.mouse.click(canvas.x + canvas.width / 2, canvas.y + canvas.height * 0.55)
    const inspector = page.getByRole('complementary', { name: 'Properties' })
    await inspector.waitFor()
    const text = await inspector.innerText()
    expect(text).toMatch(/[0-3][0-9A-Za-z_$]{21}/)
    expect(await inspector.locator('[title^=Ifc]').first().innerText()).toMatch(/^\p{L}+/u)
  })

  it('stays signed in and shows the model again after a reload', async () => {
    const { page } = watched
    await page.reload()
    await modelLoaded(page)
    expect(computeDrawnRatio(await takeScreenshot(page.locator('canvas').first()))).toBeGreaterThan(0.15)
  })

  it('signs out to the landing page, protects the viewer and returns to it after sign-in', async () => {
    const { page } = watched
    const viewerAddress = page.url()
    await page
      .getByRole('button', { name: 'Sign Out' })
      .or(page.getByRole('button', { name: 'Sign-out' }))
      .first()
      .click()
    await page.waitForURL(`${server.address}/`)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    await page.goto(viewerAddress)
    await page.waitForURL(`${server.address}/`)
    await page.getByRole('link', { name: 'Sign In' }).first().click()
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL(viewerAddress)
  })

  it('causes no script error', () => {
    expect(watched.errors).toEqual([])
  })
})

describe('upload refusal', () => {
  it('shows the specified message for an unsupported format', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${server.address}/signin`)
    await signIn(page, user)
    await uploadInput(page).setInputFiles({
      name: 'letter.docx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('not a model'),
    })
    await page.getByText('Unsupported file format: .docx').waitFor()
    await page.context().close()
  })

  it('shows the specified message for a file over the limit', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${server.address}/signin`)
    await signIn(page, user)
    const path = join(server.dataFolder, 'tower.ifc')
    writeFileSync(path, '')
    truncateSync(path, 104_857_601)
    await upload(page, path)
    await page.getByText('File size exceeds 100MB limit').waitFor()
    await page.context().close()
  })

  it('names the actual format when the content belongs to another one', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${server.address}/signin`)
    await signIn(page, user)
    await uploadInput(page).setInputFiles({
      name: 'plan.ifc',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    })
    await page
      .getByText(/Found: PDF/i)
      .first()
      .waitFor({ timeout: 60_000 })
    await page.context().close()
  })
})
