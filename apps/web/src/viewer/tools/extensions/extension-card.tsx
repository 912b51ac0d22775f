import type { ExtensionPermission } from '@kamar/contracts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Toggle } from '../../../platform/design/fields/toggle.js'
import type { ExtensionState } from './extension-host.js'

interface ExtensionCardProps {
  readonly name: string
  readonly description: string
  readonly publisher?: string
  readonly permissions?: readonly ExtensionPermission[]
  readonly state: ExtensionState | undefined
  /** False for an extension that is not installed; it cannot be switched on. */
  readonly isInstalled?: boolean
  readonly onToggle: (on: boolean) => void
  /** Further actions. */
  readonly children?: ReactNode
}

/** Renders one extension: its description, whether it runs, and its permissions. */
export function ExtensionCard(props: ExtensionCardProps) {
  const { t } = useTranslation()
  const { name, description, publisher, permissions = [], state, isInstalled = true } = props
  return (
    <li className="rounded-control border border-line px-3 py-1">
      {isInstalled ? (
        <Toggle
          label={name}
          hint={description}
          checked={state === 'running' || state === 'loading'}
          onChange={props.onToggle}
        />
      ) : (
        <div className="py-2">
          <p className="text-14">{name}</p>
          <p className="text-13 text-muted">{description}</p>
        </div>
      )}
      {publisher ? <p className="pb-1 text-12 text-muted">{publisher}</p> : null}
      {state === 'failed' ? <p className="pb-1 text-13 text-danger">{t('extensions.failed')}</p> : null}
      {permissions.length > 0 ? (
        <p className="pb-1 text-12 text-muted">
          {permissions.map((permission) => t(`extensions.permission.${permission}`)).join(' · ')}
        </p>
      ) : null}
      {props.children ? <div className="flex flex-wrap gap-2 pb-2">{props.children}</div> : null}
    </li>
  )
}
