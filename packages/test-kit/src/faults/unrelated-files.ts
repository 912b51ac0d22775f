import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getFileExtension, findUploadFormat } from '@kamar/core'
import { repositoryRoot, samplesFolder } from '../files/samples-folder.js'

/** A file of another format. */
export interface UnrelatedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const text = (content: string): Uint8Array => new TextEncoder().encode(content)
const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from([...values, ...Array(200).fill(0)])

/** Common files that users upload by mistake, and an empty one. */
export const commonUnrelatedFiles: readonly UnrelatedFile[] = [
  { name: 'empty', bytes: new Uint8Array() },
  { name: 'one byte', bytes: text('x') },
  { name: 'blanks', bytes: text(' '.repeat(5000)) },
  { name: 'zeros', bytes: new Uint8Array(5000) },
  { name: 'picture.png', bytes: bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { name: 'picture.jpg', bytes: bytes(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46) },
  { name: 'archive.zip', bytes: bytes(0x50, 0x4b, 3, 4, 20, 0) },
  { name: 'old office document', bytes: bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1) },
  { name: 'document.pdf', bytes: text('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n') },
  {
    name: 'page.html',
    bytes: text('<!doctype html>\n<html><head><title>v 1 2 3</title></head><body></body></html>\n'),
  },
  { name: 'data.json', bytes: text('{"solid": true, "facet": [1, 2, 3]}\n') },
  { name: 'notes.txt', bytes: text('v is for vertex, f is for face,\nand solid is what a wall should be.\n') },
]

/** Maximum header length of an unrelated file: format detection sees no more. */
const headerBytes = 65_536

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(ts|md)$/.test(entry.name))
    .map((entry) => join(folder, entry.name))
}

/** Lists the fixtures of every reader of the repository, and the samples of this machine, if any. */
function knownFiles(): readonly string[] {
  const readersFolder = join(repositoryRoot(), 'packages/formats/src')
  const fixtures = existsSync(readersFolder)
    ? readdirSync(readersFolder).flatMap((formatFolder) => filesBelow(join(readersFolder, formatFolder, 'fixtures')))
    : []
  const samples = samplesFolder()
  const sampleFiles = samples ? readdirSync(samples).flatMap((folder) => filesBelow(join(samples, folder))) : []
  return [...fixtures, ...sampleFiles]
}

/** Lists headers (with full sizes) of files whose extension is one of the twenty, but not in a row of `ownIds`. */
export function listUnrelatedFiles(ownIds: readonly string[]): readonly (UnrelatedFile & { readonly size: number })[] {
  return knownFiles().flatMap((path) => {
    const format = findUploadFormat(path)
    if (!format || ownIds.includes(format.id) || getFileExtension(path) === '') return []
    const content = readFileSync(path)
    return [{ name: path, bytes: Uint8Array.from(content.subarray(0, headerBytes)), size: content.length }]
  })
}
