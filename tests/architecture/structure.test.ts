import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readImporters } from '../../scripts/lib/import-graph.mjs'
import figures from './structure-figures.json' with { type: 'json' }
import { filesBelow, findCircle, isTest, listRelativeImports, readText } from './source-files.js'

/** Sources at the root of a folder: more are divided into folders. */
const maxRootFiles = 20
/** Migrations are numbered and stay: they are the history of the schema. */
const largeFolders = ['packages/database/src/migrations']

const sources = ['packages', 'apps']
  .flatMap((folder) => filesBelow(folder, ['.ts', '.tsx']))
  .filter((path) => path.includes('/src/') && !isTest(path))
const imports = listRelativeImports(sources)

/**
 * Counts the parts of a folder (its folders and files; all tools, or all modules, are one) and the pairs of parts of which one imports
 * the other.
 */
function countParts(folder: string): { readonly parts: number; readonly imports: number } {
  const getPart = (path: string): string => path.slice(folder.length + 1).split('/')[0] ?? ''
  const inside = sources.filter((path) => path.startsWith(`${folder}/`))
  const pairs = inside.flatMap((path) =>
    (imports.get(path) ?? [])
      .filter((target) => target.startsWith(`${folder}/`) && getPart(target) !== getPart(path))
      .map((target) => `${getPart(path)} → ${getPart(target)}`),
  )
  return { parts: new Set(inside.map(getPart)).size, imports: new Set(pairs).size }
}

const countLines = (path: string): number => readText(path).split('\n').length - 1

describe('import graph', () => {
  it.each([
    ['packages/core/src/index.ts', 'packages/core'],
    ['packages/codecs/src/zip/index.ts', 'packages/codecs'],
    ['packages/package-format/src/sheets/read.ts', 'packages/package-format'],
  ])('contains imports by the entry %s from other workspaces', (entry, workspace) => {
    const importers = [...(readImporters(['packages', 'apps']).get(entry) ?? [])]
    expect(importers.filter((path) => !path.startsWith(`${workspace}/`)).length).toBeGreaterThan(3)
  })
})

describe('structure of the sources', () => {
  it('has no circle of imports, types included', () => {
    expect(sources.length).toBeGreaterThan(2000)
    expect(findCircle(imports)).toEqual([])
  })

  it(`has at most ${maxRootFiles} files at the root of a folder`, () => {
    const counts = new Map<string, number>()
    for (const path of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    const large = [...counts].filter(([, count]) => count > maxRootFiles).map(([folder]) => folder)
    expect(large).toEqual(largeFolders)
  })

  it('keeps its recorded figures, which are lowered when they fall and never raised', () => {
    const parts = Object.fromEntries(Object.keys(figures.parts).map((folder) => [folder, countParts(folder)]))
    const lines = Object.fromEntries(Object.keys(figures.lines).map((path) => [path, countLines(path)]))
    expect({ parts, lines }).toEqual(figures)
  })
})
