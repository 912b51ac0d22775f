import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDeclarations, isScript } from './language/declarations.mjs'
import { findBrokenRules, grammar, hasTechnicalTerm, isIgnored } from './language/rules.mjs'
import { createTitleCheck, findTestTitles, isTestFile } from './language/titles.mjs'
import { root } from './lib/run.mjs'

/*
 * Counts deviations from the project's language: declared names, files and folders with a banned word, test titles that
 * are not sentences, and decisions without a technical term. Fails if a count exceeds `language/limits.json`; `--write`
 * lowers these limits to the counts. `--list` prints every finding, `--list WORD` those of one rule, `--under PATH`
 * only those below a path.
 */

const limitsPath = join(root, 'scripts/language/limits.json')
const [isListed, isWritten] = ['--list', '--write'].map((flag) => process.argv.includes(flag))
const getOption = (flag) => {
  const value = process.argv.includes(flag) ? process.argv[process.argv.indexOf(flag) + 1] : undefined
  return value?.startsWith('--') ? undefined : value
}
const isShown = ({ path }) => path.startsWith(getOption('--under') ?? '')

const paths = execFileSync('git', ['-C', root, 'ls-files'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  .split('\n')
  .filter((path) => path !== '' && !isIgnored(path) && existsSync(join(root, path)))
const read = (path) => readFileSync(join(root, path), 'utf8')
const toLine = (text, offset) => text.slice(0, offset).split('\n').length

function findNames() {
  const scripts = paths.filter(isScript).flatMap((path) => {
    const text = read(path)
    return findDeclarations(path, text)
      .map((declaration) => ({ ...declaration, path, broken: findBrokenRules({ ...declaration, path }) }))
      .filter(({ broken }) => broken.length > 0)
      .map(({ start, ...finding }) => ({ ...finding, line: toLine(text, start) }))
  })
  const entries = [...listFiles(), ...listFolders()].map((entry) => ({ ...entry, broken: findBrokenRules(entry) }))
  return [...scripts, ...entries.filter(({ broken }) => broken.length > 0)]
}

const listFiles = () =>
  paths
    .map((path) => ({
      name: path
        .split('/')
        .at(-1)
        .replace(/(\.[a-z0-9]+)+$/i, ''),
      kind: 'file',
      path,
      line: 1,
    }))
    .filter(({ name }) => name !== '' && name !== 'index')

function listFolders() {
  const folders = new Set(
    paths.flatMap((path) => path.split('/').map((_, count, parts) => parts.slice(0, count).join('/'))),
  )
  folders.delete('')
  return [...folders].map((path) => ({ name: path.split('/').at(-1), kind: 'folder', path, line: 1 }))
}

function findTitles() {
  const findFault = createTitleCheck(grammar)
  return paths.filter(isTestFile).flatMap((path) => {
    const text = read(path)
    return findTestTitles(path, text)
      .map((entry) => ({ ...entry, path, fault: findFault(entry) }))
      .filter(({ fault }) => fault !== null)
      .map(({ chain, title, start, fault }) => {
        return { name: [...chain, title].join(' > '), kind: fault, path, line: toLine(text, start), broken: [fault] }
      })
  })
}

function findDecisions() {
  return paths
    .filter((path) => /^docs\/decisions\/\d{4}-/.test(path))
    .map((path) => ({ path, line: 1, kind: 'decision', name: read(path).split('\n', 1)[0], broken: ['decision'] }))
    .filter(({ name }) => !hasTechnicalTerm(name))
}

const findings = { names: findNames(), titles: findTitles(), decisions: findDecisions() }
if (isListed) {
  const word = getOption('--list')
  const listed = Object.values(findings).flat().filter(isShown)
  for (const { kind, line, name, path, broken } of listed)
    if (word === undefined || broken.includes(word)) process.stdout.write(`${path}:${line} ${kind} ${name}\n`)
}

const limits = JSON.parse(read('scripts/language/limits.json'))
const counts = Object.fromEntries(Object.entries(findings).map(([group, list]) => [group, list.length]))
for (const [group, count] of Object.entries(counts)) {
  if (count > limits[group]) process.exitCode = 1
  process.stdout.write(`${group}: ${count}, at most ${limits[group]} allowed\n`)
}
if (isWritten) {
  const lowered = Object.fromEntries(
    Object.entries(limits).map(([group, limit]) => [group, Math.min(limit, counts[group])]),
  )
  writeFileSync(limitsPath, `${JSON.stringify(lowered, null, 2)}\n`)
} else if (process.exitCode === 1) {
  process.stdout.write(
    'npm run language -- --list prints what is new beside the rest; language/rules.json has the better words\n',
  )
}
