import { parseArgs } from 'node:util'
import { logProgress } from '../lib/log.mjs'
import { MeasuredBrowser } from './browser.mjs'
import { bundlePage } from './bundle.mjs'
import { makeCity } from './made-city.mjs'
import { BenchServer } from './server.mjs'

/**
 * Walks through a made model at random (orbit, zoom, section, hide, isolate, floors, search and fit) and reports the
 * highest memory; ends with exit code 1 if it exceeded the budget.
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
const browser = await MeasuredBrowser.launch()
try {
  await browser.page.goto(`${address}/page?peer=walk&memory=${budget}`)
  await browser.page.waitForFunction(() => window.walk, undefined, { timeout: 60_000 })
  await browser.collectGarbage()
  const empty = browser.usage()
  const { first, loadMilliseconds } = await browser.page.evaluate((url) => window.walk.load(url), '/data/city/')
  logProgress(`first frame after ${Math.round(first.milliseconds)} ms, ${first.bytes} bytes: ${first.paths.join(', ')}`)
  await browser.page.evaluate((value) => window.walk.seed(value), seed)
  const max = { estimate: 0, graphics: 0, page: 0, steps: 0 }
  const until = Date.now() + minutes * 60_000
  while (Date.now() < until) {
    const step = await browser.page.evaluate((wait) => window.walk.step(wait), stepMilliseconds)
    max.steps++
    max.estimate = Math.max(max.estimate, step.bytes)
    max.graphics = Math.max(max.graphics, step.graphicsBytes)
    if (max.steps % 5 === 0) await browser.collectGarbage()
    const page = browser.usage().rendererMegabytes - empty.rendererMegabytes
    if (max.steps % 5 === 0) max.page = Math.max(max.page, page)
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
    estimateMegabytes: megabytes(max.estimate),
    graphicsMegabytes: megabytes(max.graphics),
    pageMegabytes: Math.round(max.page),
    errors: browser.errors.slice(0, 3),
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
  const isWithin = max.estimate <= budget * 2 ** 20 && max.graphics + max.page * 2 ** 20 <= budget * 2 ** 20
  if (!isWithin || result.errors.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  server.stop()
}
