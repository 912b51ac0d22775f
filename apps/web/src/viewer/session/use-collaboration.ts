import type { FileRecord, FileVersions, ProjectRole } from '@kamar/contracts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFileVersions } from '../../shared/files/use-versions.js'
import type { NewTopicTarget } from '../tools/issues/new-topic-form.js'
import type { OpenFile } from './use-open-file.js'

/** File under discussion, the user's role, and the open topic. */
export interface Collaboration {
  /** Null until known, and for an example, which has no topics. */
  readonly fileId: string | null
  /** Null until known. */
  readonly role: ProjectRole | null
  /** Number of the open version if it is not the current one. */
  readonly fileVersion: number | null
  /** Whether the open model is an example, which belongs to no file. */
  readonly isExample: boolean
  readonly topicId: string | null
  readonly openTopic: (topicId: string | null) => void
  /** The topic being written; null when there is none. */
  readonly newTopic: NewTopicTarget | null
  readonly setNewTopic: (target: NewTopicTarget | null) => void
}

/** Query parameter of the open topic. */
const parameter = 'topic'

type Subject = Pick<Collaboration, 'fileId' | 'role' | 'fileVersion'>

const ofFile = ({ id, sharing }: FileRecord): Subject => ({
  fileId: id,
  role: sharing?.role ?? 'owner',
  fileVersion: null,
})

/** Topics on an older version include its number; the server returns detailed permissions with each list. */
function ofVersion(urn: string | null, versions: FileVersions | undefined): Subject {
  if (!versions) return { fileId: null, role: null, fileVersion: null }
  return {
    fileId: versions.id,
    role: versions.mayChange ? 'editor' : 'commenter',
    fileVersion: versions.versions.find((version) => version.urn === urn)?.number ?? null,
  }
}

/** Returns whether the user may create topics, comment and save views. */
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
