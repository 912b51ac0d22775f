// Counts the statements of the specification that are covered by a test, from docs/spec-conformance.md (or a given
// page). Fails if a row names a missing test or none at all.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listErrors, readRows } from './lib/conformance.mjs'
import { root } from './lib/run.mjs'

const page = process.argv[2] ?? join(root, 'docs/spec-conformance.md')
const rows = readRows(readFileSync(page, 'utf8'))
const errors = rows.flatMap((row) => listErrors(row))
const numbers = rows.map(({ number }) => number)
const repeated = numbers.filter((number, index) => numbers.indexOf(number) !== index)

for (const { number, kind, text } of errors) process.stdout.write(`${number} ${kind}: ${text}\n`)
for (const number of repeated) process.stdout.write(`${number} stands twice\n`)
const failing = new Set(errors.map(({ number }) => number))
process.stdout.write(
  `${rows.length - failing.size} of ${rows.length} statements of the specification are shown by a test\n`,
)

if (rows.length === 0 || errors.length > 0 || repeated.length > 0) process.exitCode = 1
