import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IdentityProviderProcess, startIdentityProvider } from '../../apps/server/src/testing/identity-provider.js'
import { startTestServer, type TestServer } from '../../apps/server/src/testing/test-server.js'
import { launchBrowser, openPage } from './support/browser.js'

const webFolder = fileURLToPath(new URL('../../apps/web/dist/', import.meta.url))

let browser: Browser
let provider: IdentityProviderProcess
let server: TestServer
let address: string

beforeAll(async () => {
  const port = await freePort()
  // Two host names, so that the provider is another site than ours, as it is in the world.
  address = `http://localhost:${port}`
  provider = await startIdentityProvider(address)
  const { clientId, clientSecret, issuer } = provider
  server = await startTestServer({
    app: { webFolder },
    configuration: {
      publicUrl: new URL(address),
      identityProviders: { google: { issuer, clientId, clientSecret }, microsoft: null },
    },
  })
  await server.app.listen({ port, host: 'localhost' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await provider?.close()
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

describe('Continue with Google', () => {
  it('leads to the provider and back into the file manager, and the session is kept over a reload', async () => {
    provider.signInAs({ sub: 'ani', email: 'ani@kamar.test', email_verified: true, name: 'Ani Hakobyan' })
    const { context, errors, page } = await openPage(browser)
    await page.goto(`${address}/signin`)
    expect(await page.getByRole('button', { name: 'Continue with Microsoft' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.waitForURL(`${provider.issuer.origin}/**`)
    await page.locator('input[name=login]').fill('ani')
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.locator('button[type=submit]').click()
    await page.waitForURL(`${address}/home`)
    await page.evaluate(() => localStorage.setItem('accessToken', 'stale'))
    await page.reload()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByText('ani@kamar.test').waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})
