import { readFileSync } from 'node:fs'
import type { Topic, TopicPage } from '@kamar/contracts'
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, mobile, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type OpenedPage, putFile, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
const screenshotFolder = process.env['TEST_PICTURES']
/** Taps on a phone from the model to the stored issue. */
const maxTaps = 6
let browser: Browser
let openedPage: OpenedPage
let page: Page
/** One session for all touches: the browser takes the touches of another one for a second finger. */
let finger: CDPSession
let token: string
let house: { id: string; urn: string }

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  token = await accessToken(server.address, user)
  house = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  openedPage = await open(browser, server, { as: user, viewport: mobile, hasTouch: true, serviceWorkers: 'allow' })
  ;({ page } = openedPage)
  finger = await openedPage.context.newCDPSession(page)
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(house.urn)}`)
  await modelLoaded(page)
})
afterAll(async () => {
  await closePages(browser)
})

const topics = async (): Promise<TopicPage['topics']> =>
  (await call<TopicPage>(server, `/api/auth/my-urns/${house.id}/topics?sort=number`, {}, token)).topics
const getTopic = (id: string): Promise<Topic> =>
  call<Topic>(server, `/api/auth/my-urns/${house.id}/topics/${id}`, {}, token)

async function saveScreenshot(name: string): Promise<void> {
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/issue-photo-${name}.png` })
}

interface NewIssue {
  readonly title: string
  readonly photo: Buffer
  /** Height on the screen of the wall that is the place. */
  readonly at: number
  /** Name of the button that sends it. */
  readonly send: string
  /** Done with the photo before it is sent. */
  readonly prepare?: () => Promise<void>
}

/** Creates an issue with a place and a photo; returns the number of taps. */
async function createIssue({ at, photo, prepare, send, title }: NewIssue): Promise<number> {
  let taps = 0
  const tap = async (button: Locator): Promise<void> => {
    await button.tap()
    taps++
  }
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  await tap(button('Issues'))
  await tap(button('New issue'))
  await page.getByLabel(/^Title/).fill(title)
  await tap(button('Set place'))
  await page.getByText('Tap the place in the model').waitFor()
  await saveScreenshot('place')
  await page.touchscreen.tap(mobile.width / 2, at)
  taps++
  await page.getByText('About:', { exact: false }).waitFor()
  const chooser = page.waitForEvent('filechooser')
  await tap(button('Photo'))
  await (await chooser).setFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByAltText('IMG_0001.jpg').waitFor()
  await saveScreenshot('form')
  await prepare?.()
  // The browser takes a tap so soon after a stroke for the end of a fling.
  await (prepare ? button(send).click() : button(send).tap())
  return taps + 1
}

/** Draws a cross of two strokes with a finger across the photo that is open for it, and saves it. */
async function drawCross(name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Mark up ${name}` })
  const layer = dialog.getByRole('application')
  await layer.waitFor()
  const box = await layer.boundingBox()
  if (!box) throw new TypeError('expected a layer on the screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] })
  for (const direction of [1, -1]) {
    await touch('touchStart', [{ x: x - 60, y: y - 60 * direction }])
    for (let step = -5; step <= 6; step++)
      await touch('touchMove', [{ x: x + step * 10, y: y + step * 10 * direction }])
    await touch('touchEnd', [])
  }
  await expect.poll(() => layer.locator('[data-shape=pen]').count()).toBe(2)
  await saveScreenshot('markup')
  // Not a tap: the browser takes one so soon after a stroke for the end of a fling.
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Returns the ratio of pixels in the red of the pen at the centre of a stored photo, a tenth of its width around it. */
async function computeRedRatio(attachmentId: string): Promise<number> {
  const address = `${server.address}/api/auth/my-urns/${house.id}/attachments/${attachmentId}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  const bytes = Buffer.from(await response.arrayBuffer()).toString('base64')
  return page.evaluate(async (base64) => {
    const binary = atob(base64)
    const image = await createImageBitmap(new Blob([Uint8Array.from(binary, (character) => character.charCodeAt(0))]))
    const side = Math.round(image.width / 10)
    const context = new OffscreenCanvas(side, side).getContext('2d')
    context?.drawImage(image, (side - image.width) / 2, (side - image.height) / 2)
    const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, side, side) ?? {}
    let red = 0
    for (let at = 0; at < data.length; at += 4)
      if (
        Math.abs((data[at] ?? 0) - 0xd9) + Math.abs((data[at + 1] ?? 0) - 0x2d) + Math.abs((data[at + 2] ?? 0) - 0x20) <
        60
      )
        red++
    return red / (side * side)
  }, bytes)
}

describe('issue with a photo and a place on a phone', () => {
  it('takes at most six taps, shows photo and pin, and takes a drawing on a copy of the photo', async () => {
    const photo = await page.screenshot({ type: 'jpeg', quality: 90 })
    expect(
      await createIssue({ title: 'Crack in the wall', photo, at: mobile.height / 2, send: 'Create issue' }),
    ).toBeLessThanOrEqual(maxTaps)
    const image = page.getByRole('button', { name: 'Open IMG_0001.jpg' }).locator('img')
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    await page.getByText('Pinned in the model').waitFor()
    await saveScreenshot('topic')
    const [stored] = await topics()
    expect(stored).toMatchObject({
      title: 'Crack in the wall',
      attachments: 1,
      anchor: { sourceId: expect.any(String) as string },
    })
    expect((await getTopic(stored?.id ?? '')).files).toMatchObject([{ width: mobile.width, height: mobile.height }])
    await page.getByRole('button', { name: 'Open IMG_0001.jpg' }).tap()
    await page.getByRole('dialog', { name: 'IMG_0001.jpg' }).locator('img').waitFor()
    await saveScreenshot('lightbox')
    await page.getByRole('button', { name: 'Mark up IMG_0001.jpg' }).tap()
    await drawCross('IMG_0001.jpg')
    await page.getByRole('dialog', { name: 'IMG_0001-markup.jpg' }).locator('img').waitFor()
    const { files } = await getTopic(stored?.id ?? '')
    expect(files.map(({ name }) => name)).toEqual(['IMG_0001.jpg', 'IMG_0001-markup.jpg'])
    const [before = 0, after = 0] = await Promise.all(files.map(({ id }) => computeRedRatio(id)))
    expect(after - before).toBeGreaterThan(0.05)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back to list' }).tap()
    await saveScreenshot('list')
    await page.getByRole('button', { name: 'Issues', exact: true }).tap()
  })

  it('takes as many taps without a network, and is sent once with its marked photo afterwards', async () => {
    const photo = await page.screenshot({ type: 'jpeg', quality: 80 })
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await openedPage.context.setOffline(true)
    const prepare = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Mark up IMG_0001.jpg' }).tap()
      await drawCross('IMG_0001.jpg')
    }
    expect(
      await createIssue({ title: 'Water in the shaft', photo, at: 210, send: 'Send later', prepare }),
    ).toBeLessThanOrEqual(maxTaps)
    const waiting = page.getByRole('list', { name: 'Waiting to be sent' })
    await waiting.getByText('IMG_0001.jpg').waitFor()
    await saveScreenshot('waiting')
    expect(await topics()).toHaveLength(1)
    await openedPage.context.setOffline(false)
    await expect
      .poll(async () => (await topics()).map(({ attachments, title }) => [title, attachments]))
      .toEqual([
        ['Crack in the wall', 2],
        ['Water in the shaft', 1],
      ])
    await waiting.waitFor({ state: 'detached' })
    const [, stored] = await topics()
    expect(stored?.snapshot).toEqual(expect.any(String))
    const { files } = await getTopic(stored?.id ?? '')
    expect(files).toMatchObject([{ name: 'IMG_0001.jpg', width: mobile.width }])
    expect(await computeRedRatio(files[0]?.id ?? '')).toBeGreaterThan(0.05)
    expect(openedPage.errors.filter((error) => !/Failed to load resource|ERR_INTERNET/.test(error))).toEqual([])
  })
})
