// Writes the tables of the documentation and licences pages from the format descriptors, the viewer's keys and the lock
// file. With --check nothing is written and the exit code is 1 when a committed table is out of date.
import { writePageTables } from './lib/page-tables.mjs'

const check = process.argv.includes('--check')
const stale = await writePageTables({ check })
if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run: npm run pages:tables`)
  process.exitCode = 1
}
