import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { KamarServer } from '../lib/kamar-server.mjs'
import { sumCpuSeconds, processTree } from '../lib/processes.mjs'
import { countReceived, withDrawingBrowser } from './browser.mjs'
import { measureGestures } from './gestures.mjs'

/** Simulates a server that has been running for a while, with idle reader processes. */
const warmMilliseconds = 4000
const waitOptions = { timeout: 120_000 }

const classifyRequest = ({ pathname }) => {
  if (!pathname.startsWith('/api/')) return 'code'
  return pathname.includes('/sheets/') ? 'sheets' : 'otherData'
}

/** Returns the CPU seconds of the server and all of its child processes. */
const serverCpuSeconds = ({ processId }) => sumCpuSeconds(processTree(processId))

/** Restricts the probe to the drawing's canvas. */
const watchSheet = () => {
  window.benchProbe.canvasSelector = 'canvas[aria-label^="Drawing"]'
  window.benchProbe.isCapturing = location.pathname === '/ViewerPage'
}

const redrawButton = 'button[aria-label="Fit sheet"]'

/** Signs a page in through the API. @returns {Promise<string>} the access token */
async function signIn(page, { address }, account) {
  await page.goto(`${address}/mark.svg`)
  const response = await page.context().request.post(`${address}/api/auth/login`, { data: account })
  const { access_token: token } = await response.json()
  await page.evaluate((value) => localStorage.setItem('accessToken', value), token)
  return token
}

/** Opens the file's page; if it shows a model first, switches to its drawing. */
async function goToSheet(page, address, urn) {
  await page.goto(`${address}/ViewerPage?urn=${encodeURIComponent(urn)}`, { waitUntil: 'commit' })
  const sheet = page.getByRole('img', { name: /^Drawing/ })
  const choice = page.getByRole('button', { name: '2D: drawing' })
  await sheet.or(choice).first().waitFor(waitOptions)
  const isModelFirst = !(await sheet.isVisible())
  if (isModelFirst) await choice.click()
  await sheet.waitFor(waitOptions)
  return isModelFirst
}

const openFirst = (server, account, sample) =>
  withDrawingBrowser(async (browser) => {
    const { page } = browser
    const token = await signIn(page, server, account)
    await page.addInitScript(watchSheet)
    const received = await countReceived(browser, classifyRequest)
    const before = browser.usage()
    const serverBefore = serverCpuSeconds(server)
    const started = Date.now()
    const { urn } = await server.upload(token, basename(sample.path), readFileSync(sample.path))
    const uploadMilliseconds = Date.now() - started
    const isModelFirst = await goToSheet(page, server.address, urn)
    const { firstMilliseconds, completeMilliseconds, coverage } = await page.evaluate(async (selector) => {
      const timings = await window.benchDrawing.measureOpening(() => document.querySelector(selector).click())
      return {
        ...timings,
        firstMilliseconds: timings.firstMilliseconds + performance.timeOrigin,
        completeMilliseconds: timings.completeMilliseconds + performance.timeOrigin,
      }
    }, redrawButton)
    const { code = 0, sheets = 0, otherData = 0 } = received
    return {
      urn,
      uploadMilliseconds,
      isModelFirst: Number(isModelFirst),
      firstMilliseconds: firstMilliseconds - started,
      wholeMilliseconds: completeMilliseconds - started,
      openCpuSeconds: browser.usage().cpuSeconds - before.cpuSeconds,
      serverCpuSeconds: serverCpuSeconds(server) - serverBefore,
      inkShare: coverage,
      codeBytes: code,
      sheetBytes: sheets,
      dataBytes: sheets + otherData,
    }
  })

const lookAround = (server, account, urn, screenshotPath) =>
  withDrawingBrowser(async (browser) => {
    const { page } = browser
    await signIn(page, server, account)
    await page.addInitScript(() => {
      window.benchProbe.canvasSelector = 'canvas[aria-label^="Drawing"]'
    })
    await browser.collectGarbage()
    const empty = browser.usage()
    await goToSheet(page, server.address, urn)
    await pause(5000)
    await browser.collectGarbage()
    await pause(500)
    const idle = browser.usage()
    await page.screenshot({ path: screenshotPath })
    return {
      rendererMegabytes: idle.rendererMegabytes - empty.rendererMegabytes,
      graphicsMegabytes: idle.graphicsMegabytes - empty.graphicsMegabytes,
      ...(await measureGestures(browser, 'left')),
    }
  })

/**
 * Measures from the upload to the first sheet with a new server and a new browser, then the same file in another
 * browser.
 * @param {import('../lib/samples.mjs').Sample} sample
 * @param {string} screenshotPath path of the screenshot
 */
export async function measureKamar(sample, screenshotPath) {
  const server = new KamarServer()
  try {
    await server.start()
    const account = await server.makeAccount()
    await pause(warmMilliseconds)
    const { urn, ...opening } = await openFirst(server, account, sample)
    return { ...opening, ...(await lookAround(server, account, urn, screenshotPath)) }
  } finally {
    await server.dispose()
  }
}
