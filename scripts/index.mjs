// Writes the generated lists of everything that is added as a folder (formats, exporters, viewer tools, server modules),
// and the tables of pages that derive from them. With --check nothing is written and the exit code is 1 when a committed
// file is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { kinds } from './index/kinds.mjs'
import { listMembers } from './index/members.mjs'
import { renderMessages } from './index/messages.mjs'
import { writePageTables } from './lib/page-tables.mjs'
import { root } from './lib/run.mjs'

const check = process.argv.includes('--check')
const note = '// Written by scripts/index.mjs (npm run index). Do not edit.\n'

const stale = []
function write(files) {
  for (const [path, text] of Object.entries(files)) {
    const target = join(root, path)
    const current = existsSync(target) ? readFileSync(target, 'utf8') : ''
    if (current === `${note}${text}`) continue
    stale.push(path)
    if (check) continue
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, `${note}${text}`)
  }
}

for (const kind of kinds) {
  const members = listMembers(kind)
  write(await kind.render(members))
  if (!check) console.log(`${members.length} ${kind.name}: ${members.join(', ')}`)
}
write(renderMessages())
stale.push(...(await writePageTables({ check })))

if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run: npm run index`)
  process.exitCode = 1
}
