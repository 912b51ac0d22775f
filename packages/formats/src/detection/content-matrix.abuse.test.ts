import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findUploadFormat, uploadFormats } from '@kamar/core'
import { runReader } from '@kamar/test-kit'
import { beforeAll, expect, it } from 'vitest'
import { loadReader, warmReaders } from '../index.js'
import { createWarmUpScene } from '../kit/testing/warm-up-scene.js'
import { detectFormat } from './detect-format.js'

// Tries the content of every format under the extension of every other format: it is either identified by its content
// or read as the format its name states.

const readersFolder = fileURLToPath(new URL('..', import.meta.url))
const headerBytes = 4096

/** The smallest fixture of every format that has one. */
const contents = uploadFormats.flatMap(({ id, extensions }) => {
  const folder = join(readersFolder, id, 'fixtures')
  const own = readdirSync(folder)
    .filter((name) => extensions.some((extension) => name.endsWith(extension)))
    .map((name) => Uint8Array.from(readFileSync(join(folder, name))))
    .sort((a, b) => a.length - b.length)
  return own.slice(0, 1).map((bytes) => ({ id, bytes }))
})
const extensions = uploadFormats.flatMap((format) => format.extensions)

beforeAll(() => warmReaders(createWarmUpScene))

/** Returns null when content is identified under a given name; otherwise a description of the fault. */
async function findFault(name: string, { bytes, id }: (typeof contents)[number]): Promise<string | null> {
  const called = findUploadFormat(name)?.id ?? ''
  const { confidence, ...detection } = detectFormat(name, bytes.subarray(0, headerBytes), bytes.length)
  if (called === id) return confidence === 'no' ? `${name}: its own format is refused` : null
  if (confidence === 'no') return 'detected' in detection ? null : `${name}: refused without a word`
  // Only the inner structure tells them apart; that is the reader's task.
  const { failure, report } = await runReader(await loadReader(called), bytes, { name })
  const isListed = report !== null || ['not-this-format', 'damaged', 'nothing-to-show'].includes(failure?.code ?? '')
  return isListed ? null : `${name}: ${failure?.code}`
}

it.for(contents)('F02 $id content under every extension is identified or reported', async (content, { task }) => {
  const faults = await Promise.all(extensions.map((extension) => findFault(`model${extension}`, content)))
  expect(faults.filter((fault) => fault !== null)).toEqual([])
  task.meta.cases = extensions.length
})

it('F02 fixture set covers at least 14 formats', () => {
  expect(contents.length).toBeGreaterThanOrEqual(14)
})
