import { readBcf } from '@kamar/bcf'
import type { InvitationResult, Topic } from '@kamar/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, mobile, openBrowser } from './support/browser.js'
import { call, open, type OpenedPage, putFile, register } from './support/open-page.js'
import { countColors, type Screenshot, takeScreenshot } from './support/pixels.js'
import { planDxf } from './support/plan-dxf.js'
import { listViolations, scrollsSideways, settle } from './support/rules.js'
import { sharedServer } from './support/running-server.js'

const server = sharedServer()
const anna = createUser()
const boris = createUser()
const title = 'Wall is too close to the column'
let browser: Browser
let annas: OpenedPage
let boriss: OpenedPage
let fileId = ''
let address = ''

beforeAll(async () => {
  browser = await openBrowser()
  for (const user of [anna, boris]) await register(server, user)
  const token = await accessToken(server.address, anna)
  const plan = planDxf({ oldWall: true, newWall: false, columnX: 1500, roomName: 'KITCHEN', revision: 'A' })
  const { id, urn } = await putFile(server, token, 'plan.dwg', plan)
  fileId = id
  address = `${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`
  const invitation = { email: boris.email, role: 'commenter' }
  const membersPath = `/api/auth/my-urns/${id}/people`
  const { invitationCode: code } = await call<InvitationResult>(
    server,
    membersPath,
    { method: 'POST', body: JSON.stringify(invitation) },
    token,
  )
  await call(
    server,
    '/api/invitations/accept',
    { method: 'POST', body: JSON.stringify({ code }) },
    await accessToken(server.address, boris),
  )
  annas = await open(browser, server, { as: anna })
  boriss = await open(browser, server, { as: boris })
})
afterAll(async () => {
  await closePages(browser)
})

const panel = (page: Page, name: string): Locator => page.getByRole('complementary', { name, exact: true })
const drawing = (page: Page): Locator => page.getByRole('img', { name: /^Drawing/ })
const pin = (page: Page): Locator => page.locator('[data-pins] button')

async function openDrawing(page: Page, query = ''): Promise<void> {
  await page.goto(address + query)
  await drawing(page).waitFor({ timeout: 60_000 })
  await expect.poll(async () => countColors(await takeScreenshot(drawing(page)))).toBeGreaterThan(3)
}

/** Returns where the tip of the pin is. */
async function findTip(page: Page): Promise<{ x: number; y: number }> {
  const box = await pin(page).boundingBox()
  if (!box) throw new Error('no pin')
  return { x: box.x, y: box.y + box.height }
}

/** Counts pixels in the blue of the plan's texts around a point. */
function countTextPixels(screenshot: Screenshot, { x, y }: { readonly x: number; readonly y: number }): number {
  let count = 0
  for (let dy = -12; dy <= 12; dy += 1)
    for (let dx = -12; dx <= 12; dx += 1) {
      const [red, green, blue] = screenshot.at(x + dx, y + dy)
      if (blue > Math.max(red, green) + 60) count += 1
    }
  return count
}

const getTopics = async (): Promise<Topic[]> => {
  const token = await accessToken(server.address, anna)
  return (await call<{ topics: Topic[] }>(server, `/api/auth/my-urns/${fileId}/topics`, {}, token)).topics
}

describe('issue on a drawing', () => {
  it('is created at an object by a right click, with its sheet, point, handle and a snapshot', async () => {
    const { page } = annas
    await openDrawing(page)
    await page.getByRole('toolbar', { name: 'Drawing tools' }).getByRole('button', { name: 'Fit sheet' }).click()
    await page.getByRole('button', { name: 'Find text' }).click()
    await page.getByRole('searchbox', { name: 'Find text' }).fill('kitchen')
    await page.getByRole('list', { name: 'Find text' }).getByRole('button').first().click()
    const box = await drawing(page).boundingBox()
    if (!box) throw new Error('no canvas')
    await panel(page, 'Object').getByText('TEXT', { exact: true }).waitFor()
    // The text is at the centre of the part between the panels.
    const [left, right] = [await panel(page, 'Find text').boundingBox(), await panel(page, 'Object').boundingBox()]
    const x = ((left?.x ?? 0) + (left?.width ?? 0) + (right?.x ?? box.width)) / 2
    await page.mouse.click(x, box.y + box.height / 2, { button: 'right' })
    await page.getByRole('menuitem', { name: 'New issue here' }).click()
    const issues = panel(page, 'Issues')
    await issues.getByText(/^About: TEXT/).waitFor()
    await issues.getByLabel('Title').fill(title)
    const description = issues.getByLabel('Description')
    await description.pressSequentially(`@${boris.name.toLowerCase()}`)
    await page.getByRole('listbox', { name: 'People' }).getByRole('option', { name: boris.name }).click()
    await issues.getByRole('button', { name: 'Create issue' }).click()
    await issues.getByRole('heading', { name: title }).waitFor()
    await pin(page).waitFor()
    await expect.poll(async () => (await getTopics())[0]?.snapshot ?? null).not.toBeNull()
    const [topic] = await getTopics()
    expect(topic?.anchor).toMatchObject({ normal: null, sourceId: expect.any(String), sheet: { index: 0 } })
    expect(topic?.anchor?.point[2]).toBe(0)
    await settle(page)
    expect(await listViolations(page)).toEqual([])
  })

  it('reaches the mentioned member, whose link opens the sheet at the place of the pin', async () => {
    const { page } = boriss
    const [topic] = await getTopics()
    await openDrawing(page, `&topic=${topic?.id ?? ''}`)
    await panel(page, 'Issues').getByRole('heading', { name: title }).waitFor()
    await pin(page).waitFor()
    await settle(page)
    const tip = await findTip(page)
    const [left, right] = [await panel(page, 'Issues').boundingBox(), await panel(page, 'Object').boundingBox()]
    expect(tip.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
    expect(tip.x).toBeLessThan(right?.x ?? 0)
    // The tip is on the text, around which the sheet is empty.
    expect(countTextPixels(await takeScreenshot(drawing(page)), tip)).toBeGreaterThan(10)
    await page.goto(`${server.address}/home`)
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByText(title).first().waitFor()
  })

  it('keeps its pin at the point while the sheet is zoomed', async () => {
    const { page } = annas
    const before = await findTip(page)
    await page.mouse.move(before.x, before.y)
    await page.mouse.wheel(0, -300)
    await settle(page)
    const after = await findTip(page)
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(3)
  })

  it('is in the BCF export with its snapshot, without a camera', async () => {
    const token = await accessToken(server.address, anna)
    const response = await fetch(`${server.address}/api/auth/my-urns/${fileId}/bcf?version=3.0`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { topics } = await readBcf(Buffer.from(await response.arrayBuffer()))
    expect(topics).toMatchObject([{ title, viewpoints: [{ camera: null }] }])
    expect(topics[0]?.viewpoints[0]?.snapshot?.length).toBeGreaterThan(1000)
  })
})

describe('markup and views of a drawing', () => {
  it('are saved and shown again at the same place', async () => {
    const { page } = annas
    await page.getByRole('toolbar', { name: 'Drawing tools' }).getByRole('button', { name: 'Markup' }).click()
    await page.getByRole('toolbar', { name: 'Markup' }).getByRole('button', { name: 'Revision cloud' }).click()
    await page.mouse.move(620, 300)
    await page.mouse.down()
    await page.mouse.move(820, 420, { steps: 5 })
    await page.mouse.up()
    await page.getByRole('toolbar', { name: 'Markup' }).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('menuitem', { name: 'Keep as draft' }).click()
    const cloud = page.locator('[data-shape=cloud]')
    const before = await cloud.boundingBox()
    await page.getByRole('button', { name: 'Views' }).click()
    await panel(page, 'Views').getByRole('button', { name: 'Save view' }).click()
    await panel(page, 'Views')
      .getByRole('button', { name: /^View 1/ })
      .waitFor()
    await page.getByRole('toolbar', { name: 'Drawing tools' }).getByRole('button', { name: 'Fit sheet' }).click()
    await expect.poll(async () => (await cloud.boundingBox())?.width ?? 0).not.toBeCloseTo(before?.width ?? 0, 0)
    await panel(page, 'Views')
      .getByRole('button', { name: /^View 1/ })
      .click()
    await expect.poll(async () => (await cloud.boundingBox())?.width ?? 0).toBeCloseTo(before?.width ?? 0, 0)
    const after = await cloud.boundingBox()
    expect([after?.x, after?.y]).toEqual([expect.closeTo(before?.x ?? 0, 0), expect.closeTo(before?.y ?? 0, 0)])
  })
})

describe('drawing on a phone', () => {
  it('has one bar of words with sheets, text search and issues', async () => {
    const { page } = boriss
    await page.setViewportSize(mobile)
    await openDrawing(page)
    const bar = page.getByRole('navigation', { name: 'Panels' })
    expect(await bar.getByRole('button').allInnerTexts()).toEqual(['Sheets', 'Find text', 'Issues', 'Object', 'Tools'])
    expect(await page.getByRole('button', { name: 'Zoom in' }).count()).toBe(0)
    await bar.getByRole('button', { name: 'Sheets' }).click()
    await panel(page, 'Sheets').getByRole('list', { name: 'Sheets' }).waitFor()
    await bar.getByRole('button', { name: 'Issues' }).click()
    await pin(page).waitFor()
    await settle(page)
    expect(await listViolations(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
  })
})
