import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensurePeers } from '../lib/install.mjs'
import { benchFolder } from '../lib/paths.mjs'
import { bundlePage } from '../view/bundle.mjs'
import { BenchServer } from '../view/server.mjs'
import { countReceived, withDrawingBrowser } from './browser.mjs'
import { measureGestures } from './gestures.mjs'

const folder = join(benchFolder, 'drawings/peer')
const page = 'mlightcad'

/** Workers stand beside the page, with what they load from beside themselves. */
const workerFolders = { parser: 'libredwg-converter', texts: 'mtext-renderer' }

/** Installs and bundles the viewer. @returns {Promise<BenchServer & { address: string }>} */
export async function startMlightcad() {
  ensurePeers(folder, ['--legacy-peer-deps'])
  const server = new BenchServer()
  server.serve(`/code/${page}/`, `${await bundlePage(page, folder)}/`)
  for (const [name, library] of Object.entries(workerFolders))
    server.serve(`/code/${page}/${name}/`, `${join(folder, 'node_modules/@mlightcad', library, 'dist')}/`)
  server.address = await server.start()
  return server
}

async function openViewer(browser, server) {
  await browser.page.goto(`${server.address}/page?peer=${page}`)
  await browser.page.waitForFunction(() => window.peer, undefined, { timeout: 60_000 })
  await browser.page.evaluate(() => window.peer.init(document.querySelector('#view')))
  await pause(1000)
}

const parametersOf = (server, sample) => {
  server.serve('/data/', `${dirname(sample.path)}/`)
  return [basename(sample.path), `/data/${basename(sample.path)}`]
}

const openFirst = (server, sample, isProgressive) =>
  withDrawingBrowser(async (browser) => {
    const received = await countReceived(browser, ({ pathname }) => (pathname.startsWith('/code/') ? 'code' : null))
    await openViewer(browser, server)
    const before = browser.usage()
    const seen = await browser.page.evaluate(
      async ([name, address, progressive]) => {
        const started = performance.now()
        window.benchProbe.watching = true
        await window.peer.open(name, address, progressive)
        const { first, whole, ink } = await window.benchDrawing.opened(window.peer.redraw)
        return { firstMilliseconds: first - started, wholeMilliseconds: whole - started, inkShare: ink }
      },
      [...parametersOf(server, sample), isProgressive],
    )
    return { ...seen, codeBytes: received.code, openCpuSeconds: browser.usage().cpuSeconds - before.cpuSeconds }
  })

const lookAround = (server, sample, picture) =>
  withDrawingBrowser(async (browser) => {
    await browser.page.goto(`${server.address}/page?peer=empty`)
    await browser.collectGarbage()
    const empty = browser.usage()
    await openViewer(browser, server)
    await browser.page.evaluate(
      ([name, address]) => window.peer.open(name, address, false),
      parametersOf(server, sample),
    )
    await pause(5000)
    await browser.collectGarbage()
    await pause(500)
    const resting = browser.usage()
    await browser.page.screenshot({ path: picture })
    return {
      rendererMegabytes: resting.rendererMegabytes - empty.rendererMegabytes,
      graphicsMegabytes: resting.graphicsMegabytes - empty.graphicsMegabytes,
      ...(await measureGestures(browser, 'middle')),
    }
  })

/**
 * Opens a file in a fresh browser whose viewer is loaded and waits, then once more for memory and frames.
 * @param {Awaited<ReturnType<typeof startMlightcad>>} server
 * @param {import('../lib/samples.mjs').Sample} sample
 * @param {string} picture where a picture is left
 */
export async function measureMlightcad(server, sample, picture) {
  const opening = await openFirst(server, sample, false)
  const progressive = await openFirst(server, sample, true)
  return {
    ...opening,
    progressiveFirstMilliseconds: progressive.firstMilliseconds,
    progressiveWholeMilliseconds: progressive.wholeMilliseconds,
    ...(await lookAround(server, sample, picture)),
  }
}
