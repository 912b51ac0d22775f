// npm run new -- format|exporter|tool|module <id>: writes a folder that passes the suite of its kind, and updates the
// generated lists. The id is the folder's name: lower-case letters and digits, with hyphens.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { kinds } from './index/kinds.mjs'
import { binary, root } from './lib/run.mjs'

const suffix = '.template'
const idPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

function fail(message) {
  console.error(message)
  process.exit(2)
}

const capitalize = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Returns the values of the placeholders: `clash-test` is `clashTest` in code and "Clash test" in texts. */
function toPlaceholders(id) {
  const [first, ...others] = id.split('-')
  return {
    __id__: id,
    __camel__: [first, ...others.map(capitalize)].join(''),
    __title__: capitalize(id.replaceAll('-', ' ')),
  }
}

const fill = (text, placeholders) =>
  Object.entries(placeholders).reduce((filled, [name, value]) => filled.replaceAll(name, value), text)

const [template = '', id = ''] = process.argv.slice(2)
const chosenKinds = kinds.filter((kind) => kind.template === template)
if (chosenKinds.length === 0 || !idPattern.test(id)) {
  const choice = [...new Set(kinds.flatMap((kind) => kind.template ?? []))].join('|')
  fail(`Usage: npm run new -- ${choice} <id>, the id in lower case with hyphens.`)
}
const placeholders = toPlaceholders(id)
const members = chosenKinds.map(({ folder }) => `${folder}/${id}`)
for (const member of members) if (existsSync(join(root, member))) fail(`${member} exists already.`)

for (const [index, { templateFolder = template }] of chosenKinds.entries()) {
  const templates = join(root, 'scripts/new', templateFolder)
  for (const entry of readdirSync(templates, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const path = fill(relative(templates, source).slice(0, -suffix.length), placeholders)
    const target = join(root, members[index], path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, fill(readFileSync(source, 'utf8'), placeholders))
  }
}
for (const [command, ...parameters] of [
  [binary('oxfmt'), ...members.map((member) => join(root, member))],
  [process.execPath, join(root, 'scripts/index.mjs')],
]) {
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}
console.log(`Test it: npx vitest run ${members.at(-1)}`)
