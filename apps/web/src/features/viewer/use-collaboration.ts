import type { FileRecord, FileVersions, ProjectRole } from '@kamar/contracts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFileVersions } from '../../shared/files/use-versions.js'
import type { NewTopicTarget } from './topics/new-topic-form.js'
import type { OpenFile } from './use-open-file.js'

/** Which file is talked about, as who, and what of it is open. */
export interface Collaboration {
  /** Null while it is not known, and for an example, which nobody talks about. */
  readonly fileId: string | null
  /** Null while it is not known. */
  readonly role: ProjectRole | null
  /** The open version, where it is not the current one. */
  readonly fileVersion: number | null
  /** The open model is nobody's file. */
  readonly isExample: boolean
  readonly topicId: string | null
  readonly openTopic: (topicId: string | null) => void
  /** A topic that is being written; null when none is. */
  readonly newTopic: NewTopicTarget | null
  readonly setNewTopic: (target: NewTopicTarget | null) => void
}

/** The address's name of the open topic. */
const parameter = 'topic'

type Subject = Pick<Collaboration, 'fileId' | 'role' | 'fileVersion'>

const ofFile = ({ id, sharing }: FileRecord): Subject => ({
  fileId: id,
  role: sharing?.role ?? 'owner',
  fileVersion: null,
})

/** An older version is talked about with its number; what one may do in detail the server says with every list. */
function ofVersion(urn: string | null, versions: FileVersions | undefined): Subject {
  if (!versions) return { fileId: null, role: null, fileVersion: null }
  return {
    fileId: versions.id,
    role: versions.mayChange ? 'editor' : 'commenter',
    fileVersion: versions.versions.find((version) => version.urn === urn)?.number ?? null,
  }
}

/** Whether one may open topics, comment and save views. */
export const canWrite = ({ fileId, role }: Pick<Collaboration, 'fileId' | 'role'>): boolean =>
  fileId !== null && role !== null && role !== 'viewer'

export function useCollaboration(urn: string | null, { file, isExample, isOlder }: OpenFile): Collaboration {
  const [search, setSearch] = useSearchParams()
  const [newTopic, setNewTopic] = useState<NewTopicTarget | null>(null)
  const versions = useFileVersions(urn, isOlder)
  return {
    ...(file ? ofFile(file) : ofVersion(urn, versions.data)),
    isExample,
    topicId: search.get(parameter),
    openTopic(topicId) {
      setNewTopic(null)
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (topicId === null) next.delete(parameter)
          else next.set(parameter, topicId)
          return next
        },
        { replace: true },
      )
    },
    newTopic,
    setNewTopic,
  }
}
