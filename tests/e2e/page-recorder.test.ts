import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumArguments, chromiumPath } from '@kamar/test-kit/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageRecorder } from '../../packages/test-kit/src/browser/page-recorder.js'

const folder = mkdtempSync(join(tmpdir(), 'kamar-records-'))
const recorder = new PageRecorder({ hasTraces: true, videos: false })
let browser: Browser
let page: Page

beforeAll(async () => {
  // Separate browser: the pages of the shared one have a recorder, and a page has only one trace.
  browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArguments] })
  recorder.watch(browser)
  page = await browser.newPage()
  await page.goto('data:text/html,<p>the text of the page')
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

describe('PageRecorder', () => {
  it('saves a screenshot, the address, the text, the console and the errors of a page', async () => {
    await page.evaluate(() => {
      console.error('a message of the page')
      reportError(new TypeError('an error of the page'))
    })
    await recorder.savePages(folder)
    expect(readFileSync(join(folder, 'page-1.png')).subarray(1, 4).toString()).toBe('PNG')
    const text = readFileSync(join(folder, 'page-1.txt'), 'utf8')
    expect(text).toContain('page data:text/html')
    expect(text).toContain('the text of the page')
    expect(text).toContain('error: a message of the page')
    expect(text).toContain('an error of the page')
  })

  it('keeps the trace of a failed test and drops that of a passed one', async () => {
    await recorder.end(null)
    expect(readdirSync(folder).filter((name) => name.startsWith('trace'))).toEqual([])
    await recorder.begin()
    await page.title()
    await recorder.end(folder)
    expect(existsSync(join(folder, 'trace-1.zip'))).toBe(true)
  })
})
