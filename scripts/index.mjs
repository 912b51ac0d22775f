// Writes the generated lists of everything that is added as a folder (formats, exporters, viewer tools, server modules),
// the tables of pages that derive from them, and the diagram of the packages. With --check nothing is written and the exit code is 1 when a committed
// file is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { kinds } from './index/kinds.mjs'
import { listMembers } from './index/members.mjs'
import { renderMessages } from './index/messages.mjs'
import { renderWasm } from './index/wasm.mjs'
import { drawArchitecture } from './lib/architecture-diagram.mjs'
import { writePageTables } from './lib/page-tables.mjs'
import { root } from './lib/run.mjs'

const check = process.argv.includes('--check')
const note = '// Written by scripts/index.mjs (npm run index). Do not edit.\n'

const stale = []
/** Writes a file that differs from its new text; with --check it is only noted. */
function write(path, text) {
  const target = join(root, path)
  if ((existsSync(target) ? readFileSync(target, 'utf8') : '') === text) return
  stale.push(path)
  if (check) return
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}

/** Writes generated sources by path. */
function writeSources(files) {
  for (const [path, text] of Object.entries(files)) write(path, `${note}${text}`)
}

for (const kind of kinds) {
  const members = listMembers(kind)
  writeSources(await kind.render(members))
  if (!check) console.log(`${members.length} ${kind.name}: ${members.join(', ')}`)
}
writeSources(renderMessages())
writeSources(await renderWasm())
write('docs/images/packages.svg', drawArchitecture())
stale.push(...(await writePageTables({ check })))

if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run: npm run index`)
  process.exitCode = 1
}
