import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { compiledModule } from '@kamar/core'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const index = compiledModule(import.meta.url, './index.js').href
const translationId = '00000000-0000-7000-8000-00000000abcd'

/** Writes in the three ways that promise durability on disk. */
const program = `
  import { DiskBlobStore, DiskDerivativeStore, writeFileDurably } from '${index}'
  const folder = process.argv[2]
  async function* bytes() { yield Buffer.alloc(200_000, 1); yield Buffer.alloc(200_000, 2) }
  const blobs = await DiskBlobStore.open(folder)
  const derivatives = await DiskDerivativeStore.open(folder)
  const { sha256 } = await blobs.put(bytes())
  await derivatives.write({ translationId: '${translationId}', path: 'manifest.json' }, bytes())
  await writeFileDurably(folder + '/snapshot.json', 'x'.repeat(1000))
  console.log(sha256)
`

/** Returns whether this machine allows us to trace our own process. */
function canTrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0
}

const traced = process.platform === 'linux' && canTrace()
if (!traced) process.stdout.write('storage: the order of writes is not watched, strace is not there or not allowed\n')

describe.runIf(traced)('durable file write', () => {
  let folder: string
  let calls: string[]
  let sha256: string
  beforeAll(async () => {
    folder = await createTemporaryFolder()
    const [file, log] = [join(folder, 'write.mjs'), join(folder, 'trace')]
    writeFileSync(file, program)
    const watched = 'trace=write,pwrite64,fsync,fdatasync,rename,renameat,renameat2'
    const straceArguments = ['-f', '-y', '-s', '0', '-e', watched, '-o', log, process.execPath, file, folder]
    sha256 = execFileSync('strace', straceArguments, { encoding: 'utf8' }).trim()
    // Only starts of calls count: a call starts after the one that it awaits has ended.
    calls = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => !line.includes('resumed>'))
  })
  afterAll(() => removeFolder(folder))

  const paths = {
    'a blob': () => join(folder, 'blobs', sha256.slice(0, 2), sha256),
    'the manifest of a view package': () => join(folder, 'derivatives', translationId, 'manifest.json'),
    'the snapshot of a backup': () => join(folder, 'snapshot.json'),
  }

  it.each(Object.entries(paths))('C07 syncs the file before its rename and the folder after it: %s', (_, pathOf) => {
    const path = pathOf()
    const renamed = calls.findIndex((line) => /rename/.test(line) && line.includes(`"${path}"`))
    expect(renamed).toBeGreaterThan(0)
    const temporary = /"([^"]+)", (?:AT_FDCWD[^,]*, )?"/.exec(calls[renamed] ?? '')?.[1] ?? ''
    const about = (name: string, call: RegExp) => (line: string) => call.test(line) && line.includes(`<${name}>`)
    const lastWrite = calls.findLastIndex(about(temporary, /p?write(64)?\(/))
    const synced = calls.findLastIndex(about(temporary, /f(data)?sync\(/))
    const folderSynced = calls.findIndex((line, index) => index > renamed && about(dirname(path), /fsync\(/)(line))
    expect(basename(temporary)).not.toBe(basename(path))
    expect(lastWrite).toBeGreaterThanOrEqual(0)
    expect(synced).toBeGreaterThan(lastWrite)
    expect(renamed).toBeGreaterThan(synced)
    expect(folderSynced).toBeGreaterThan(renamed)
  })
})
