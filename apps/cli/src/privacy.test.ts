import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { repositoryRoot, samplesFolder, temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { exitCodes, runCommand } from './run-command.js'

/** Formats that store names of people and local paths beside the model. */
const extensions = ['rvt', 'nwd', 'nwc', 'skp', 'max', '3dm', 'dwg'] as const
/** Number of samples per format, smallest first: the smaller the file, the larger the part about its author. */
const samplesOfEach = 2
const samples = samplesFolder()

const personal =
  /[a-z]:\\[\w .-]+\\|\\\\[\w.-]+\\[\w.-]+|[\\/](?:users|home|documents and settings)[\\/]|[\w.%+-]{2,}@[\w-]+\.[a-z]{2,}/i

function smallest(extension: string): readonly string[] {
  const folder = join(samples ?? '', extension)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => extname(name).toLowerCase() === `.${extension}`)
    .map((name) => join(folder, name))
    .toSorted((one, other) => statSync(one).size - statSync(other).size)
    .slice(0, samplesOfEach)
}

async function translated(file: string): Promise<{ folder: string; output: string }> {
  const folder = join(await temporaryFolder(), 'out')
  const lines: string[] = []
  const terminal = { out: (text: string) => lines.push(text), error: (text: string) => lines.push(text) }
  const code = await runCommand(['translate', file, '--out', folder, '--json'], terminal)
  expect(code).not.toBe(exitCodes.usage)
  return { folder, output: lines.join('\n') }
}

/** Reads every text of a package; meshes and pixels have none and could contain some by chance. */
function readTextFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/scene|textures/.test(entry.parentPath.slice(folder.length)))
    .filter((entry) => !entry.name.endsWith('.png'))
    .map((entry) => unpacked(readFileSync(join(entry.parentPath, entry.name))).toString('latin1'))
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return brotliDecompressSync(bytes)
  } catch {
    return bytes
  }
}

describe.skipIf(samples === null)('view package of a real file', () => {
  it.each(extensions)('contains no email address and no local path: %s', async (extension) => {
    for (const file of smallest(extension)) {
      const { folder, output: lines } = await translated(file)
      for (const text of [lines, ...readTextFiles(folder)]) expect(personal.exec(text)?.[0] ?? null, file).toBeNull()
    }
  })
})

describe('personal data pattern', () => {
  it('matches an email address and a home folder in plain text', async () => {
    const kiosk = join(repositoryRoot(), 'packages/formats/src/3dm/fixtures/kiosk.3dm')
    const { folder } = await translated(kiosk)
    expect(readTextFiles(folder).join('')).toContain('Village of Stone')
    expect('saved by ani@stone.example in C:\\Users\\ani\\').toMatch(personal)
  })
})
