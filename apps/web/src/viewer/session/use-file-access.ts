import type { FileVersions } from '@kamar/contracts'
import { useFiles } from '../../platform/files/use-files.js'
import { useFileVersions } from '../../platform/files/use-versions.js'
import { useOnline } from '../../platform/use-online.js'
import { type OfflineFile, readOfflineFile } from '../../platform/offline-models/offline-model.js'
import type { FileAccess } from './session.js'
import type { ActiveModel } from './use-model-view.js'
import type { OpenFile } from './use-open-file.js'

type Subject = Pick<FileAccess, 'fileId' | 'role' | 'fileVersion'>

const ofFile = ({ id, role }: OfflineFile): Subject => ({ fileId: id, role, fileVersion: null })

/** Topics on an older version include its number; the server returns detailed permissions with each list. */
function ofVersion(urn: string | null, versions: FileVersions | undefined): Subject {
  if (!versions) return { fileId: null, role: null, fileVersion: null }
  return {
    fileId: versions.id,
    role: versions.mayChange ? 'editor' : 'commenter',
    fileVersion: versions.versions.find((version) => version.urn === urn)?.number ?? null,
  }
}

/** Returns what a signed-in user may do with the file of the open model. */
export function useFileAccess({ urn, manifest }: ActiveModel, open: OpenFile): FileAccess {
  const { file, name, detail, isOlder, isExample } = open
  const versions = useFileVersions(urn, isOlder)
  const isOnline = useOnline()
  const { isError } = useFiles()
  // Without a connection, the file is the one that this device stored with the model.
  const current = file ? readOfflineFile(file) : open.offlineFile
  return {
    hasAccount: true,
    file,
    name,
    detail,
    isOlder,
    isExample,
    isUnreachable: file === null && (!isOnline || isError),
    ...(current ? ofFile(current) : ofVersion(urn, versions.data)),
    // Exports need a complete package.
    exported: file && urn !== null && manifest ? { urn, description: file.description } : null,
  }
}
