import { fork } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { computeDistances, readImporters } from './lib/import-graph.mjs'
import { resultsFolder } from './lib/prepare-tests.mjs'
import { root } from './lib/run.mjs'
import { findMutants } from './mutation/mutants.mjs'

/*
 * Changes the sources of one folder in small ways, one at a time, and reports which changes the unit tests of its package
 * do not notice. The same seed chooses the same mutants of the same sources. `--survivors` tries only the surviving and
 * unreached mutants of the previous run again, for example after adding tests.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string' },
    survivors: { type: 'boolean', default: false },
  },
})
const folder = positionals[0]?.replace(/\/$/, '')
if (positionals.length !== 1 || !existsSync(join(root, folder))) {
  process.stderr.write('Usage: npm run mutation -- FOLDER [--count 400] [--seed 1] [--tests FOLDER] [--survivors]\n')
  process.exit(2)
}
const report = join(resultsFolder, `mutation-${folder.replaceAll('/', '-')}.json`)
const hitsFile = join(resultsFolder, `mutation-hits-${process.pid}.json`)
mkdirSync(resultsFolder, { recursive: true })

const listFiles = (path) =>
  readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
const isSource = (path) =>
  /\.tsx?$/.test(path) &&
  !/\.(test|d)\.tsx?$|\/(testing|test-support|fixtures|generated|node_modules|dist)\//.test(path)
const isTest = (path) => path.endsWith('.test.ts') && !/\.(slow|browser|fleet)\.test\.ts$/.test(path)

/** Returns pseudo-random numbers from 0 to 1 (mulberry32). */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns `count` mutants of the sources, in the order of the sources. */
function chooseMutants(sources, count, seed) {
  const random = createRandom(seed)
  const all = sources.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return findMutants(path, text).map((mutant) => ({
      path,
      line: text.slice(0, mutant.start).split('\n').length,
      ...mutant,
    }))
  })
  const order = all.map((_, index) => ({ index, rank: random() })).toSorted((a, b) => a.rank - b.rank)
  const selection = order.slice(0, count).map(({ index }) => index)
  return {
    seed,
    total: all.length,
    mutants: selection.toSorted((a, b) => a - b).map((index) => ({ ...all[index], id: index })),
  }
}

/** Runs tests in a child process, which is replaced after an endless loop or a crash. */
class Runner {
  #child = null
  #mutants

  constructor(mutants) {
    this.#mutants = mutants
  }

  async run(files, active, deadlineMs) {
    if (this.#child === null) {
      this.#child = fork(join(root, 'scripts/mutation/runner.mjs'), {
        cwd: root,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      await this.#request({ mutants: this.#mutants }, 120_000)
    }
    const reply = await this.#request({ files, mutation: { active, deadlineMs, hitsFile } }, deadlineMs + 20_000)
    if (reply !== null) return reply.passed ? 'survived' : 'killed'
    this.#child?.kill('SIGKILL')
    this.#child = null
    return 'timeout'
  }

  /** Resolves with the child's reply, or null if it does not reply in time or exits. */
  #request(message, timeoutMs) {
    return new Promise((resolve) => {
      const child = this.#child
      const end = (reply) => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve(reply)
      }
      const timer = setTimeout(() => end(null), timeoutMs)
      child.on('message', end)
      child.on('exit', () => end(null))
      child.send(message)
    })
  }

  stop() {
    this.#child?.kill('SIGKILL')
  }
}

/** Runs each test file once without a mutant; returns its duration and the mutants that it reaches. */
async function measureTests(runner, files) {
  const tests = []
  for (const path of files) {
    const started = performance.now()
    rmSync(hitsFile, { force: true })
    if ((await runner.run([path], null, 180_000)) !== 'survived') throw new Error(`${path} fails without a mutant`)
    const hits = existsSync(hitsFile) ? JSON.parse(readFileSync(hitsFile, 'utf8')) : []
    tests.push({ path, ms: performance.now() - started, hits: new Set(hits) })
  }
  rmSync(hitsFile, { force: true })
  return tests
}

const sources = listFiles(folder).filter(isSource)
const importers = readImporters()
let packageFolder = folder
while (!existsSync(join(root, packageFolder, 'package.json'))) packageFolder = dirname(packageFolder)
const reached = computeDistances(sources, importers)
const testFiles = listFiles(values.tests ?? packageFolder).filter((path) => isTest(path) && reached.has(path))
const isMissed = ({ result }) => /survived|uncovered/.test(result)
const previous = values.survivors ? JSON.parse(readFileSync(report, 'utf8')) : null
const { seed, total, mutants } = previous ?? chooseMutants(sources, Number(values.count), Number(values.seed))
const pending = previous ? mutants.filter(isMissed) : mutants
process.stdout.write(
  `${pending.length} of ${total} mutants in ${sources.length} files, ${testFiles.length} test files\n`,
)

const startedAt = performance.now()
const runner = new Runner(pending)
process.on('SIGINT', () => process.exit(130)).on('exit', () => runner.stop())
const tests = await measureTests(runner, testFiles)
const distances = new Map(sources.map((path) => [path, computeDistances([path], importers)]))
for (const mutant of pending) {
  const nearness = distances.get(mutant.path)
  const files = tests
    .filter(({ hits }) => hits.has(mutant.id))
    .toSorted((a, b) => nearness.get(a.path) - nearness.get(b.path) || a.ms - b.ms)
  const deadlineMs = files.reduce((sum, { ms }) => sum + ms, 0) * 3 + 5000
  const paths = files.map(({ path }) => path)
  mutant.result = files.length === 0 ? 'uncovered' : await runner.run(paths, mutant.id, deadlineMs)
  if (isMissed(mutant)) process.stdout.write(`${mutant.result} ${describeMutant(mutant)}\n`)
}
runner.stop()

function describeMutant({ path, line, original, mutated, isStatement }) {
  const toLine = (text) => text.replace(/\s+/g, ' ').slice(0, 100)
  return `${path}:${line}  ${toLine(original)}  →  ${isStatement ? '(removed)' : toLine(mutated)}`
}

const results = ['killed', 'timeout', 'survived', 'uncovered']
const countResults = (list) => results.map((name) => list.filter(({ result }) => result === name).length)
const toRow = (name, list) =>
  `${name.padEnd(60)}${countResults(list)
    .map((count) => String(count).padStart(10))
    .join('')}\n`
process.stdout.write(`\n${''.padEnd(60)}${results.map((name) => name.padStart(10)).join('')}\n`)
for (const path of sources) {
  const own = mutants.filter((mutant) => mutant.path === path)
  if (own.length > 0) process.stdout.write(toRow(relative(folder, path), own))
}
process.stdout.write(toRow('all', mutants))
const [killed, timeouts] = countResults(mutants)
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
const percent = ((100 * (killed + timeouts)) / mutants.length).toFixed(1)
process.stdout.write(`${percent} % killed in ${minutes} minutes, seed ${seed}; ${relative(root, report)}\n`)
writeFileSync(report, JSON.stringify({ seed, total, mutants }, null, 1))
