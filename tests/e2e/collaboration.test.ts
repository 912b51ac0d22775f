import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Viewpoint } from '@kamar/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, desktop, openBrowser, mobile } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type OpenedPage, putFile, register } from './support/open-page.js'
import { computeDrawnRatio, type Screenshot, takeScreenshot } from './support/pixels.js'
import { scrollsSideways, settle, listViolations } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'
import { displayVariants, otherLanguages, showAs } from './support/display-variants.js'

/** Folder for screenshots in every display mode; none are taken if unset. */
const screenshotFolder = process.env['TEST_PICTURES']
const server = sharedServer()
const anna = createUser()
const boris = createUser()
const title = 'Chimney is in the way of the duct'
const linkPassword = 'keystone of the arch'
let browser: Browser
/** Anna owns the model, Boris is invited. */
let annas: OpenedPage
let boriss: OpenedPage
let fileId = ''
let urn = ''

beforeAll(async () => {
  if (screenshotFolder) mkdirSync(screenshotFolder, { recursive: true })
  browser = await openBrowser()
  for (const user of [anna, boris]) await register(server, user)
  const token = await accessToken(server.address, anna)
  const file = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  ;({ id: fileId, urn } = file)
  await vi.waitFor(
    async () => {
      const [ready] = await call<{ status: string }[]>(server, '/api/auth/my-urns', {}, token)
      if (ready?.status !== 'success') throw new Error(`the house is ${ready?.status ?? 'not there'}`)
    },
    { timeout: 120_000, interval: 300 },
  )
  annas = await open(browser, server, { as: anna })
  boriss = await open(browser, server, { as: boris })
})
afterAll(async () => {
  await closePages(browser)
})

const panel = (page: Page, name: string): Locator => page.getByRole('complementary', { name, exact: true })
const canvas = (page: Page): Locator => page.locator('canvas').first()
const row = (page: Page): Locator => page.locator('[data-file-id]').first()

async function openModel(page: Page): Promise<void> {
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
  await modelLoaded(page)
}

/** Counts pixels in the red of the markup's pen, which the house does not contain. */
const markupPixels = (screenshot: Screenshot): number => {
  let count = 0
  for (let y = 0; y < screenshot.height; y += 1) {
    for (let x = 0; x < screenshot.width; x += 1) {
      const [r, g, b] = screenshot.at(x, y)
      if (r > 200 && g < 70 && b < 60) count += 1
    }
  }
  return count
}

/** Returns the server's first viewpoint of the topic. */
async function getViewpoint(viewpointId: string, user = anna): Promise<Viewpoint> {
  const path = `/api/auth/my-urns/${fileId}/viewpoints/${viewpointId}`
  return call<Viewpoint>(server, path, {}, await accessToken(server.address, user))
}

describe('sharing by invitation', () => {
  it('lets Anna invite Boris by a link, which he accepts', async () => {
    const { page } = annas
    await page.goto(`${server.address}/home`)
    await row(page).hover()
    await row(page).getByRole('button', { name: 'Share house.ifc' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share house.ifc' })
    await dialog.getByText('Only you have access.').waitFor()
    await dialog.getByLabel('Email address').fill(boris.email)
    await dialog.getByRole('combobox', { name: 'Role', exact: true }).selectOption('commenter')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText(boris.email, { exact: true }).waitFor()
    const link = await dialog.getByLabel('Link address').inputValue()
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    await saveScreenshots('share', annas)
    await page.keyboard.press('Escape')
    await boriss.page.goto(link)
    await boriss.page.getByRole('button', { name: 'Accept' }).click()
    await boriss.page.waitForURL('**/home?scope=shared')
  })

  it('lists the file among those shared with Boris, without a delete button', async () => {
    const { page } = boriss
    await page.goto(`${server.address}/home?scope=shared`)
    await row(page).getByText(anna.name).first().waitFor()
    expect(
      await row(page)
        .getByRole('button', { name: /^Delete/ })
        .count(),
    ).toBe(0)
    await openModel(page)
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  })
})

describe('issue', () => {
  it('is created by Boris with a view, a selected element and a markup', async () => {
    const { page } = boriss
    await openModel(annas.page)
    await annas.page.getByRole('button', { name: 'Issues' }).click()
    await panel(annas.page, 'Issues').getByText('No issues yet').waitFor()
    await page.mouse.move(760, 420)
    await page.mouse.down()
    await page.mouse.move(900, 380, { steps: 6 })
    await page.mouse.up()
    await page.mouse.click(760, 450)
    await panel(page, 'Properties').waitFor()
    await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Markup' }).click()
    const bar = page.getByRole('toolbar', { name: 'Markup' })
    await bar.getByRole('button', { name: 'Revision cloud' }).click()
    await page.mouse.move(620, 300)
    await page.mouse.down()
    await page.mouse.move(880, 480, { steps: 5 })
    await page.mouse.up()
    expect(await page.locator('[data-shape=cloud]').count()).toBe(1)
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    await saveScreenshots('markup', boriss)
    await bar.getByRole('button', { name: 'New issue' }).click()
    await panel(page, 'Issues').getByLabel('Title').fill(title)
    await panel(page, 'Issues').getByLabel('Assigned to').selectOption({ label: anna.name })
    await saveScreenshots('new-issue', boriss)
    await panel(page, 'Issues').getByRole('button', { name: 'Create issue' }).click()
    await panel(page, 'Issues').getByRole('heading', { name: title }).waitFor()
  })

  it('appears live for Anna with a notification', async () => {
    const { page } = annas
    await panel(page, 'Issues').getByText(title).waitFor()
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor()
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    await saveScreenshots('issues', annas)
  })

  it('restores the camera, selection and markup of its view when opened', async () => {
    const { page } = annas
    const before = markupPixels(await takeScreenshot(getCanvas(page)))
    await panel(page, 'Issues')
      .getByRole('button', { name: new RegExp(title) })
      .click()
    await page.locator('[data-shape=cloud]').waitFor()
    await panel(page, 'Properties').waitFor()
    await settle(page)
    const after = markupPixels(await takeScreenshot(getCanvas(page)))
    expect(before).toBe(0)
    expect(after).toBeGreaterThan(600)
    expect(await listViolations(page)).toEqual([])
    await saveScreenshots('issue', annas)
    // Anna's viewer must show the same as Boris's: she saves the view, and the server's copies are compared.
    await page.getByRole('button', { name: 'Views' }).click()
    await panel(page, 'Views').getByLabel('View name').fill('As Boris saw it')
    await panel(page, 'Views').getByRole('button', { name: 'Save view' }).click()
    await panel(page, 'Views').getByText('As Boris saw it').waitFor()
    const token = await accessToken(server.address, anna)
    const [view] = await call<{ id: string }[]>(server, `/api/auth/my-urns/${fileId}/views`, {}, token)
    const topics = `/api/auth/my-urns/${fileId}/topics`
    const { topics: listedTopics } = await call<{ topics: { viewpointId: string; snapshot: string | null }[] }>(
      server,
      topics,
      {},
      token,
    )
    const firstViewpoint = await getViewpoint(listedTopics[0]?.viewpointId ?? '')
    const secondViewpoint = await getViewpoint(view?.id ?? '')
    expect(listedTopics[0]?.snapshot).not.toBeNull()
    expect(listCameraNumbers(secondViewpoint)).toEqual(
      listCameraNumbers(firstViewpoint).map((value) => expect.closeTo(value, 4)),
    )
    expect(firstViewpoint.selection).toHaveLength(1)
    expect(secondViewpoint.selection).toEqual(firstViewpoint.selection)
    expect(secondViewpoint.markup.shapes).toMatchObject([{ kind: 'cloud' }])
  })

  it('shows a mention live and keeps an unsent comment', async () => {
    await boriss.page.getByLabel('Comment', { exact: true }).fill('I was about to say')
    const { page } = annas
    await page.getByRole('button', { name: 'Issues' }).click()
    const field = panel(page, 'Issues').getByLabel('Comment', { exact: true })
    await field.pressSequentially(`@${boris.name.toLowerCase()}`)
    await page.getByRole('listbox', { name: 'People' }).getByRole('option', { name: boris.name }).waitFor()
    await page.keyboard.press('Enter')
    await field.pressSequentially('move it by 300 mm')
    await page.getByLabel('Attach current view').check()
    await panel(page, 'Issues').getByRole('button', { name: 'Send' }).click()
    const discussion = panel(boriss.page, 'Issues').getByRole('log')
    await discussion.getByText('move it by 300 mm').waitFor()
    await discussion.getByRole('button', { name: 'Show view' }).waitFor()
    await boriss.page.getByRole('button', { name: /^Notifications/ }).waitFor()
    await boriss.page.reload()
    await panel(boriss.page, 'Issues').getByText('move it by 300 mm').waitFor()
    expect(await boriss.page.getByLabel('Comment', { exact: true }).inputValue()).toBe('I was about to say')
  })

  it('opens from a notification in one click, with its view, its markup and its element', async () => {
    const { page } = boriss
    await page.goto(`${server.address}/home`)
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('button', { name: /mentioned you in/ }).click()
    await panel(page, 'Issues').getByRole('heading', { name: title }).waitFor()
    await page.locator('[data-shape=cloud]').waitFor()
    await panel(page, 'Properties').getByText('GlobalId').first().waitFor()
  })

  it('shows a status change live to the other user', async () => {
    await panel(boriss.page, 'Issues').getByLabel('Status').selectOption('Resolved')
    await expect.poll(() => panel(annas.page, 'Issues').getByLabel('Status').inputValue()).toBe('Resolved')
  })

  it('is exported as BCF', async () => {
    const { page } = annas
    await panel(page, 'Issues').getByRole('button', { name: 'Back to list' }).click()
    await panel(page, 'Issues').getByRole('button', { name: /^All/ }).click()
    await panel(page, 'Issues').getByText(title).waitFor()
    await panel(page, 'Issues').getByRole('button', { name: 'BCF import and export' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export BCF 3.0' }).click()
    const bytes = readFileSync(await (await saving).path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('viewer role', () => {
  it('reads views and issues but cannot write them', async () => {
    const { page } = annas
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(`Role of ${boris.name}`).selectOption('viewer')
    await expect
      .poll(async () => {
        const token = await accessToken(server.address, boris)
        const path = `/api/auth/my-urns/${fileId}/topics`
        return (await call<{ mayCreate: boolean }>(server, path, {}, token)).mayCreate
      })
      .toBe(false)
    await page.keyboard.press('Escape')
    await openModel(boriss.page)
    await boriss.page.getByRole('button', { name: 'Views' }).click()
    await panel(boriss.page, 'Views')
      .getByText(/^View only/)
      .waitFor()
    await panel(boriss.page, 'Views')
      .getByRole('button', { name: /^As Boris saw it/ })
      .waitFor()
    await boriss.page.getByRole('button', { name: 'Issues' }).click()
    await panel(boriss.page, 'Issues')
      .getByText(/^View only/)
      .waitFor()
    expect(await panel(boriss.page, 'Issues').getByRole('button', { name: 'New issue' }).count()).toBe(0)
  })
})

describe('secret link', () => {
  let address = ''
  it('is created with a password', async () => {
    const { page } = annas
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'New link' }).click()
    await dialog.getByLabel('Recipient (optional)').fill('The client')
    await dialog.getByLabel('Password (optional)').fill(linkPassword)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    address = await dialog.getByLabel('Link address').inputValue()
    expect(address).toMatch(/\/share#.{20,}/)
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    await saveScreenshots('link', annas)
  })

  it('opens the model for a guest after the password, until it is revoked', async () => {
    const guest = await open(browser, server)
    const { page } = guest
    await page.goto(address)
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await page.getByRole('button', { name: 'Open model' }).click()
    await page.getByText('Incorrect password').waitFor()
    await saveScreenshots('guest-password', guest)
    await page.getByLabel('Password', { exact: true }).fill(linkPassword)
    await page.getByRole('button', { name: 'Open model' }).click()
    await page.getByRole('heading', { name: 'house.ifc' }).waitFor()
    await expect.poll(async () => computeDrawnRatio(await takeScreenshot(canvas(page)))).toBeGreaterThan(0.5)
    await page.mouse.click(desktop.width / 2, desktop.height / 2)
    await panel(page, 'Properties').waitFor()
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    await saveScreenshots('guest', guest)
    expect(await page.getByRole('button', { name: 'Markup' }).count()).toBe(0)
    await annas.page.getByRole('dialog').getByRole('button', { name: 'Revoke The client' }).click()
    await expect.poll(() => annas.page.getByRole('button', { name: 'Revoke The client' }).count()).toBe(0)
    await page.reload()
    await page.getByText('This link is no longer valid').waitFor()
    await saveScreenshots('guest-ended', guest)
    // The browser logs refused responses to the console.
    expect(guest.errors.filter((error) => !/status of 4(10|22)/.test(error))).toEqual([])
    await guest.context.close()
  })
})

describe('collaboration on a phone', () => {
  it('shows issues and markup without horizontal scrolling', async () => {
    const { page } = annas
    await page.keyboard.press('Escape')
    await page.setViewportSize(mobile)
    await openModel(page)
    await page.getByRole('button', { name: 'Issues' }).click()
    await panel(page, 'Issues').getByRole('button', { name: /^All/ }).click()
    await panel(page, 'Issues')
      .getByRole('button', { name: new RegExp(title) })
      .click()
    await page.locator('[data-shape=cloud]').waitFor()
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    const cloud = await page.locator('[data-shape=cloud]').boundingBox()
    expect((cloud?.x ?? -1) >= 0 && (cloud?.x ?? 0) + (cloud?.width ?? 999) <= mobile.width).toBe(true)
    await page.getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('menuitem', { name: 'Markup' }).click()
    await page.getByRole('toolbar', { name: 'Markup' }).waitFor()
    await settle(page)
    expect(await scrollsSideways(page)).toBe(false)
    expect(await listViolations(page)).toEqual([])
  })

  it('causes no script error', () => {
    expect([...annas.errors, ...boriss.errors]).toEqual([])
  })
})

/** Returns the model's part of the page, without panels. */
const getCanvas = (page: Page): Locator => page.locator('.model-stage')

/** Returns all numbers of a camera. */
function listCameraNumbers({ camera }: Viewpoint): number[] {
  if (camera === null) return []
  const size = camera.kind === 'perspective' ? camera.fieldOfViewDegrees : camera.heightMetres
  return [...camera.eye, ...camera.direction, ...camera.up, size]
}

/** Takes screenshots in both themes and two sizes, and in the other languages. */
async function saveScreenshots(name: string, { page, context }: OpenedPage): Promise<void> {
  if (!screenshotFolder) return
  const secondTab = await context.newPage()
  await secondTab.goto(`${server.address}/mark.svg`)
  for (const variant of [...displayVariants, ...otherLanguages]) {
    await showAs({ page, secondTab }, variant)
    await settle(page)
    await page.screenshot({ path: join(screenshotFolder, `${name}-${Object.values(variant).join('-')}.png`) })
  }
  await showAs({ page, secondTab }, { window: 'desktop', theme: 'light', language: 'en' })
  await secondTab.close()
}
