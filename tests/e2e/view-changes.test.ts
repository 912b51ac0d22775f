import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type PutFile, putFile, register } from './support/open-page.js'
import { computeDifferenceRatio, type Screenshot, takeScreenshot } from './support/pixels.js'
import { settle } from './support/rules.js'
import { sharedServer } from './support/running-server.js'
import { fixture } from './support/samples.js'

const server = sharedServer()
const user = createUser()
let browser: Browser
let page: Page
let token = ''
let house: PutFile

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  token = await accessToken(server.address, user)
  house = await putFile(server, token, 'house.ifc', readFileSync(fixture('ifc/fixtures/house.ifc')))
  ;({ page } = await open(browser, server, { as: user }))
})
afterAll(() => closePages(browser))

beforeEach(async () => {
  await page.evaluate(() => localStorage.removeItem('panels'))
  await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(house.urn)}`)
  await modelLoaded(page)
  await chip(/./).waitFor({ state: 'detached' })
})

const upperStorey = 'Երկրորդ հարկ'
const canvas = () => page.locator('.model-stage canvas').first()
const chip = (name: RegExp) =>
  page.getByRole('list', { name: 'Changes to the view' }).getByRole('listitem').filter({ hasText: name })
const tool = (name: string) => page.getByRole('toolbar', { name: 'Tools', exact: true }).getByRole('button', { name })

async function readCanvas(): Promise<Screenshot> {
  await settle(page)
  return takeScreenshot(canvas())
}

/** Shows the upper storey as a plan; returns its elevation, metres. */
async function showPlan(): Promise<number> {
  await tool('Navigation').click()
  const row = page.getByRole('button', { name: new RegExp(`^${upperStorey}`) })
  const elevation = Number.parseFloat((await row.innerText()).replace(upperStorey, ''))
  await row.click()
  await page.getByRole('button', { name: 'Back to model' }).waitFor()
  return elevation
}

/** Saves the view and reads its camera, metres in the file. */
async function readEye(): Promise<readonly number[]> {
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: 'Save view' }).click()
  const request = (path: string) => call<never>(server, `/api/auth/my-urns/${house.id}${path}`, {}, token)
  const list = async (): Promise<readonly { id: string }[]> => request('/views')
  await expect.poll(async () => (await list()).length).toBe(1)
  const [view] = await list()
  const { camera }: { camera: { eye: readonly number[] } } = await request(`/viewpoints/${view?.id ?? ''}`)
  return camera.eye
}

describe('chips of what alters the view', () => {
  it('name a plan alone; its chip and Reset View end it, and Ctrl+Z shows it again', async () => {
    const endings = [() => chip(/^Plan/).getByRole('button', { name: /^Remove: Plan/ }), () => tool('Reset View')]
    await showPlan()
    const plan = await readCanvas()
    for (const end of endings) {
      expect(await chip(/./).allInnerTexts()).toEqual([`Plan: ${upperStorey}`])
      await end().click()
      await chip(/./).first().waitFor({ state: 'detached' })
      expect(computeDifferenceRatio(await readCanvas(), plan)).toBeGreaterThan(0.05)
      await canvas().focus()
      await page.keyboard.press('Control+z')
      await chip(/^Plan/).waitFor()
      await page.getByRole('button', { name: 'Back to model' }).waitFor()
      expect(computeDifferenceRatio(await readCanvas(), plan)).toBeLessThan(0.005)
    }
  })
})

describe('a walk from a plan', () => {
  it('stands on the slab of the clicked storey at eye height, and returns to the plan', async () => {
    const elevation = await showPlan()
    await canvas().focus()
    await page.keyboard.press('w')
    await page.getByText(/^Click a floor to start there/).waitFor()
    const box = await canvas().boundingBox()
    await page.mouse.click((box?.width ?? 0) / 2 + 150, (box?.height ?? 0) / 2)
    await page.getByText(/^W A S D or arrow keys to walk/).waitFor()
    expect(await chip(/./).count()).toBe(0)
    const [, , height = 0] = await readEye()
    expect(height - elevation).toBeGreaterThan(1.6)
    expect(height - elevation).toBeLessThan(1.75)
    await page.getByRole('button', { name: 'Exit' }).click()
    await chip(/^Plan/).waitFor()
    await page.getByRole('button', { name: 'Back to model' }).waitFor()
  })
})

describe('a section through the selection', () => {
  it('takes three clicks and is square to the plane until Reset View', async () => {
    const box = await canvas().boundingBox()
    await page.mouse.click((box?.width ?? 0) / 2, (box?.height ?? 0) / 2)
    await page.getByRole('complementary').getByText('GlobalId').first().waitFor()
    await tool('Section').click()
    await page.getByRole('button', { name: 'X plane', exact: true }).click()
    const before = await readCanvas()
    await page.getByRole('toolbar', { name: 'Section tools' }).getByRole('button', { name: 'Look at the cut' }).click()
    await tool('Perspective').waitFor()
    expect(computeDifferenceRatio(await readCanvas(), before)).toBeGreaterThan(0.02)
    await chip(/^Cut: 1 plane/).waitFor()
    await tool('Reset View').click()
    await tool('Orthographic').waitFor()
  })
})
