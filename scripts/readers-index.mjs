// Writes packages/readers/src/generated/ from the rooms that exist: a room is a folder with a card.ts; its name is the
// format's id. With --check nothing is written and the exit code is 1 when the committed index is out of date.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePageTables } from './lib/page-tables.mjs'
import { root } from './lib/run.mjs'

const source = join(root, 'packages/readers/src')
const target = join(source, 'generated')
const note = '// Written by scripts/readers-index.mjs (npm run readers:index). Do not edit.\n'

const readerNames = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(source, entry.name, 'card.ts')))
  .map((entry) => entry.name)
  .sort()

/** `3dm` is a fine folder and no fine identifier. */
const toDescriptorName = (reader) => `card${reader.charAt(0).toUpperCase()}${reader.slice(1)}`

const descriptors = `${note}import type { FormatDescriptor } from '@kamar/scene'
${readerNames.map((reader) => `import { card as ${toDescriptorName(reader)} } from '../${reader}/card.js'\n`).join('')}
/** The cards of all reader rooms, by id; importing them loads no parser. */
export const formatCards: readonly FormatDescriptor[] = [${readerNames.map(toDescriptorName).join(', ')}]
`

const readers = `${note}import type { ReaderRoom } from '../reader-room.js'

/** Loads a room's parser when it is needed; the key is the format's id. */
export const readerRooms: Readonly<Record<string, () => Promise<ReaderRoom>>> = {
${readerNames.map((reader) => `  '${reader}': () => import('../${reader}/reader.js'),\n`).join('')}}
`

const files = { 'cards.ts': descriptors, 'readers.ts': readers }
const current = (name) => (existsSync(join(target, name)) ? readFileSync(join(target, name), 'utf8') : '')
const stale = Object.keys(files).filter((name) => current(name) !== files[name])

if (process.argv.includes('--check')) {
  if (stale.length > 0) console.error(`Out of date: ${stale.join(', ')}. Run: npm run readers:index`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  mkdirSync(target, { recursive: true })
  for (const name of stale) writeFileSync(join(target, name), files[name])
  await writePageTables()
  console.log(`${readerNames.length} reader rooms: ${readerNames.join(', ')}`)
}
