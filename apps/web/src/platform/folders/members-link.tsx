import type { ProjectRecord } from '@kamar/contracts'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { classNames } from '../design/class-names.js'
import { ControlTooltip } from '../design/control-tooltip.js'
import { membersPath } from './folder-paths.js'

/** Returns whether the account may list the members of a project: a personal one has none, a folder member may not. */
export const hasMemberList = ({ personal, role }: Pick<ProjectRecord, 'personal' | 'role'>): boolean =>
  !personal && role !== 'folder'

interface MembersLinkProps {
  readonly project: Pick<ProjectRecord, 'id' | 'name'>
  readonly className?: string
}

/** Renders the link to the members of a project. */
export function MembersLink({ className, project }: MembersLinkProps) {
  const { t } = useTranslation()
  const label = t('projects.membersOf', { project: project.name })
  return (
    <ControlTooltip label={label}>
      <Link
        to={membersPath(project.id)}
        aria-label={label}
        className={classNames(
          'inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text pointer-coarse:size-11',
          className,
        )}
      >
        <Users />
      </Link>
    </ControlTooltip>
  )
}
