import { MeasuredBrowser } from './browser.mjs'
import { orbitCameras } from './cameras.mjs'

const orbitSteps = 12
const warmUpSteps = 3

/**
 * @typedef {object} Peer
 * @property {string} name  of a file in `pages/`
 * @property {'y' | 'z'} upAxis
 */

async function openPage(browser, { address, server, peer }) {
  server.resetCounters()
  await browser.page.goto(`${address}/page?peer=${peer.name}`)
  await browser.page.waitForFunction(() => window.peer, undefined, { timeout: 60_000 })
  await browser.page.evaluate(() => window.peer.init(document.querySelector('#view')))
  await browser.page.waitForTimeout(500)
  await browser.collectGarbage()
}

/** Runs one of the page's procedures. */
function call(browser, procedure, parameter) {
  return browser.page.evaluate(([name, value]) => window.benchProcedures[name](value), [procedure, parameter])
}

async function withBrowser(work) {
  const browser = await MeasuredBrowser.launch()
  try {
    return await work(browser)
  } catch (error) {
    const [first] = browser.errors
    throw first ? new Error(`${error.message.split('\n')[0]} (page: ${first})`, { cause: error }) : error
  } finally {
    await browser.close()
  }
}

/**
 * Where the viewer says that a model stands; the camera of the measurement follows from it.
 * @param {{ address: string, server: import('./server.mjs').BenchServer, peer: Peer, url: string }} subject
 * @returns {Promise<import('./cameras.mjs').Bounds>}
 */
export function findBounds(subject) {
  return withBrowser(async (browser) => {
    await openPage(browser, subject)
    return await call(browser, 'findBounds', subject.url)
  })
}

async function measureOrbit(browser, cameras) {
  const warmUp = cameras.slice(0, warmUpSteps)
  await call(browser, 'orbit', warmUp)
  const before = browser.usage()
  const orbit = await call(browser, 'orbit', cameras)
  const cpuSeconds = browser.usage().cpuSeconds - before.cpuSeconds
  return { ...orbit, cpuMilliseconds: (cpuSeconds / cameras.length) * 1000 }
}

/**
 * One run in a fresh browser: load, rest, orbit, pick.
 * @param {{ address: string, server: import('./server.mjs').BenchServer, peer: Peer, url: string,
 *   bounds: import('./cameras.mjs').Bounds, picture?: string }} subject
 */
export function measureView(subject) {
  const cameras = orbitCameras(subject.bounds, subject.peer.upAxis, orbitSteps)
  return withBrowser(async (browser) => {
    await openPage(browser, subject)
    await call(browser, 'prepare', cameras[0])
    const empty = browser.usage()
    const load = await call(browser, 'load', subject.url)
    const loaded = browser.usage()
    const pictures = await call(browser, 'judgePictures', cameras[0])
    await browser.collectGarbage()
    await browser.page.waitForTimeout(300)
    const resting = browser.usage()
    if (subject.picture) await browser.page.screenshot({ path: subject.picture, timeout: 60_000 }).catch(() => {})
    const orbit = await measureOrbit(browser, cameras)
    const pick = await call(browser, 'pickGrid', cameras[0])
    const coverage = await call(browser, 'coverage', cameras[0])
    return {
      codeBytes: subject.server.sent.code,
      dataBytes: subject.server.sent.data,
      decodedDataBytes: subject.server.sent.decodedData,
      ...load,
      ...pictures,
      loadCpuSeconds: loaded.cpuSeconds - empty.cpuSeconds,
      rendererMegabytes: resting.rendererMegabytes - empty.rendererMegabytes,
      graphicsMegabytes: resting.graphicsMegabytes - empty.graphicsMegabytes,
      orbit,
      pick,
      coverage,
      errors: browser.errors.slice(0, 3),
    }
  })
}
