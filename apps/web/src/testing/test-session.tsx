import type { ReactNode } from 'react'
import { ToolsContext } from '../viewer/kit/tools-context.js'
import type { Tool } from '../viewer/kit/tool.js'
import { type FileAccess, type Session, SessionContext } from '../viewer/session/session.js'
import { idleState } from '../viewer/session/model-view.js'
import type { ActiveModel } from '../viewer/session/use-model-view.js'
import { useNewSession } from '../viewer/session/use-new-session.js'
import { ToolHosts } from '../viewer/shell/tool-hosts.js'
import type { TestViewer } from './test-viewer.js'

const guest: FileAccess = {
  hasAccount: false,
  file: null,
  name: 'Tower.ifc',
  detail: null,
  isOlder: false,
  isExample: false,
  isUnreachable: false,
  fileId: null,
  role: null,
  fileVersion: null,
  exported: null,
}

const actions = { retry: () => undefined, startRendering: () => undefined }

interface TestSessionProps {
  readonly engine: TestViewer
  readonly tools?: readonly Tool[]
  readonly model?: Partial<ActiveModel>
  readonly access?: Partial<FileAccess>
  /** Replaces parts of the session. */
  readonly over?: Partial<Session>
  /** Receives each new session. */
  readonly onSession?: (session: Session) => void
  readonly children?: ReactNode
}

/** Provides a session with a model on screen, and the tools. */
export function TestSession({ engine, tools = [], model, access, over, onSession, children }: TestSessionProps) {
  const { viewer } = engine
  const ownSession = useNewSession({
    model: { ...idleState.get(), viewer, urn: 'urn-tower', hasFirstFrame: true, ...actions, ...model },
    access: { ...guest, ...access },
    set: null,
    tools,
    firstPanel: null,
    openUrn: () => undefined,
  })
  const session = { ...ownSession, ...over }
  onSession?.(session)
  return (
    <SessionContext value={session}>
      <ToolsContext value={tools}>
        <ToolHosts tools={tools}>{children}</ToolHosts>
      </ToolsContext>
    </SessionContext>
  )
}
