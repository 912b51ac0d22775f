import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const rowPattern = /^\| (\d[\w.]*) \|/
const witnessPattern = /^`([^`]+)` › (.+)$/

/**
 * Parses rows of the page: `| number | statement | reading | tests |`, tests as `` `file` › name ``, joined by `<br>`.
 */
export function readRows(markdown) {
  return markdown.split('\n').flatMap((line) => {
    const number = rowPattern.exec(line)?.[1]
    if (!number) return []
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    const [, , statement = '', , tests = ''] = cells
    return [{ number, statement, witnesses: tests === '' ? [] : tests.split('<br>').map((text) => text.trim()) }]
  })
}

/** Returns the mistakes of a row: no test named, or a test that does not exist. */
export function listErrors({ number, statement, witnesses }, readText = readSource) {
  if (witnesses.length === 0) return [{ number, kind: 'uncovered', text: statement }]
  return witnesses.flatMap((witness) => {
    const [, path, name] = witnessPattern.exec(witness) ?? []
    if (!path || !name) return [{ number, kind: 'unreadable', text: witness }]
    const text = readText(path)
    if (text === null) return [{ number, kind: 'no such file', text: path }]
    return holdsTest(text, name) ? [] : [{ number, kind: 'no such test', text: witness }]
  })
}

/** Returns whether a test file contains a call with this title as first argument that is not skipped. */
function holdsTest(text, name) {
  const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const pattern = new RegExp(String.raw`(\.\w+)?\(\s*(['"${'`'}])${literal}\2,`, 'g')
  return [...text.matchAll(pattern)].some(([, modifier]) => modifier !== '.skip' && modifier !== '.todo')
}

const texts = new Map()

function readSource(path) {
  if (!texts.has(path)) {
    const fullPath = join(root, path)
    texts.set(path, existsSync(fullPath) ? readFileSync(fullPath, 'utf8') : null)
  }
  return texts.get(path)
}
