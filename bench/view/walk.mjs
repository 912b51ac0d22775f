import { parseArgs } from 'node:util'
import { logProgress } from '../lib/log.mjs'
import { bundlePage } from './bundle.mjs'
import { makeCity } from './made-city.mjs'
import { BenchServer } from './server.mjs'
import { UndebuggedBrowser } from './undebugged-browser.mjs'

/**
 * Walks through a made model at random (orbit, zoom, section, hide, isolate, floors, search and fit) and reports the
 * highest memory: of the page's process after garbage collections, which are forced after every fifth step, and at any
 * time. Ends with exit code 1 if it exceeded the budget after a collection.
 *
 * node view/walk.mjs [--instances N] [--budget MEGABYTES] [--minutes N] [--seed N]
 */
const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '400000' },
    budget: { type: 'string', default: '512' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
const [instances, budget, minutes, seed] = ['instances', 'budget', 'minutes', 'seed'].map((name) =>
  Number(values[name]),
)
const stepMilliseconds = 1000
const megabytes = (bytes) => Math.round(bytes / 2 ** 20)

const folder = await makeCity({ instances })
const server = new BenchServer()
const address = await server.start()
server.serve('/code/walk/', `${await bundlePage('walk')}/`)
server.serve('/data/city/', folder)
const browser = await UndebuggedBrowser.launch()
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
try {
  await browser.goto(`${address}/page?peer=walk&memory=${budget}`)
  while (!(await browser.evaluate(() => Boolean(window.walk)))) await pause(100)
  await browser.collectGarbage()
  const empty = browser.usage()
  const { first, loadMilliseconds } = await browser.evaluate((url) => window.walk.load(url), '/data/city/')
  const firstCpuSeconds = browser.usage().cpuSeconds - empty.cpuSeconds
  logProgress(`first frame after ${Math.round(first.milliseconds)} ms, ${first.bytes} bytes: ${first.paths.join(', ')}`)
  await browser.evaluate((value) => window.walk.seed(value), seed)
  const max = { estimate: 0, graphics: 0, page: 0, uncollected: 0, steps: 0 }
  const until = Date.now() + minutes * 60_000
  while (Date.now() < until) {
    const step = await browser.evaluate((wait) => window.walk.step(wait), stepMilliseconds)
    max.steps++
    max.estimate = Math.max(max.estimate, step.bytes)
    max.graphics = Math.max(max.graphics, step.graphicsBytes)
    let page = browser.usage().rendererMegabytes - empty.rendererMegabytes
    max.uncollected = Math.max(max.uncollected, page)
    if (max.steps % 5 === 0) {
      await browser.collectGarbage()
      page = browser.usage().rendererMegabytes - empty.rendererMegabytes
      max.page = Math.max(max.page, page)
    }
    logProgress(
      `${step.name}: ${megabytes(step.bytes)} MB, ${step.resident} of ${step.needed}, page ${Math.round(page)} MB, ` +
        `scripts ${megabytes(step.scriptBytes)} MB`,
    )
  }
  const result = {
    instances,
    budget,
    minutes,
    seed,
    steps: max.steps,
    firstFrameMilliseconds: Math.round(first.milliseconds),
    firstFrameBytes: first.bytes,
    loadMilliseconds: Math.round(loadMilliseconds),
    loadCpuMilliseconds: Math.round(firstCpuSeconds * 1000),
    estimateMegabytes: megabytes(max.estimate),
    graphicsMegabytes: megabytes(max.graphics),
    pageMegabytes: Math.round(max.page),
    uncollectedMegabytes: Math.round(max.uncollected),
    errors: browser.errors.slice(0, 3),
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
  const isWithin = max.estimate <= budget * 2 ** 20 && max.graphics + max.page * 2 ** 20 <= budget * 2 ** 20
  if (!isWithin || result.errors.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  server.stop()
}
