import { folderLimits } from '@kamar/contracts'
import type { FileEntry } from '@zip.js/zip.js'
import { hasAcceptedExtension } from '../check-upload.js'
import type { ArchivedFile, TreeFile } from './upload-source.js'

/** Files of a ZIP archive; `rejected` counts those that are encrypted or links to other files. */
export interface Archive {
  readonly files: readonly TreeFile[]
  readonly rejected: number
}

/**
 * Returns whether a file is an archive that is unpacked while it is uploaded; where administrators allow archives of one
 * model, it is a model.
 */
export const isArchive = ({ name }: Pick<File, 'name'>): boolean => /\.zip$/i.test(name) && !hasAcceptedExtension(name)

/** Folder of the archive's files: its name without the extension. */
const toFolderName = ({ name }: File): string => name.replace(/\.zip$/i, '')

/**
 * Reads the list of files of a ZIP archive, of one more than may be uploaded at once at most; their bytes are extracted
 * later. Rejects for a file that is not an archive.
 */
export async function readArchive(file: File): Promise<Archive> {
  const { BlobReader, configure, ZipReader } = await import('@zip.js/zip.js')
  // The content security policy allows no workers of unknown address, and the browser inflates by itself.
  configure({ useWebWorkers: false, useCompressionStream: true })
  const files: TreeFile[] = []
  let rejected = 0
  for await (const entry of new ZipReader(new BlobReader(file), readerOptions).getEntriesGenerator()) {
    if (entry.directory) continue
    if (entry.encrypted || isLink(entry)) rejected += 1
    else files.push({ path: `${toFolderName(file)}/${entry.filename}`, source: toArchivedFile(entry) })
    if (files.length > folderLimits.plannedUploads) break
  }
  return { files, rejected }
}

/** The plan of the upload refuses paths that leave the folder, each with its name. */
const readerOptions = { filenameValidation: 'tolerant' } as const

/** File type of a symbolic link, in the upper half of the attributes that Unix programs write. */
const linkType = 0o120_000

const isLink = ({ externalFileAttributes }: FileEntry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170_000) === linkType

function toArchivedFile(entry: FileEntry): ArchivedFile {
  const name = entry.filename.split(/[/\\]/).at(-1) ?? ''
  const size = entry.uncompressedSize
  const lastModified = entry.lastModDate.getTime()
  return {
    name,
    size,
    lastModified,
    async extract(signal) {
      const { BlobWriter } = await import('@zip.js/zip.js')
      const blob = await entry.getData(new BlobWriter(), { checkSignature: true, signal })
      return new File([blob], name, { lastModified })
    },
  }
}
