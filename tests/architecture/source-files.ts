import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseImports } from '../../scripts/lib/imports.mjs'

/** Repository folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

const skippedFolders = new Set(['node_modules', 'dist', '.git', 'data', 'generated'])

/** Returns the paths (relative to the repository) below a folder, without generated and built files. */
export function filesBelow(folder: string, extensions: readonly string[]): string[] {
  const paths: string[] = []
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) paths.push(...filesBelow(path, extensions))
    } else if (extensions.some((extension) => entry.name.endsWith(extension))) paths.push(path)
  }
  return paths.sort()
}

/** Returns whether a file is a test, or used only by tests and fixture writers. */
export const isTest = (path: string): boolean => /\.test\.tsx?$|\/(fixtures|testing|test-support)\//.test(path)

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Returns the module names that a source file imports, statically or by `import()`. */
export const listImports = (path: string): string[] => parseImports(readText(path))

/** Returns which of the files each file imports by a relative path, types included. */
export function listRelativeImports(paths: readonly string[]): Map<string, readonly string[]> {
  const sources = new Set(paths)
  const targets = (path: string): string[] =>
    listImports(path)
      .filter((name) => name.startsWith('.'))
      .map((name) => join(dirname(path), name))
      .flatMap((target) => [target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')])
      .filter((target) => sources.has(target))
  return new Map(paths.map((path) => [path, targets(path)]))
}

/** Returns a circle of a graph as the names along it; empty without one. */
export function findCircle(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const finished = new Set<string>()
  const visit = (name: string, path: readonly string[]): string[] => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (finished.has(name)) return []
    for (const next of graph.get(name) ?? []) {
      const circle = visit(next, [...path, name])
      if (circle.length > 0) return circle
    }
    finished.add(name)
    return []
  }
  for (const name of graph.keys()) {
    const circle = visit(name, [])
    if (circle.length > 0) return circle
  }
  return []
}

/** Returns the workspace folder of a path: `packages/core`. */
export const getWorkspace = (path: string): string => relative('', path).split('/').slice(0, 2).join('/')
