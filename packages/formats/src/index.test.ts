import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { uploadExtensions } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { readerModules } from './generated/readers.js'
import { formatDescriptors, loadReader, warmReaders } from './index.js'
import { createWarmUpScene } from './kit/testing/warm-up-scene.js'

const source = fileURLToPath(new URL('.', import.meta.url))
const formatFolders = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(source, entry.name, 'descriptor.ts')))
  .map((entry) => entry.name)
  .sort()

/** Collects every module that a file imports without `import()`, following the imports of this repository. */
function staticImports(file: string, visited = new Set<string>()): Set<string> {
  if (visited.has(file)) return visited
  visited.add(file)
  const pattern = /^(?:import|export)\s(?!type\s)[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm
  for (const [, from, bare] of readFileSync(file, 'utf8').matchAll(pattern)) {
    const name = from ?? bare ?? ''
    if (name.startsWith('.')) staticImports(join(dirname(file), name.replace(/\.js$/, '.ts')), visited)
    else visited.add(name)
  }
  return visited
}

describe('format index', () => {
  it('has a descriptor and a reader for every format', async () => {
    expect(formatFolders.length).toBeGreaterThanOrEqual(2)
    expect(formatDescriptors.map(({ id }) => id)).toEqual(formatFolders)
    expect(Object.keys(readerModules)).toEqual(formatFolders)
    for (const descriptor of formatDescriptors) {
      expect((await loadReader(descriptor.id)).descriptor).toBe(descriptor)
      expect(descriptor.optionalExtensions.filter((extension) => uploadExtensions.includes(extension))).toEqual([])
    }
  })

  it('rejects a format without a reader', async () => {
    await expect(loadReader('sheet-music')).rejects.toMatchObject({
      failure: { code: 'no-reader', details: { expected: 'sheet-music' } },
    })
    await expect(loadReader('constructor')).rejects.toMatchObject({ failure: { code: 'no-reader' } })
  })

  it('warms every reader, also twice', async () => {
    await warmReaders(createWarmUpScene)
    await expect(warmReaders(createWarmUpScene)).resolves.toBeUndefined()
  })
})

describe('format descriptors', () => {
  it('load no parser', () => {
    const modules = [...staticImports(join(source, 'generated/descriptors.ts'))]
    expect(modules.filter((name) => name.endsWith('/descriptor.ts'))).toHaveLength(formatFolders.length)
    expect(modules.filter((name) => /reader|parse|geometry|kernel|mesh/.test(name.slice(source.length)))).toEqual([])
    expect(modules.filter((name) => !name.startsWith('/') && !name.startsWith('@kamar/'))).toEqual([])
  })

  it('load no reader through the package entry point', () => {
    const modules = [...staticImports(join(source, 'index.ts'))]
    expect(modules.filter((name) => name.endsWith('/reader.ts'))).toEqual([])
    expect(modules.filter((name) => !name.startsWith('/') && !/^(@kamar\/|node:)/.test(name))).toEqual([])
  })
})
