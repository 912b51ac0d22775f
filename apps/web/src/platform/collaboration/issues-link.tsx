import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../api/api.js'
import { ControlTooltip } from '../design/control-tooltip.js'
import { collaborationKeys as keys } from './collaboration-keys.js'

/** Address of the page with the topics of all files. */
export const issuesPath = '/issues'
/** Maximum displayed count. */
const maxCount = 99
const staleMilliseconds = 60_000

/** Renders the link to the issues of all files, with the number of open ones that are assigned to the user. */
export function IssuesLink() {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: [...keys.allTopics, 'count'],
    queryFn: ({ signal }) => api.call('countMyTopics', undefined, { signal }),
    staleTime: staleMilliseconds,
  })
  const count = data?.open ?? 0
  const label = count === 0 ? t('issues.link') : t('issues.linkCount', { count })
  return (
    <ControlTooltip label={label}>
      <Link
        to={issuesPath}
        aria-label={label}
        className="relative flex size-9 shrink-0 pointer-coarse:size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
      >
        <MessageSquareText size={18} />
        {count > 0 ? (
          <span
            aria-hidden="true"
            className="absolute end-0.5 top-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[10px]/4 font-semibold text-on-accent tabular-nums"
          >
            {count > maxCount ? `${maxCount}+` : count}
          </span>
        ) : null}
      </Link>
    </ControlTooltip>
  )
}
