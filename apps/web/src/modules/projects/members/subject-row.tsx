import type { ReactNode } from 'react'
import { SubjectIcon } from '../../../platform/folders/folder-rules.js'
import type { FolderRule } from '@kamar/contracts'

interface SubjectRowProps extends Pick<FolderRule, 'kind' | 'name'> {
  readonly note: ReactNode
  /** Text after the name, in parentheses. */
  readonly mark?: string | null
  readonly children: ReactNode
}

/** Renders a person or a group with its role and buttons. */
export function SubjectRow({ kind, name, note, mark = null, children }: SubjectRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <SubjectIcon {...{ kind, name }} />
      <div className="min-w-40 grow basis-40">
        <p className="text-14 font-medium wrap-anywhere">
          {name}
          {mark === null ? null : <span className="font-normal text-muted">{` (${mark})`}</span>}
        </p>
        <div className="text-12 text-muted wrap-anywhere">{note}</div>
      </div>
      <div className="ms-auto flex items-center gap-1">{children}</div>
    </li>
  )
}
