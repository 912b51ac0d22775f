import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot, temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { exitCodes, runCommand } from './run-command.js'
import type { Summary } from './summary.js'

const fixture = (name: string): string => join(repositoryRoot(), 'packages/formats/src', name)
const arch = fixture('stl/fixtures/arch.stl')
const footbridge = fixture('obj/fixtures/footbridge.obj')
const footbridgeMaterials = fixture('obj/fixtures/footbridge.mtl')

async function kamar(...argv: readonly string[]) {
  const out: string[] = []
  const error: string[] = []
  const code = await runCommand(argv, { out: (text) => out.push(text), error: (text) => error.push(text) })
  return { code, out: out.join('\n'), error: error.join('\n') }
}

async function translateToJson(
  file: string,
  ...flags: readonly string[]
): Promise<{ summary: Summary; folder: string }> {
  const folder = join(await temporaryFolder(), 'out')
  const { out } = await kamar('translate', file, '--out', folder, '--json', ...flags)
  return { summary: JSON.parse(out) as Summary, folder }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

describe('kamar translate', () => {
  it('writes a package and prints a JSON summary', async () => {
    const { summary, folder } = await translateToJson(arch)
    expect(Object.keys(summary)).toEqual([
      'status',
      'reader',
      'nodes',
      'elements',
      'meshes',
      'instances',
      'triangles',
      'placedTriangles',
      'lines',
      'sheets',
      'skipped',
      'findings',
      'bytes',
      'milliseconds',
    ])
    expect(summary).toMatchObject({ status: 'complete', reader: 'stl' })
    expect(summary.triangles).toBeGreaterThan(0)
    const files = filesBelow(folder)
    expect(files).toContain('manifest.json')
    const sizes = files
      .filter((name) => name !== 'manifest.json')
      .map((name) => readFileSync(join(folder, name)).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(summary.bytes)
  })

  it('writes the same package in the sandbox', async () => {
    const local = await translateToJson(arch)
    const sandboxed = await translateToJson(arch, '--sandbox')
    expect({ ...sandboxed.summary, milliseconds: 0 }).toEqual({ ...local.summary, milliseconds: 0 })
    expect(filesBelow(sandboxed.folder)).toEqual(filesBelow(local.folder))
    for (const name of filesBelow(local.folder))
      expect(readFileSync(join(sandboxed.folder, name)).equals(readFileSync(join(local.folder, name))), name).toBe(true)
  })

  it.each([[], ['--sandbox'], ['--boxed']])(
    'finds companions beside the model without regard to case (%j)',
    async (...flags) => {
      const emptyFolder = await temporaryFolder()
      copyFileSync(footbridge, join(emptyFolder, 'footbridge.obj'))
      const without = await translateToJson(join(emptyFolder, 'footbridge.obj'), ...flags)
      copyFileSync(footbridgeMaterials, join(emptyFolder, 'FOOTBRIDGE.MTL'))
      writeFileSync(join(emptyFolder, 'stranger.txt'), 'not asked for')
      const summaryWithCompanions = await translateToJson(join(emptyFolder, 'footbridge.obj'), ...flags)
      const missing = ({ folder }: { folder: string }): unknown =>
        (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { report: { missingCompanions: unknown } })
          .report.missingCompanions
      expect(missing(without)).toEqual(['footbridge.mtl'])
      expect(missing(summaryWithCompanions)).toEqual([])
    },
  )

  it('prints the summary as sentences without --json', async () => {
    const { code, out } = await kamar('translate', arch, '--out', join(await temporaryFolder(), 'out'))
    expect(code).toBe(exitCodes.done)
    expect(out).toMatch(/^Read completely by the stl reader in \d+\.\d s\.\n\d+ elements?, /)
    expect(out).toMatch(/Package: [\d,]+ bytes\.$/)
  })

  it.each([[], ['--sandbox']])('meshes B-rep solids with the given quality (%j)', async (...flags) => {
    const bushing = fixture('sat/fixtures/bushing.sat')
    const standard = await translateToJson(bushing)
    const fine = await translateToJson(bushing, '--quality', 'fine', ...flags)
    expect(fine.summary.triangles).toBeGreaterThan(standard.summary.triangles)
  })

  it('replaces an earlier package completely', async () => {
    const folder = join(await temporaryFolder(), 'out')
    await kamar('translate', footbridge, '--out', folder)
    const { code } = await kamar('translate', arch, '--out', folder)
    expect(code).toBe(exitCodes.done)
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { files: { path: string }[] }
    expect(filesBelow(folder)).toEqual([...manifest.files.map((file) => file.path), 'manifest.json'].toSorted())
  })

  it.each([[], ['--sandbox']])(
    'reports why a file cannot be translated and creates no output folder (%j)',
    async (...flags) => {
      const folder = await temporaryFolder()
      writeFileSync(join(folder, 'document.stl'), '%PDF-1.7 this is a document')
      const out = join(folder, 'out')
      const plain = await kamar('translate', join(folder, 'document.stl'), '--out', out, ...flags)
      expect(plain.code).toBe(exitCodes.failed)
      expect(plain.out).toMatch(/Expected: Stereolithography\. Found: PDF document\./)
      expect(existsSync(out)).toBe(false)
      const json = await kamar('translate', join(folder, 'document.stl'), '--out', out, '--json', ...flags)
      expect(JSON.parse(json.out)).toMatchObject({
        status: 'failed',
        triangles: 0,
        failure: { code: 'not-this-format' },
      })
    },
  )

  it('fails as cancelled when its signal is aborted', async () => {
    const out = join(await temporaryFolder(), 'out')
    const printed: string[] = []
    const terminal = { out: (text: string) => printed.push(text), error: (text: string) => printed.push(text) }
    const code = await runCommand(['translate', arch, '--out', out, '--json'], terminal, AbortSignal.abort())
    expect(code).toBe(exitCodes.failed)
    expect(JSON.parse(printed.join(''))).toMatchObject({ failure: { code: 'cancelled' } })
  })

  it('refuses an output folder that contains other files', async () => {
    const folder = await temporaryFolder()
    mkdirSync(join(folder, 'photos'))
    const { code, error } = await kamar('translate', arch, '--out', folder)
    expect(code).toBe(exitCodes.usage)
    expect(error).toMatch(/is not empty/)
    expect(readdirSync(folder)).toEqual(['photos'])
  })

  it.each([
    [['translate', arch], /--out/],
    [['translate', '--out', 'x'], /exactly one file/],
    [['translate', arch, arch, '--out', 'x'], /exactly one file/],
    [['translate', '/nowhere.stl', '--out', 'x'], /No such file: \/nowhere\.stl/],
    [['translate', '/', '--out', 'x'], /No such file/],
    [['dance', arch], /Unknown command: dance/],
    [['translate', arch, '--loud'], /--loud/],
    [['translate', arch, '--out', 'x', '--quality', 'best'], /--quality must be one of draft, standard, fine/],
  ])('prints the usage after %j', async (argv, expectedText) => {
    const { code, error } = await kamar(...argv)
    expect(code).toBe(exitCodes.usage)
    expect(error).toMatch(expectedText)
    expect(error).toMatch(/Usage: kamar translate FILE/)
    expect(existsSync('x')).toBe(false)
  })

  it('refuses an unsupported extension with the upload error message', async () => {
    const file = join(await temporaryFolder(), 'notes.txt')
    writeFileSync(file, 'text')
    const { code, error } = await kamar('translate', file, '--out', 'x')
    expect(code).toBe(exitCodes.usage)
    expect(error).toMatch(/^Unsupported file format: \.txt/)
  })

  it('prints the usage for --help and without arguments', async () => {
    for (const argv of [['--help'], []]) {
      const { code, out } = await kamar(...argv)
      expect(code).toBe(exitCodes.done)
      expect(out).toMatch(/^Usage: kamar/)
    }
  })
})
