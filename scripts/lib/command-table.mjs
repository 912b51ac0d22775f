import { messageFolders, readMessages } from './messages.mjs'

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
  const texts = new Map(messageFolders.flatMap((folder) => [...readMessages(folder, 'en')]))
  const tables = commandGroups.map((group) => {
    const rows = commandDefinitions
      .filter((definition) => definition.group === group)
      .map(({ keys, scope, text }) => {
        const keyTexts = keys.map((chord) => `\`${toKeyText(chord)}\``).join(', ')
        return `| ${texts.get(text)} | ${keyTexts === '' ? '–' : keyTexts} | ${scopes[scope] ?? ''} |`
      })
    return `### ${texts.get(`commands.group.${group}`)}\n\n| command | keys | |\n|---|---|---|\n${rows.join('\n')}`
  })
  return tables.join('\n\n')
}
