// npm run messages -- export|import <language> FILE: writes all messages of a language into one JSON file for its
// translators, English beside the translation; reads the file back into the folders of messages.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportMessages, importMessages } from './lib/messages.mjs'
import { root } from './lib/run.mjs'

const [command, language = '', file] = process.argv.slice(2)
if (!['export', 'import'].includes(command) || !/^[a-z]{2}$/.test(language) || language === 'en' || !file) {
  console.error('Usage: npm run messages -- export|import <language> FILE, the language as two letters, not en.')
  process.exit(2)
}
const files =
  command === 'export'
    ? { [file]: `${JSON.stringify(exportMessages(language), null, 2)}\n` }
    : importMessages(language, JSON.parse(readFileSync(file, 'utf8')))
for (const [path, text] of Object.entries(files)) writeFileSync(command === 'export' ? path : join(root, path), text)
console.log(`${Object.keys(files).length} files written`)
