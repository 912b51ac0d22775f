import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, getWorkspace, isTest, listImports, readText } from './source-files.js'

/** Permitted workspace imports; the order is that of the data flow. */
const allowed: Record<string, readonly string[]> = {
  'packages/core': [],
  'packages/contracts': ['core'],
  'packages/mesh': ['core'],
  'packages/codecs': ['core', 'mesh'],
  'packages/formats': ['core', 'mesh', 'codecs'],
  'packages/package-format': ['core'],
  'packages/packager': ['core', 'mesh', 'package-format'],
  'packages/exporters': ['core', 'mesh', 'package-format', 'packager'],
  'packages/aps': ['core', 'contracts', 'package-format'],
  'packages/comparison': ['core', 'package-format'],
  'packages/test-kit': ['core'],
  'packages/viewer': ['core', 'package-format'],
  'packages/extensions': ['core', 'contracts', 'package-format', 'viewer'],
  'packages/extension-examples': ['extensions', 'viewer'],
  'packages/database': ['core', 'contracts'],
  'packages/storage': ['core'],
  'packages/bcf': [],
  'packages/translation': [
    'core',
    'codecs',
    'formats',
    'package-format',
    'packager',
    'exporters',
    'aps',
    'database',
    'storage',
  ],
  'apps/server': [
    'core',
    'contracts',
    'aps',
    'bcf',
    'codecs',
    'formats',
    'database',
    'storage',
    'translation',
    'package-format',
  ],
  'apps/cli': ['core', 'contracts', 'aps', 'translation', 'server'],
  'apps/web': [
    'core',
    'contracts',
    'viewer',
    'package-format',
    'packager',
    'exporters',
    'comparison',
    'extensions',
    'extension-examples',
  ],
}
const minFileCount = 150

const sources = [...filesBelow('packages', ['.ts', '.tsx']), ...filesBelow('apps', ['.ts', '.tsx'])]
const shipped = sources.filter((path) => !isTest(path))

describe('import direction', () => {
  it('is checked in every workspace', () => {
    expect(shipped.length).toBeGreaterThan(minFileCount)
    expect([...new Set(shipped.map(getWorkspace))].sort()).toEqual(Object.keys(allowed).sort())
  })

  it('follows the data flow between workspaces', () => {
    const wrong = shipped.flatMap((path) =>
      listImports(path)
        .filter((name) => name.startsWith('@kamar/'))
        .map((name) => name.split('/')[1] ?? '')
        .filter((name) => !allowed[getWorkspace(path)]?.includes(name))
        .map((name) => `${path} imports @kamar/${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('uses the public entry of each package', () => {
    const wrong = sources.flatMap((path) =>
      listImports(path)
        .filter((name) => name.startsWith('.'))
        .map((name) => join(dirname(path), name))
        .filter((target) => /^(packages|apps)\//.test(target) && getWorkspace(target) !== getWorkspace(path))
        .map((target) => `${path} reaches into ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it.each([
    'apps/server/src/modules',
    'apps/web/src/modules',
    'apps/web/src/viewer/tools',
    'packages/formats/src',
    'packages/exporters/src',
    'packages/viewer/src/tools',
  ])('keeps the folders of %s independent of each other', (folder) => {
    const shared = new Set(['kit', 'generated'])
    const getReaderFolder = (path: string): string => path.slice(folder.length + 1).split('/')[0] ?? ''
    const wrong = filesBelow(folder, ['.ts', '.tsx'])
      .filter((path) => !isTest(path) && path.slice(folder.length + 1).includes('/'))
      .flatMap((path) =>
        listImports(path)
          .filter((name) => name.startsWith('.'))
          .map((name) => join(dirname(path), name))
          .filter((target) => target.startsWith(`${folder}/`) && target.slice(folder.length + 1).includes('/'))
          .filter((target) => getReaderFolder(target) !== getReaderFolder(path) && !shared.has(getReaderFolder(target)))
          .map((target) => `${path} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })
  it.each([
    ['platform', ['domain', 'modules', 'generated', 'application.ts']],
    ['domain', ['modules', 'generated', 'application.ts']],
    ['modules', ['generated', 'application.ts', 'start.ts']],
  ])('keeps %s of the server below what is composed of it', (layer, above) => {
    const server = 'apps/server/src'
    const wrong = filesBelow(`${server}/${layer}`, ['.ts'])
      .filter((path) => !isTest(path))
      .flatMap((path) =>
        listImports(path)
          .filter((name) => name.startsWith('.'))
          .map((name) => join(dirname(path), name).replace(/\.js$/, '.ts'))
          .filter((target) => above.some((name) => target.startsWith(`${server}/${name}`)))
          .map((target) => `${path} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })

  it('tests every server module with its suite', () => {
    const folder = 'apps/server/src/modules'
    const tests = filesBelow(folder, ['.test.ts']).filter((path) => readText(path).includes('\ndescribeModule('))
    const modules = filesBelow(folder, ['module.ts']).map((path) => dirname(path))
    expect(modules.length).toBeGreaterThan(20)
    expect(modules.filter((module) => !tests.some((path) => path.startsWith(`${module}/`)))).toEqual([])
  })
})
