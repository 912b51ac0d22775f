import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readerSuites } from './reader-suites.mjs'
import { root } from './run.mjs'

// Suites in which only some tests have a fault id.
const mixedSuites =
  /\.fleet\.test\.ts$|tests\/fleet\/.*\.test\.ts$|architecture\/dependencies\.test\.ts$|jobs\/queue[^/]*\.test\.ts$|storage\/src\/(blob|derivative)-store\.test\.ts$|database\/src\/database\.test\.ts$|platform\/configuration\/configuration\.test\.ts$|modules\/(accounts\/(first-password|two-factor\/two-factor)|profile\/profile|aps\/object-storage\/storage|topics\/bcf\/bcf-heavy)\.test\.ts$/
const readerSuite = 'packages/test-kit/src/suites/reader-suite.ts'

/**
 * Returns ids and groups of the fault table as a pattern alternative: `K`, `D04` give `K\d\d|D04`; without any, all of
 * them.
 */
export function idPattern(selection) {
  const unknown = selection.filter((word) => !/^[A-Z](\d\d)?$/.test(word))
  if (unknown.length > 0) throw new Error(`Neither a group nor an id of the table of faults: ${unknown.join(', ')}`)
  if (selection.length === 0) return String.raw`[A-Z]\d\d`
  return selection.map((word) => (word.length === 1 ? String.raw`${word}\d\d` : word)).join('|')
}

/** Returns the test files with tests of these ids, as paths in the repository: only these are loaded. */
export function faultFiles(pattern) {
  const names = new RegExp(String.raw`\b(${pattern}) `)
  const hasFaultId = (path) => [path, ...findSiblingImports(path)].some((file) => names.test(readText(file)))
  const tests = ['apps', 'packages', 'tests'].flatMap(testFiles).filter(hasFaultId)
  return hasFaultId(readerSuite) ? [...new Set([...tests, ...readerSuites()])] : tests
}

const readText = (path) => readFileSync(join(root, path), 'utf8')

/** Returns the imports from sibling files, which may contain a suite shared by several adapters or sizes. */
function findSiblingImports(path) {
  const importPaths = [...readText(path).matchAll(/from '(\.[^']+)\.js'/g)].map(([, name]) => join(dirname(path), name))
  return importPaths.map((name) => `${name}.ts`).filter((name) => existsSync(join(root, name)))
}

function testFiles(folder) {
  const paths = []
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && entry.name !== 'dist') paths.push(...testFiles(path))
    } else if (/\.abuse\.(slow\.)?test\.tsx?$/.test(path) || mixedSuites.test(path)) paths.push(path)
  }
  return paths
}
