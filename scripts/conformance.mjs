// Counts the statements that are covered by a test: those of the specification (docs/spec-conformance.md) and the
// strengths of the product (docs/strengths.md), or those of a given page. Fails if a row names a missing test or none.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listErrors, readRows } from './lib/conformance.mjs'
import { root } from './lib/run.mjs'

const pages = process.argv[2]
  ? [process.argv[2]]
  : ['docs/spec-conformance.md', 'docs/strengths.md'].map((path) => join(root, path))

for (const page of pages) {
  const rows = readRows(readFileSync(page, 'utf8'))
  const errors = rows.flatMap((row) => listErrors(row))
  const numbers = rows.map(({ number }) => number)
  const repeated = numbers.filter((number, index) => numbers.indexOf(number) !== index)

  for (const { number, kind, text } of errors) process.stdout.write(`${number} ${kind}: ${text}\n`)
  for (const number of repeated) process.stdout.write(`${number} stands twice\n`)
  const failing = new Set(errors.map(({ number }) => number))
  process.stdout.write(
    `${basename(page)}: ${rows.length - failing.size} of ${rows.length} statements are shown by a test\n`,
  )

  if (rows.length === 0 || errors.length > 0 || repeated.length > 0) process.exitCode = 1
}
