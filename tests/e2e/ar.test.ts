import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SampleModel } from '@kamar/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, createUser } from './support/account.js'
import { closePages, openBrowser } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { call, open, type OpenedPage, register } from './support/open-page.js'
import { computeDrawnRatio, takeScreenshot } from './support/pixels.js'
import { sharedServer } from './support/running-server.js'

const server = sharedServer()
const user = createUser()
let browser: Browser
let otherOrigin: Server

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, user)
  otherOrigin = createServer((request, response) => {
    const path = request.url ?? ''
    const file = otherSite[path.replace('/closed', '')]
    const isOpen = !path.startsWith('/closed')
    response.writeHead(file ? 200 : 404, isOpen ? { 'access-control-allow-origin': '*' } : {})
    response.end(file)
  })
  await new Promise<void>((resolve) => otherOrigin.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  otherOrigin.close()
  await closePages(browser)
})

const triangle = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer)

/** One triangle with its buffer in a separate file. */
const otherSite: Readonly<Record<string, string | Uint8Array>> = {
  '/model.gltf': JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ doubleSided: true, pbrMetallicRoughness: { baseColorFactor: [0.8, 0, 0, 1] } }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: triangle.length }],
    buffers: [{ uri: 'triangle.bin', byteLength: triangle.length }],
  }),
  '/triangle.bin': triangle,
}

const startOtherOrigin = (path: string): string =>
  `http://127.0.0.1:${(otherOrigin.address() as AddressInfo).port}${path}`

/** Opens the viewer with a translated example. */
async function openExample(): Promise<OpenedPage> {
  const openedPage = await open(browser, server, { as: user })
  const token = await accessToken(server.address, user)
  const examples = (): Promise<SampleModel[]> => call(server, '/api/examples', { method: 'GET' }, token)
  await expect.poll(async () => (await examples()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const urn = (await examples())[0]?.urn ?? ''
  await openedPage.page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(urn)}`)
  await modelLoaded(openedPage.page)
  return openedPage
}

const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Augmented reality' })

const measureDrawnRatio = async (page: Page): Promise<number> =>
  computeDrawnRatio(await takeScreenshot(getDialog(page).locator('model-viewer')))

describe('augmented reality dialog', () => {
  it('shows the open model and a model of another site under the policy of every page', async () => {
    const { page, context, errors } = await openExample()
    await page.getByRole('button', { name: 'AR', exact: true }).click()
    await getDialog(page).getByRole('button', { name: 'This model' }).click()
    // Appears once the model is drawn: before that a spinner is displayed.
    await page.getByText('This device doesn’t support augmented reality.').waitFor({ timeout: 60_000 })
    await expect.poll(() => measureDrawnRatio(page), { timeout: 60_000 }).toBeGreaterThan(0.02)
    await page.getByLabel('URL of a .glb or .gltf file').fill(startOtherOrigin('/model.gltf'))
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect.poll(async () => computeRedRatio(page), { timeout: 60_000 }).toBeGreaterThan(0.02)
    expect(errors.filter((text) => !text.includes('/model.usdz'))).toEqual([])
    await context.close()
  })

  it('explains an invalid model URL', async () => {
    const { page, context } = await openExample()
    await page.getByRole('button', { name: 'AR', exact: true }).click()
    const show = page.getByRole('button', { name: 'Show', exact: true })
    const alert = getDialog(page).getByRole('alert')
    const waitForAlert = async (text: string): Promise<void> => alert.filter({ hasText: text }).waitFor()
    await show.click()
    await waitForAlert('Please paste a direct .glb or .gltf URL that is CORS enabled.')
    const field = page.getByLabel('URL of a .glb or .gltf file')
    for (const [path, message] of [
      ['/closed/model.gltf', 'allows other sites to read it (CORS)'],
      ['/missing.glb', 'its server returned 404'],
      ['/triangle.bin', 'No valid glTF model'],
    ] as const) {
      await field.fill(startOtherOrigin(path))
      await show.click()
      await waitForAlert(message)
    }
    await page.keyboard.press('Escape')
    await getDialog(page).waitFor({ state: 'detached' })
    await context.close()
  })
})

/** Computes the ratio of red pixels at the centre of the element. */
async function computeRedRatio(page: Page): Promise<number> {
  const screenshot = await takeScreenshot(getDialog(page).locator('model-viewer'))
  let red = 0
  let pixelCount = 0
  for (let y = 0; y < screenshot.height; y += 4) {
    for (let x = 0; x < screenshot.width; x += 4) {
      const [r, g, b] = screenshot.at(x, y)
      pixelCount++
      if (r > 90 && r > 1.6 * g && r > 1.6 * b) red++
    }
  }
  return red / pixelCount
}
