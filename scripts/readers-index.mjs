// Writes packages/readers/src/generated/ from the reader folders: a reader is a folder with a descriptor.ts; its name is
// the format's id. With --check nothing is written and the exit code is 1 when the committed index is out of date.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePageTables } from './lib/page-tables.mjs'
import { root } from './lib/run.mjs'

const source = join(root, 'packages/readers/src')
const target = join(source, 'generated')
const note = '// Written by scripts/readers-index.mjs (npm run readers:index). Do not edit.\n'

const readerNames = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(source, entry.name, 'descriptor.ts')))
  .map((entry) => entry.name)
  .sort()

/** `3dm` is a valid folder name but not a valid identifier. */
const toDescriptorName = (reader) => `descriptor${reader.charAt(0).toUpperCase()}${reader.slice(1)}`

const descriptors = `${note}import type { FormatDescriptor } from '@kamar/scene'
${readerNames.map((reader) => `import { descriptor as ${toDescriptorName(reader)} } from '../${reader}/descriptor.js'\n`).join('')}
/** The descriptors of all readers, by id; importing them loads no parser. */
export const formatDescriptors: readonly FormatDescriptor[] = [${readerNames.map(toDescriptorName).join(', ')}]
`

const readers = `${note}import type { ReaderModule } from '../reader-module.js'

/** Loads the module of a reader when it is needed; the key is the format's id. */
export const readerModules: Readonly<Record<string, () => Promise<ReaderModule>>> = {
${readerNames.map((reader) => `  '${reader}': () => import('../${reader}/reader.js'),\n`).join('')}}
`

const files = { 'descriptors.ts': descriptors, 'readers.ts': readers }
const current = (name) => (existsSync(join(target, name)) ? readFileSync(join(target, name), 'utf8') : '')
const stale = Object.keys(files).filter((name) => current(name) !== files[name])

if (process.argv.includes('--check')) {
  if (stale.length > 0) console.error(`Out of date: ${stale.join(', ')}. Run: npm run readers:index`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  mkdirSync(target, { recursive: true })
  for (const name of stale) writeFileSync(join(target, name), files[name])
  await writePageTables()
  console.log(`${readerNames.length} readers: ${readerNames.join(', ')}`)
}
