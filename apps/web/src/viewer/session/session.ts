import type { FileRecord, ModelSet, ProjectRole } from '@kamar/contracts'
import type { ExtensionTool, ViewerSession } from '@kamar/extensions'
import { createContext, use } from 'react'
import type { ExportedFile } from '../../platform/files/download/download-export.js'
import type { Observable } from '../../platform/observable.js'
import type { Activities } from './activities.js'
import type { Members } from './models/use-members.js'
import type { Drawing } from './sheets/use-drawing.js'
import type { ShownSheet } from './sheets/use-sheet-view.js'
import type { Layout } from './layout/use-layout.js'
import type { Reveal } from './reveal/use-reveal.js'
import type { ActiveModel } from './use-model-view.js'

/** The file behind the open model, and what the user may do with it. */
export interface FileAccess {
  /** False for guests of a secret link, who request nothing but the files of the package. */
  readonly hasAccount: boolean
  /** Null for an example, an older version, another user's address and for guests. */
  readonly file: FileRecord | null
  readonly name: string | null
  /** Version of the file and the project it is shared in; null without either. */
  readonly detail: string | null
  /** Whether the open model is an older version of a file, or an earlier result. */
  readonly isOlder: boolean
  /** Whether the open model is an example, which belongs to no file. */
  readonly isExample: boolean
  /** Whether nothing is known of the file, because there is no network or the server does not respond. */
  readonly isUnreachable: boolean
  /** File of topics and saved views; null until known, and for an example. */
  readonly fileId: string | null
  /** Null until known. */
  readonly role: ProjectRole | null
  /** Number of the open version if it is not the current one. */
  readonly fileVersion: number | null
  /** File of which exports may be downloaded; null if there is none. */
  readonly exported: ExportedFile | null
}

/** The open document: what every tool of the page sees and changes. */
export interface Session extends ViewerSession {
  readonly model: ActiveModel
  readonly layout: Layout
  readonly access: FileAccess
  readonly models: Members
  /** Sheets of the document, and the switch between them and the model. */
  readonly drawing: Drawing
  /** The displayed sheet; empty while a model is displayed. */
  readonly shownSheet: ShownSheet
  /** The model set that the address names. */
  readonly set: ModelSet | null
  readonly activities: Activities
  /** Tools that extensions added to the page. */
  readonly addedTools: Observable<readonly ExtensionTool[]>
  readonly openUrn: (urn: string) => void
  /** Selects elements that were chosen in a list and brings them into view. */
  readonly reveal: Reveal
}

/** Session of the page. */
export const SessionContext = createContext<Session | null>(null)

/** Returns the session of the page. */
export function useViewerSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new TypeError('expected a session of the viewer, found none')
  return session
}

/** Returns whether the user may create topics, comment and save views. */
export const canWrite = ({ fileId, role }: Pick<FileAccess, 'fileId' | 'role'>): boolean =>
  fileId !== null && role !== null && role !== 'viewer'
