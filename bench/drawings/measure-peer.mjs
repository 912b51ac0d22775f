import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensurePeers } from '../lib/install.mjs'
import { benchFolder } from '../lib/paths.mjs'
import { bundlePage } from '../view/bundle.mjs'
import { BenchServer } from '../view/server.mjs'
import { countReceived, withDrawingBrowser } from './browser.mjs'
import { dxfTwin } from './dxf-twin.mjs'
import { measureGestures } from './gestures.mjs'

const folder = join(benchFolder, 'drawings/reference')
const modules = join(folder, 'node_modules')

/**
 * @typedef {object} Peer
 * @property {string} page  name of its page in `reference`
 * @property {'left' | 'middle'} button that pans the drawing
 * @property {Record<string, string>} folders  additional folders that it loads, by address
 * @property {boolean} canDrawAsItReads
 * @property {(sample: import('../lib/samples.mjs').Sample) => string | Promise<string>} getFile  the file that it opens
 */

/** @type {Record<string, Peer>} */
export const peers = {
  mlightcad: {
    page: 'mlightcad',
    button: 'middle',
    folders: {
      '/code/mlightcad/parser/': join(modules, '@mlightcad/libredwg-converter/dist'),
      '/code/mlightcad/texts/': join(modules, '@mlightcad/mtext-renderer/dist'),
    },
    canDrawAsItReads: true,
    getFile: ({ path }) => path,
  },
  'dxf-viewer': {
    page: 'dxf-viewer',
    button: 'left',
    folders: { '/fonts/': join(modules, 'dejavu-fonts-ttf/ttf') },
    canDrawAsItReads: false,
    getFile: dxfTwin,
  },
}

/** Installs and bundles a viewer. @param {Peer} peer @returns {Promise<BenchServer & { address: string }>} */
export async function startPeer({ page, folders }) {
  ensurePeers(folder, ['--legacy-peer-deps'])
  const server = new BenchServer()
  for (const [address, path] of Object.entries(folders)) server.serve(address, `${path}/`)
  server.serve(`/code/${page}/`, `${await bundlePage(page, folder)}/`)
  server.address = await server.start()
  return server
}

async function openViewer(browser, server, { page }) {
  await browser.page.goto(`${server.address}/page?peer=${page}`)
  await browser.page.waitForFunction(() => window.peer, undefined, { timeout: 60_000 })
  await browser.page.evaluate(() => window.peer.init(document.querySelector('#view')))
  await pause(1000)
}

const getPageParameters = (server, path) => {
  server.serve('/data/', `${dirname(path)}/`)
  return [basename(path), `/data/${encodeURIComponent(basename(path))}`]
}

const openFirst = (server, peer, path, isProgressive) =>
  withDrawingBrowser(async (browser) => {
    const received = await countReceived(browser, ({ pathname }) => (pathname.startsWith('/code/') ? 'code' : null))
    await openViewer(browser, server, peer)
    const before = browser.usage()
    const timings = await browser.page.evaluate(
      async ([name, address, progressive]) => {
        const started = performance.now()
        window.benchProbe.isCapturing = true
        await window.peer.open(name, address, progressive)
        const timings = await window.benchDrawing.measureOpening(window.peer.redraw)
        return {
          firstMilliseconds: timings.firstMilliseconds - started,
          wholeMilliseconds: timings.completeMilliseconds - started,
          inkShare: timings.coverage,
        }
      },
      [...getPageParameters(server, path), isProgressive],
    )
    return { ...timings, codeBytes: received.code, openCpuSeconds: browser.usage().cpuSeconds - before.cpuSeconds }
  })

const lookAround = (server, peer, path, screenshotPath) =>
  withDrawingBrowser(async (browser) => {
    await browser.page.goto(`${server.address}/page?peer=empty`)
    await browser.collectGarbage()
    const empty = browser.usage()
    await openViewer(browser, server, peer)
    await browser.page.evaluate(
      ([name, address]) => window.peer.open(name, address, false),
      getPageParameters(server, path),
    )
    await pause(5000)
    await browser.collectGarbage()
    await pause(500)
    const idle = browser.usage()
    await browser.page.screenshot({ path: screenshotPath })
    return {
      rendererMegabytes: idle.rendererMegabytes - empty.rendererMegabytes,
      graphicsMegabytes: idle.graphicsMegabytes - empty.graphicsMegabytes,
      ...(await measureGestures(browser, peer.button)),
    }
  })

/**
 * Opens a file in a new browser with a loaded, idle viewer, then once more for memory and frames.
 * @param {Awaited<ReturnType<typeof startPeer>>} server
 * @param {Peer} peer
 * @param {import('../lib/samples.mjs').Sample} sample
 * @param {string} screenshotPath path of the screenshot
 */
export async function measurePeer(server, peer, sample, screenshotPath) {
  const path = await peer.getFile(sample)
  const opening = await openFirst(server, peer, path, false)
  const progressive = peer.canDrawAsItReads ? await openFirst(server, peer, path, true) : {}
  return {
    ...opening,
    progressiveFirstMilliseconds: progressive.firstMilliseconds,
    ...(await lookAround(server, peer, path, screenshotPath)),
  }
}
