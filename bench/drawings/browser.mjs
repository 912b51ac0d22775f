import { fileURLToPath } from 'node:url'
import { MeasuredBrowser } from '../view/browser.mjs'

const pageScript = fileURLToPath(new URL('page/drawing-probe.js', import.meta.url))

/**
 * Opens a new browser with the probes installed, and closes it.
 * @template Answer
 * @param {(browser: MeasuredBrowser) => Promise<Answer>} work
 * @returns {Promise<Answer>}
 */
export async function withDrawingBrowser(work) {
  const browser = await MeasuredBrowser.launch()
  await browser.page.addInitScript({ path: pageScript })
  const crashed = new Promise((_, reject) => {
    browser.page.once('crash', () => reject(new Error('the page crashed')))
  })
  try {
    return await Promise.race([work(browser), crashed])
  } catch (error) {
    const [first] = browser.errors
    throw first ? new Error(`${error.message.split('\n')[0]} (page: ${first})`, { cause: error }) : error
  } finally {
    await browser.close()
  }
}

/**
 * Counts the bytes that the page receives over the network.
 * @param {MeasuredBrowser} browser
 * @param {(address: URL) => string | null} classifyRequest  null: not counted
 */
export async function countReceived(browser, classifyRequest) {
  const received = {}
  const kinds = new Map()
  const { devTools } = browser
  devTools.on('Network.responseReceived', ({ requestId, response }) =>
    kinds.set(requestId, classifyRequest(new URL(response.url))),
  )
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind != null) received[kind] = (received[kind] ?? 0) + encodedDataLength
  })
  await devTools.send('Network.enable')
  return received
}
