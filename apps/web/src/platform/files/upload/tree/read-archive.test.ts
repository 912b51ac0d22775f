import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js'
import { describe, expect, test } from 'vitest'
import { isArchive, readArchive } from './read-archive.js'
import { openSource } from './upload-source.js'

interface Entry {
  readonly path: string
  readonly content?: string
  readonly mode?: number
}

async function createArchive(entries: readonly Entry[]): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter(), {
    useWebWorkers: false,
    dataDescriptor: false,
    extendedTimestamp: false,
  })
  for (const { content = 'solid', mode, path } of entries)
    await writer.add(path, new TextReader(content), {
      lastModDate: new Date('2026-03-01T10:00:00'),
      ...(mode === undefined ? {} : { msDosCompatible: false, externalFileAttributes: (mode << 16) >>> 0 }),
    })
  return Buffer.from(await (await writer.close()).arrayBuffer())
}

const toFile = (bytes: Buffer): File => new File([new Uint8Array(bytes)], 'Tower.zip')
const { signal } = new AbortController()

describe('readArchive', () => {
  test('lists the files below a folder with the name of the archive, and extracts them later', async () => {
    const { files, rejected } = await readArchive(
      toFile(await createArchive([{ path: 'Plans/slab.stl', content: 'solid slab' }, { path: 'wall.stl' }])),
    )
    expect(rejected).toBe(0)
    expect(files.map(({ path, source }) => [path, source.name, source.size])).toEqual([
      ['Tower/Plans/slab.stl', 'slab.stl', 10],
      ['Tower/wall.stl', 'wall.stl', 5],
    ])
    const [slab] = files
    if (!slab) throw new Error('no file')
    const file = await openSource(slab.source, 'slab (2).stl', signal)
    expect([file.name, await file.text()]).toEqual(['slab (2).stl', 'solid slab'])
    expect(file.lastModified).toBe(new Date('2026-03-01T10:00:00').getTime())
  })

  test('P12 readArchive rejects links and lists paths that leave the folder for the plan to refuse', async () => {
    const bytes = await createArchive([{ path: 'aa/x.stl' }, { path: 'link.stl', mode: 0o120_777 }])
    // Of equal length: writers refuse such names.
    const hostile = Buffer.from(bytes.toString('latin1').replaceAll('aa/x.stl', '../x.stl'), 'latin1')
    const { files, rejected } = await readArchive(toFile(hostile))
    expect(files.map(({ path }) => path)).toEqual(['Tower/../x.stl'])
    expect(rejected).toBe(1)
  })

  test('P13 readArchive extracts no more bytes than an entry states', async () => {
    const bytes = await createArchive([{ path: 'bomb.stl', content: '0'.repeat(1_000_000) }])
    const central = bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'))
    // The size of both headers.
    bytes.writeUInt32LE(10, central + 24)
    bytes.writeUInt32LE(10, 22)
    const [bomb] = (await readArchive(toFile(bytes))).files
    if (!bomb) throw new Error('no file')
    expect(bomb.source.size).toBe(10)
    await expect(openSource(bomb.source, 'bomb.stl', signal)).rejects.toThrow(/size/i)
  })

  test('rejects for a file that is no archive', async () => {
    await expect(readArchive(toFile(Buffer.from('no archive')))).rejects.toThrow('not recognized')
  })

  test.each([
    ['a.zip', true],
    ['A.ZIP', true],
    ['a.ifczip', false],
  ])('isArchive of %s is %s', (name, expected) => expect(isArchive({ name })).toBe(expected))
})
