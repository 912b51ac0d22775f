import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

const skippedFolders = new Set(['node_modules', 'dist', 'generated', 'data', '.git', '.github', 'site'])

/** Rules that give a Markdown file of the repository its path on the site; the first that matches counts. */
const rules = [
  [/^docs\/(guide|decisions|operations|extensions|formats)\/(.+)$/, (folder, name) => `${folder}/${name}`],
  [/^docs\/([^/]+)$/, (name) => `project/${name}`],
  [/^packages\/readers\/src\/([^/]+)\/README\.md$/, (format) => `formats/${format}.md`],
  [/^packages\/readers\/src\/shared\/([^/]+)\/README\.md$/, (part) => `formats/shared-${part}.md`],
  [/^(?:packages|apps)\/([^/]+)\/README\.md$/, (name) => `packages/${name}.md`],
  [/^bench\/README\.md$/, () => 'project/benchmarks.md'],
  [/^tests\/abuse\/viewer\.md$/, () => 'project/viewer-fault-catalogue.md'],
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

function toSitePath(source) {
  for (const [pattern, toPath] of rules) {
    const match = pattern.exec(source)
    if (match) return toPath(...match.slice(1)).replace(/(^|\/)README\.md$/, '$1index.md')
  }
  throw new RangeError(`${source} has no rule in docs/site/lib/page-table.mjs`)
}

/** Every Markdown file of the repository that becomes a page: `{ source, target, title }`, paths with `/`. */
export function listPages() {
  return [...markdownFiles()]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((source) => {
      const title = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8'))?.[1] ?? source
      return { source, target: toSitePath(source), title: title.replaceAll('`', '') }
    })
}

/** Folders without a README whose pages the build lists on a page of their own. */
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

/** Whether a path names a file or folder of the repository. */
export const isInRepository = (path) => !path.startsWith('..') && existsSync(join(root, path))
