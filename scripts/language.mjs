import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDeclarations, isScript, parseScript } from './language/declarations.mjs'
import { grammar, hasTechnicalTerm, isIgnored, NameCheck } from './language/rules.mjs'
import { createTitleCheck, findTestTitles, isTestFile } from './language/titles.mjs'
import { root } from './lib/run.mjs'

/*
 * Lists deviations from the project's language: declared names, files and folders with a banned word, test titles that
 * are not sentences, and decisions without a technical term. `language/rules.json` states the better words, and the
 * reasons of names that stay. Fails if there is any deviation.
 */

const paths = execFileSync('git', ['-C', root, 'ls-files'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  .split('\n')
  .filter((path) => path !== '' && !isIgnored(path) && existsSync(join(root, path)))
const read = (path) => readFileSync(join(root, path), 'utf8')
const findFault = createTitleCheck(grammar)
const nameCheck = new NameCheck()

const describeName = (entry) =>
  nameCheck.findBrokenRules(entry).map((word) => `${entry.path}: ${entry.kind} ${entry.name} (${word})`)

function checkScript(path) {
  const text = read(path)
  const program = parseScript(path, text)
  const locate = (offset) => `${path}:${text.slice(0, offset).split('\n').length}`
  const names = findDeclarations(program).flatMap(({ kind, name, start, isLookUp }) =>
    nameCheck
      .findBrokenRules({ name, kind, path, isLookUp })
      .map((word) => `${locate(start)} ${kind} ${name} (${word})`),
  )
  const titles = isTestFile(path) ? findTestTitles(program) : []
  const faults = titles.flatMap(({ chain, title, start }) => {
    const fault = findFault({ chain, title })
    return fault === null ? [] : [`${locate(start)} title ${[...chain, title].join(' > ')} (${fault})`]
  })
  return [...names, ...faults]
}

function checkFileName(path) {
  const name = path
    .split('/')
    .at(-1)
    .replace(/(\.[a-z0-9]+)+$/i, '')
  return name === '' || name === 'index' ? [] : describeName({ name, kind: 'file', path })
}

function listFolders() {
  const folders = paths.flatMap((path) => path.split('/').map((_, count, parts) => parts.slice(0, count).join('/')))
  return [...new Set(folders)].filter((path) => path !== '')
}

function checkDecision(path) {
  const title = read(path).split('\n', 1)[0]
  return hasTechnicalTerm(title) ? [] : [`${path}: decision ${title} (no technical term)`]
}

const deviations = [
  ...paths.filter(isScript).flatMap(checkScript),
  ...paths.flatMap(checkFileName),
  ...listFolders().flatMap((path) => describeName({ name: path.split('/').at(-1), kind: 'folder', path })),
  ...paths.filter((path) => /^docs\/decisions\/\d{4}-/.test(path)).flatMap(checkDecision),
]
deviations.push(...nameCheck.findUnusedExceptions().map((exception) => `rules.json: unused exception ${exception}`))
for (const deviation of deviations) process.stdout.write(`${deviation}\n`)
if (deviations.length > 0) process.exitCode = 1
