import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getFileExtension, uploadFormats } from '@kamar/core'
import { temporaryFolder } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import { installedReaders } from './installed-readers.js'
import { runTranslation } from './run-translation.js'

const readersFolder = fileURLToPath(new URL('../../../formats/src', import.meta.url))

/** The smallest fixture of every extension. */
const fixtures = uploadFormats.flatMap(({ extensions, id }) =>
  extensions.flatMap((extension) => {
    const folder = join(readersFolder, id, 'fixtures')
    const sized = readdirSync(folder)
      .filter((name) => getFileExtension(name) === extension)
      .map((name) => ({ id, name, path: join(folder, name), size: statSync(join(folder, name)).size }))
    return sized.sort((one, two) => one.size - two.size).slice(0, 1)
  }),
)

/** Returns the complete view package of a fixture, by path. */
async function translateToFiles({ id, name, path }: (typeof fixtures)[number]): Promise<Record<string, string>> {
  const folder = await temporaryFolder()
  const outputFolder = join(folder, 'out')
  mkdirSync(outputFolder)
  copyFileSync(path, join(folder, 'blob'))
  const task = { path: join(folder, 'blob'), fileName: name, formatId: id, outputFolder, readers: installedReaders }
  const outcome = await runTranslation(task)
  expect(outcome).toMatchObject({ ok: true, reader: id })
  const entries = readdirSync(outputFolder, { recursive: true, encoding: 'utf8' })
  const files = entries.filter((file) => statSync(join(outputFolder, file)).isFile()).sort()
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(outputFolder, file)).toString('base64')]))
}

it.each(fixtures)('F05 $name gives the same view package twice, byte for byte', async (fixture) => {
  const first = await translateToFiles(fixture)
  expect(Object.keys(first)).toContain('manifest.json')
  expect(await translateToFiles(fixture)).toEqual(first)
})

it('F05 every upload format has a fixture', () => {
  expect(new Set(fixtures.map(({ id }) => id)).size).toBe(uploadFormats.length)
})
