import { MeasuredBrowser } from './browser.mjs'
import { insideCameras, levelCut, orbitCameras } from './cameras.mjs'

const orbitSteps = 12
const insideSteps = 8
const warmUpSteps = 2
/** A movement covers an eighth of a circle, in steps like those of a hand. */
const movement = { steps: 24, circle: Math.PI / 4 }
const idleMilliseconds = 10_000
const cycles = 10
/** Memory is released with a delay, and more slowly on a busy machine: the lowest of several readings counts. */
const memoryReadings = { count: 5, intervalMilliseconds: 300 }

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
  const codeBefore = server.sent.code
  await browser.page.evaluate(() => window.peer.loadEffects?.())
  await browser.collectGarbage()
  return { deferredCodeBytes: server.sent.code - codeBefore }
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
 * Returns the bounds of a model as the viewer reports them; the cameras of the measurement are derived from them.
 * @param {{ address: string, server: import('./server.mjs').BenchServer, peer: Peer, url: string }} subject
 * @returns {Promise<import('./cameras.mjs').Bounds>}
 */
export function findBounds(subject) {
  return withBrowser(async (browser) => {
    await openPage(browser, subject)
    return await call(browser, 'findBounds', subject.url)
  })
}

async function measureOrbit(browser, cameras, moving = false) {
  await call(browser, 'orbit', { cameras: cameras.slice(0, warmUpSteps), moving })
  const before = browser.usage()
  const orbit = await call(browser, 'orbit', { cameras, moving })
  const cpuSeconds = browser.usage().cpuSeconds - before.cpuSeconds
  return { ...orbit, cpuMilliseconds: (cpuSeconds / cameras.length) * 1000 }
}

/** Measures the frames of every kind of view of a loaded model. */
async function measureFrames(browser, { bounds, peer }, cameras) {
  const around = orbitCameras(bounds, peer.upAxis, movement.steps, movement.circle)
  const orbit = await measureOrbit(browser, cameras)
  const moving = await measureOrbit(browser, around, true)
  const inside = await measureOrbit(browser, insideCameras(bounds, peer.upAxis, insideSteps))
  const pick = await call(browser, 'pickGrid', cameras[0])
  const idleDraws = await call(browser, 'idle', idleMilliseconds)
  const coverage = await call(browser, 'coverage', cameras[0])
  await call(browser, 'showEffects')
  await call(browser, 'cut', levelCut(bounds, peer.upAxis))
  const cut = await measureOrbit(browser, cameras)
  return { orbit, moving, inside, pick, idleDraws, coverage, cut }
}

async function readMemory(browser) {
  const megabytes = []
  for (let reading = 0; reading < memoryReadings.count; reading++) {
    await browser.collectGarbage()
    await browser.page.waitForTimeout(memoryReadings.intervalMilliseconds)
    megabytes.push(browser.usage().rendererMegabytes)
  }
  return Math.min(...megabytes) - (await call(browser, 'sumStoredMegabytes'))
}

/**
 * Measures how much more memory the page uses after loading and unloading ten times than after the first time, in a
 * separate browser.
 * @param {Parameters<typeof measureView>[0]} subject
 */
export function measureCycles(subject) {
  const [camera] = orbitCameras(subject.bounds, subject.peer.upAxis, orbitSteps)
  return withBrowser(async (browser) => {
    await openPage(browser, subject)
    await call(browser, 'prepare', camera)
    await call(browser, 'storeResponses')
    const megabytes = []
    for (let cycle = 0; cycle < cycles; cycle++) {
      await call(browser, 'load', subject.url)
      await call(browser, 'unload')
      megabytes.push(await readMemory(browser))
    }
    return { cycleMegabytes: megabytes, cycleGrowth: megabytes.at(-1) / megabytes[0] }
  })
}

/**
 * Measures one run in a new browser: load, idle, views from all sides, pick, section.
 * @param {{ address: string, server: import('./server.mjs').BenchServer, peer: Peer, url: string,
 *   bounds: import('./cameras.mjs').Bounds, picture?: string }} subject
 */
export function measureView(subject) {
  const cameras = orbitCameras(subject.bounds, subject.peer.upAxis, orbitSteps)
  return withBrowser(async (browser) => {
    const { deferredCodeBytes } = await openPage(browser, subject)
    await call(browser, 'prepare', cameras[0])
    const empty = browser.usage()
    const load = await call(browser, 'load', subject.url)
    const loaded = browser.usage()
    const codeBytes = subject.server.sent.code - deferredCodeBytes
    const frameTimings = await call(browser, 'computeFrameTimings', cameras[0])
    await browser.collectGarbage()
    await browser.page.waitForTimeout(300)
    const idle = browser.usage()
    if (subject.picture) await browser.page.screenshot({ path: subject.picture, timeout: 60_000 }).catch(() => {})
    const frames = await measureFrames(browser, subject, cameras)
    return {
      codeBytes,
      laterCodeBytes: deferredCodeBytes,
      dataBytes: subject.server.sent.data,
      decodedDataBytes: subject.server.sent.decodedData,
      ...load,
      ...frameTimings,
      loadCpuSeconds: loaded.cpuSeconds - empty.cpuSeconds,
      rendererMegabytes: idle.rendererMegabytes - empty.rendererMegabytes,
      graphicsMegabytes: idle.graphicsMegabytes - empty.graphicsMegabytes,
      ...frames,
      errors: browser.errors.slice(0, 3),
    }
  })
}
