import { readFileSync } from 'node:fs'
import type { Topic, TopicPage } from '@kamar/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
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
let token: string
let house: { id: string; urn: string }

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  token = await accessToken(server.address, user)
  house = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  openedPage = await open(browser, server, { as: user, viewport: mobile, hasTouch: true, serviceWorkers: 'allow' })
  ;({ page } = openedPage)
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
}

/** Creates an issue with a place and a photo; returns the number of taps. */
async function createIssue({ at, photo, send, title }: NewIssue): Promise<number> {
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
  await tap(button(send))
  return taps
}

describe('issue with a photo and a place on a phone', () => {
  it('takes at most six taps, and shows photo and pin', async () => {
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
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back to list' }).tap()
    await saveScreenshot('list')
    await page.getByRole('button', { name: 'Issues', exact: true }).tap()
  })

  it('takes as many taps without a network, and is sent once with its photo afterwards', async () => {
    const photo = await page.screenshot({ type: 'jpeg', quality: 80 })
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await openedPage.context.setOffline(true)
    expect(await createIssue({ title: 'Water in the shaft', photo, at: 210, send: 'Send later' })).toBeLessThanOrEqual(
      maxTaps,
    )
    const waiting = page.getByRole('list', { name: 'Waiting to be sent' })
    await waiting.getByText('IMG_0001.jpg').waitFor()
    await saveScreenshot('waiting')
    expect(await topics()).toHaveLength(1)
    await openedPage.context.setOffline(false)
    await expect
      .poll(async () => (await topics()).map(({ attachments, title }) => [title, attachments]))
      .toEqual([
        ['Crack in the wall', 1],
        ['Water in the shaft', 1],
      ])
    await waiting.waitFor({ state: 'detached' })
    const [, stored] = await topics()
    expect((await getTopic(stored?.id ?? '')).files).toMatchObject([{ name: 'IMG_0001.jpg', width: mobile.width }])
    expect(openedPage.errors.filter((error) => !/Failed to load resource|ERR_INTERNET/.test(error))).toEqual([])
  })
})
