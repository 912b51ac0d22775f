import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const textFolder = join(root, 'apps/web/src')

/** Returns the English texts of all pages by key, such as `commands.group.general`. */
function readTexts() {
  const files = readdirSync(textFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('/en.json'),
  )
  return Object.assign({}, ...files.map((path) => JSON.parse(readFileSync(join(textFolder, path), 'utf8'))))
}

const findText = (texts, key) => key.split('.').reduce((tree, part) => tree[part], texts)

const keyNames = { Mod: 'Ctrl', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' }

/** Returns a chord of the command table as printed on the keys: `Ctrl+K`. */
const toKeyText = (chord) =>
  chord === '+'
    ? chord
    : chord
        .split('+')
        .map((part) => keyNames[part] ?? part.replace(/^(Key|Digit)/, ''))
        .join('+')

const scopes = { canvas: 'when the model is focused', fields: 'also in text fields' }

/** Returns tables of the commands and their default keys by group, as Markdown. */
export function toCommandTables({ commandDefinitions, commandGroups }) {
  const texts = readTexts()
  const tables = commandGroups.map((group) => {
    const rows = commandDefinitions
      .filter((definition) => definition.group === group)
      .map(({ keys, scope, text }) => {
        const keyTexts = keys.map((chord) => `\`${toKeyText(chord)}\``).join(', ')
        return `| ${findText(texts, text)} | ${keyTexts === '' ? '–' : keyTexts} | ${scopes[scope] ?? ''} |`
      })
    return `### ${findText(texts, `commands.group.${group}`)}\n\n| command | keys | |\n|---|---|---|\n${rows.join('\n')}`
  })
  return tables.join('\n\n')
}
