import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { computeDistances, readImporters } from './lib/import-graph.mjs'
import { allProjects } from './lib/lanes.mjs'
import { installTestRequirements, prepareTests, resultsFolder } from './lib/prepare-tests.mjs'
import { root } from './lib/run.mjs'
import { runTests } from './lib/test-run.mjs'

/*
 * Runs the tests that a change affects by the import graph, nearest first, for about two minutes, and prints the
 * omitted ones. The change is the difference from BASE (default HEAD), new files included; `--all` runs all affected
 * tests.
 */

/** Average seconds of one worker per file, by path (measured over a whole run). */
const secondsByPattern = [
  [/\.browser\.test\.ts$/, 10],
  [/^tests\/(e2e|fleet)\//, 25],
  [/^tests\/contract\//, 8],
  [/^apps\/server\//, 2.5],
  [/^packages\/translation\//, 4],
  [/./, 0.8],
]
const workerCount = 2
const maxSeconds = 80
/** Run by `npm run check`, by `npm run test:nightly` or on a real database server. */
const otherRunners = /^tests\/(architecture|fleet\/(?!fleet\.test))|\.(slow|fleet)\.test\.ts$/

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
})
const [base = 'HEAD'] = positionals
const git = (...parameters) =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]

const importers = readImporters()
const isTest = (path) => /\.test\.tsx?$/.test(path) && !otherRunners.test(path)
const sources = changed.filter((path) => /\.(ts|tsx|mjs)$/.test(path))
const distances = computeDistances([...sources, ...findNearbyTests(changed)], importers)
const reached = [...distances].filter(([path]) => isTest(path)).toSorted((a, b) => a[1] - b[1])
const { selection, omittedPaths } = choose(reached.map(([path]) => path))

process.stdout.write(
  `${changed.length} changed files reach ${reached.length} test files; running ${selection.length}\n`,
)
if (selection.length > 0) {
  const environment = await prepareTests(await installTestRequirements())
  const report = join(resultsFolder, 'changed.json')
  const { code } = await runTests({ projects: allProjects, files: selection, report, environment })
  process.exitCode = code
}
if (omittedPaths.length > 0)
  process.stdout.write(
    `\nLeft out, more imports away (--all runs them):\n${omittedPaths.map((path) => `  ${path}\n`).join('')}`,
  )
process.stdout.write('Not part of this: npm run check, npm run test:nightly, npm run test:fleet\n')

/**
 * Returns the tests of the nearest folder that has any, for files that no module imports, such as fixtures and texts.
 */
function findNearbyTests(paths) {
  const tests = git('ls-files', '--', '*.test.ts', '*.test.tsx')
  return paths
    .filter((path) => !/\.(ts|tsx|mjs|md)$/.test(path))
    .flatMap((path) => {
      for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
        const siblingTests = tests.filter((test) => dirname(test) === folder)
        if (siblingTests.length > 0) return siblingTests
      }
      return []
    })
}

/** Returns the nearest files that fit into the time, and the others. */
function choose(paths) {
  if (values.all) return { selection: paths, omittedPaths: [] }
  let seconds = 0
  const fits = paths.map((path) => {
    const [, cost] = secondsByPattern.find(([pattern]) => pattern.test(path))
    const isFitting = seconds + cost / workerCount <= maxSeconds
    if (isFitting) seconds += cost / workerCount
    return isFitting
  })
  return { selection: paths.filter((_, at) => fits[at]), omittedPaths: paths.filter((_, at) => !fits[at]) }
}
