import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { bundles } from '../../scripts/lib/bundle.mjs'
import { filesBelow, isTest, readText } from './source-files.js'

const workerCall = /compiledModule\(import\.meta\.url, '(\.[^']*-worker\.js)'\)/g

/** Compiled modules of the worker threads that readers start. */
const readerWorkers = ['packages/formats/src', 'packages/codecs/src']
  .flatMap((folder) => filesBelow(folder, ['.ts']))
  .filter((path) => !isTest(path))
  .flatMap((path) => [...readText(path).matchAll(workerCall)].map(([, name = '']) => join(dirname(path), name)))
  .map((path) => path.replace('/src/', '/dist/'))

it('every worker thread of a reader starts from a bundle', () => {
  expect(readerWorkers.length).toBeGreaterThan(0)
  expect(Object.keys(bundles)).toEqual(expect.arrayContaining(readerWorkers))
})
