import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from './support/account.js'
import { closePages, openBrowser, openPage } from './support/browser.js'
import { open, register } from './support/open-page.js'
import { sharedServer } from './support/running-server.js'

const server = sharedServer()
const [owner, outsider] = [createUser(), createUser()]
let browser: Browser
let projectId = ''

beforeAll(async () => {
  browser = await openBrowser()
  await register(server, owner)
  await register(server, outsider)
  const { page, context } = await open(browser, server, { as: owner })
  await page.goto(`${server.address}/projects`)
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByLabel('Project name').fill('Tower')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Tower' }).waitFor()
  projectId = /projects\/([^/?]+)/.exec(page.url())?.[1] ?? ''
  await context.close()
})
afterAll(() => closePages(browser))

const pages = [
  ['/PROJECTS', 'Projects'],
  ['/Recent', 'Recent'],
  ['/STARRED', 'Starred'],
  ['/Search?words=tower', 'Search'],
  ['/Projects/$project', 'Tower'],
  ['/projects/$project/Activity', 'Activity'],
  ['/projects/$project/SHEETS', 'Sheets'],
  ['/projects/$project/Members', 'Members'],
] as const

describe('project pages', () => {
  it.each(pages)('P04 project pages open %s in any letter case', async (path, heading) => {
    const { page, context } = await open(browser, server, { as: owner })
    await page.goto(server.address + path.replace('$project', projectId))
    await page.getByRole('heading', { name: heading }).first().waitFor()
    await context.close()
  })

  it('P04 project pages lead visitors to the landing page', async () => {
    const { page, context } = await openPage(browser)
    for (const [path] of pages) {
      await page.goto(server.address + path.replace('$project', projectId))
      await page.waitForURL(`${server.address}/`)
    }
    await context.close()
  })

  it.each(['', '/activity', '/sheets', '/members'])(
    'P04 project pages tell outsiders nothing at /projects/…%s',
    async (path) => {
      const { page, context } = await open(browser, server, { as: outsider })
      await page.goto(`${server.address}/projects/${projectId}${path}`)
      await page
        .getByText(/^Not found/)
        .first()
        .waitFor()
      expect(await page.getByText('Tower').count()).toBe(0)
      await context.close()
    },
  )
})
