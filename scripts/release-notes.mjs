// Prints the changes of a version, by default that of package.json: node scripts/release-notes.mjs [X.Y.Z]
import { readFileSync } from 'node:fs'
import { getReleaseNotes, parseChangelog } from './lib/changelog.mjs'
import { root } from './lib/run.mjs'

const { version: current } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const [version = current] = process.argv.slice(2)
process.stdout.write(getReleaseNotes(parseChangelog(), version))
