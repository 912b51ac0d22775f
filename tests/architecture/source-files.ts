import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseImports } from '../../scripts/lib/imports.mjs'

/** Folder of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

const skippedFolders = new Set(['node_modules', 'dist', '.git', 'data', 'generated'])

/** Paths (relative to the repository) below a folder, generated and built files left out. */
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

/** Tests, and what only tests and fixture writers use. */
export const isTest = (path: string): boolean => /\.test\.tsx?$|\/(fixtures|testing|test-support)\//.test(path)

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Module names that a source file imports, statically or by `import()`. */
export const listImports = (path: string): string[] => parseImports(readText(path))

/** Folder of the workspace a path lies in: `packages/scene`. */
export const getWorkspace = (path: string): string => relative('', path).split('/').slice(0, 2).join('/')
