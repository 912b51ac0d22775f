import { join, relative } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { createVitest } from 'vitest/node'
import { root } from '../lib/run.mjs'
import { addSwitches } from './mutants.mjs'

/*
 * Child process of `mutation.mjs`: a warm vitest whose modules contain all mutants. The first message lists the mutants;
 * each other one is a run, `{ files, mutation }`, and the reply says whether it passed.
 */

let vitest
let order = []

async function start(mutants) {
  const { config } = await loadConfigFromFile({ command: 'serve', mode: 'test' }, join(root, 'vitest.config.ts'))
  const { test: unit, ...vite } = config.test.projects.find(({ test }) => test.name === 'unit')
  const plugin = {
    name: 'mutants',
    enforce: 'pre',
    transform(code, id) {
      const own = mutants.filter(({ path }) => path === relative(root, id.split('?')[0]))
      return own.length === 0 ? undefined : { code: addSwitches(code, own), map: null }
    },
  }
  /** Keeps the order of a run, in which the tests nearest to the mutant are first. */
  class FixedSequencer {
    shard = (files) => files
    sort = (files) => files.toSorted((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId))
  }
  const common = { config: false, root, watch: false, silent: true, reporters: [{}], bail: 1, isolate: false }
  const workers = { pool: 'threads', maxWorkers: 1, testTimeout: 30_000, hookTimeout: 30_000 }
  const files = { setupFiles: [join(root, 'scripts/mutation/setup.mjs')], sequence: { sequencer: FixedSequencer } }
  const options = { ...unit, ...common, ...workers, ...files }
  return createVitest('test', options, { ...vite, configFile: false, plugins: [plugin] })
}

async function run({ files, mutation }) {
  order = files.map((path) => join(root, path))
  vitest.getRootProject().provide('mutation', mutation)
  const specifications = await vitest.globTestSpecifications(order)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true)
  return unhandledErrors.length === 0 && testModules.length > 0 && testModules.every((module) => module.ok())
}

process.on('disconnect', () => process.exit())
process.on('message', (message) => void handleMessage(message))

async function handleMessage(message) {
  vitest ??= await start(message.mutants)
  process.send({ passed: message.files ? await run(message) : true })
}
