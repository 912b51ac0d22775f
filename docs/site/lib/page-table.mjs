import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from './paths.mjs'

const skippedFolders = new Set(['node_modules', 'dist', 'generated', 'data', '.git', '.github', 'site'])

/**
 * Rules that assign a Markdown file of the repository its path on the site, and a navigation title where the heading is
 * not informative; the first match applies.
 */
const rules = [
  [/^docs\/(guide|decisions|operations|extensions|formats)\/(.+)$/, (folder, name) => `${folder}/${name}`],
  [/^docs\/([^/]+)$/, (name) => `project/${name}`],
  [/^packages\/readers\/src\/([^/]+)\/README\.md$/, (format) => `formats/${format}.md`],
  [/^packages\/readers\/src\/shared\/([^/]+)\/README\.md$/, (part) => `formats/shared-${part}.md`],
  [/^(?:packages|apps)\/([^/]+)\/README\.md$/, (name) => `packages/${name}.md`],
  [/^bench\/README\.md$/, () => 'project/benchmarks.md', 'Benchmarks'],
  [/^tests\/abuse\/viewer\.md$/, () => 'project/viewer-fault-catalogue.md', 'Fault catalogue of the viewer'],
  [/^README\.md$/, () => 'project/index.md', 'Overview'],
  [/^([A-Z_]+)\.md$/, (name) => `project/${name.toLowerCase().replaceAll('_', '-')}.md`],
]

function* markdownFiles(folder = '') {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) yield* markdownFiles(path)
    } else if (entry.name.endsWith('.md')) yield path
  }
}

function describePage(source) {
  for (const [pattern, toPath, title = findHeading(source)] of rules) {
    const match = pattern.exec(source)
    if (match) return { source, target: toPath(...match.slice(1)).replace(/(^|\/)README\.md$/, '$1index.md'), title }
  }
  throw new RangeError(`${source} has no rule in docs/site/lib/page-table.mjs`)
}

function findHeading(source) {
  const [, heading = source] = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8')) ?? []
  return heading.replaceAll('`', '')
}

/** Lists every Markdown file of the repository that becomes a page: `{ source, target, title }`, paths with `/`. */
export function listPages() {
  return [...markdownFiles()].toSorted((a, b) => (a < b ? -1 : 1)).map(describePage)
}

/** Folders without a README whose pages the build lists on a generated page. */
export const listedFolders = [
  { source: 'docs/decisions', target: 'decisions/index.md', title: 'Decisions' },
  { source: 'docs/operations', target: 'operations/index.md', title: 'Operations' },
]

/** Finds the page of a file or folder of the repository; null when it has none. */
export function findPage(table, path) {
  const folder = path.replace(/\/$/, '')
  return (
    table.find(({ source }) => source === folder || source === `${folder}/README.md`) ??
    listedFolders.find(({ source }) => source === folder) ??
    null
  )
}

const isInRepository = (path) => !path.startsWith('..') && existsSync(join(root, path))

/** Resolves a relative address in a page to a path in the repository. */
export function resolvePath(source, address) {
  const path = posix.join(posix.dirname(source), decodeURI(address))
  if (!isInRepository(path)) throw new RangeError(`${source}: expected a file at ${address}, found none`)
  return path
}

/** Returns the address on the site of an image in a page. */
export const toImageAddress = (source, address) => `/files/${resolvePath(source, address)}`
