import { execFileSync } from 'node:child_process'
import { chownSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { measureOutput, openChildFile, UntrustedOutputError, type ChildOutput } from './child-output.js'

async function output(): Promise<ChildOutput & { secretFolder: string }> {
  const folder = await temporaryFolder()
  const secretFolder = await temporaryFolder()
  writeFileSync(join(secretFolder, 'secret'), 'secret')
  mkdirSync(join(folder, 'scene'))
  writeFileSync(join(folder, 'scene', '000.bin'), 'chunk')
  return { folder, user: null, secretFolder }
}

describe('openChildFile', () => {
  it('opens a file that the reader wrote', async () => {
    const handle = await openChildFile(await output(), 'scene/000.bin')
    expect((await handle.readFile()).toString()).toBe('chunk')
    await handle.close()
  })

  const traps: Record<string, (trap: ChildOutput & { secretFolder: string }) => string> = {
    'a symbolic link': ({ folder, secretFolder }) => {
      symlinkSync(join(secretFolder, 'secret'), join(folder, 'tree.bin'))
      return 'tree.bin'
    },
    'a folder that is a symbolic link': ({ folder, secretFolder }) => {
      symlinkSync(secretFolder, join(folder, 'properties'))
      return 'properties/secret'
    },
    'a hard link': ({ folder, secretFolder }) => {
      linkSync(join(secretFolder, 'secret'), join(folder, 'tree.bin'))
      return 'tree.bin'
    },
    'a named pipe': ({ folder }) => {
      execFileSync('mkfifo', [join(folder, 'tree.bin')])
      return 'tree.bin'
    },
    'a folder': ({ folder }) => {
      mkdirSync(join(folder, 'tree.bin'))
      return 'tree.bin'
    },
    'nothing at all': () => 'tree.bin',
    'a way out': ({ secretFolder }) => `../${secretFolder.split('/').at(-1)}/secret`,
    'an absolute path': ({ secretFolder }) => join(secretFolder, 'secret'),
  }
  it.each(Object.entries(traps))('refuses %s', async (_, set) => {
    const trap = await output()
    await expect(openChildFile(trap, set(trap))).rejects.toBeInstanceOf(UntrustedOutputError)
  })

  it.runIf(process.getuid?.() === 0)('refuses a file of another user', async () => {
    const { folder } = await output()
    await expect(openChildFile({ folder, user: 65_534 }, 'scene/000.bin')).rejects.toBeInstanceOf(UntrustedOutputError)
    chownSync(join(folder, 'scene', '000.bin'), 65_534, 65_534)
    const handle = await openChildFile({ folder, user: 65_534 }, 'scene/000.bin')
    await handle.close()
  })
})

describe('measureOutput', () => {
  it('counts occupied space and does not follow links', async () => {
    const trap = await output()
    writeFileSync(join(trap.folder, 'tree.bin'), Buffer.alloc(100_000, 1))
    symlinkSync('/usr', join(trap.folder, 'usr'))
    symlinkSync('.', join(trap.folder, 'scene', 'same'))
    const { bytes, files } = await measureOutput(trap, 100)
    expect(bytes).toBeGreaterThanOrEqual(100_000)
    expect(bytes).toBeLessThan(200_000)
    expect(files).toBe(5)
  })

  it('returns zero for a missing folder', async () => {
    expect(await measureOutput({ folder: '/nonexistent/folder', user: null }, 100)).toEqual({ bytes: 0, files: 0 })
  })
})
