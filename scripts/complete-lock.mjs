/**
 * Adds lock entries for platform packages that the reachable registry does not provide, so that `npm ci` accepts the
 * lock on every platform. npm writes no entry for an optional package it could not fetch, and then rejects its own
 * lock. Run it after every `npm install` that changes package-lock.json.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { writePageTables } from './lib/page-tables.mjs'
import { root } from './lib/run.mjs'

const operatingSystems = {
  darwin: 'darwin',
  win32: 'win32',
  windows: 'win32',
  linux: 'linux',
  linuxmusl: 'linux',
  android: 'android',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
}
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32']

function parsePlatform(name) {
  const tokens = name.split(/[/\-.]/)
  const system = tokens.map((word) => operatingSystems[word]).find(Boolean)
  const processor = tokens.map((word) => (word === 'armv7' ? 'arm' : word)).find((word) => processors.includes(word))
  const library = /musl/.test(name) ? 'musl' : system === 'linux' && /gnu/.test(name) ? 'glibc' : undefined
  return { system, processor, library }
}

/** Adds the missing entries of one lock file; returns their number. */
function completeLock(path) {
  const lock = JSON.parse(readFileSync(path, 'utf8'))
  let added = 0
  for (const [owner, locked] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(locked.optionalDependencies ?? {})) {
      const key = `node_modules/${name}`
      if (lock.packages[key] || lock.packages[`${owner}/${key}`]) continue
      const { system, processor, library } = parsePlatform(name)
      lock.packages[key] = {
        version: range.replace(/^[\^~]/, ''),
        ...(processor ? { cpu: [processor] } : {}),
        ...(locked.dev ? { dev: true } : {}),
        ...(library ? { libc: [library] } : {}),
        optional: true,
        ...(system ? { os: [system] } : {}),
      }
      added += 1
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
  return added
}

for (const folder of ['', 'docs/site/']) {
  const added = completeLock(`${root}${folder}package-lock.json`)
  process.stdout.write(`${folder}package-lock.json: added ${added} entries for other platforms.\n`)
}
await writePageTables()
