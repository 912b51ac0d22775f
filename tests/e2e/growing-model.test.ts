import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { isCampaign } from '@kamar/test-kit/campaign'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, type User, signUpAndIn, createUser } from './support/account.js'
import { closePages, openBrowser, openPage } from './support/browser.js'
import { modelLoaded } from './support/model-loaded.js'
import { countColors, takeScreenshot } from './support/pixels.js'
import { sharedServer } from './support/running-server.js'
import { sample } from './support/samples.js'

const large = sample(`ifc-large/${isCampaign ? 'clinic' : 'sprinklers'}.ifc.gz`)
if (large === null)
  process.stdout.write('Skipped: a model drawn while it is translated needs the large samples (KAMAR_SAMPLES).\n')

const server = sharedServer()
let browser: Browser

beforeAll(async () => {
  if (large === null) return
  browser = await openBrowser()
})
afterAll(async () => {
  if (large === null) return
  await closePages(browser)
})

describe('large model', () => {
  it.skipIf(large === null)('is drawn before its translation has finished, and is complete afterwards', async () => {
    const user: User = createUser()
    const { page, errors } = await openPage(browser)
    await signUpAndIn(page, server.address, user)
    const token = await accessToken(server.address, user)
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(gunzipSync(readFileSync(large ?? '')))]), 'clinic.ifc')
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${server.address}/api/auth/upload`, { method: 'POST', headers, body })
    const { file } = (await response.json()) as { file: { id: string; urn: string } }
    const status = async (): Promise<string> => {
      const record = await fetch(`${server.address}/api/auth/my-urns/${file.id}`, { headers })
      return ((await record.json()) as { status: string }).status
    }
    await page.goto(`${server.address}/ViewerPage?urn=${encodeURIComponent(file.urn)}`)
    const canvas = page.locator('canvas').first()
    await expect.poll(async () => countColors(await takeScreenshot(canvas)), { timeout: 60_000 }).toBeGreaterThan(3)
    expect(await status()).toBe('inprogress')
    await modelLoaded(page)
    expect(await status()).toBe('success')
    expect(countColors(await takeScreenshot(canvas))).toBeGreaterThan(3)
    expect(errors).toEqual([])
  })
})
