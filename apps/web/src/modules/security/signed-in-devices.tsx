import type { SessionRecord } from '@kamar/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { Button, IconButton } from '../../platform/design/button.js'
import { notify } from '../../platform/design/toasts-state.js'
import { Skeleton } from '../../platform/design/skeleton.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { TimeInText } from '../../platform/format/shown-time.js'
import { describeBrowser, isMobileBrowser } from './describe-browser.js'

const sessionsKey = ['security', 'sessions'] as const

/** Lists the browsers in which the account is signed in, and signs them out. */
export function SignedInDevices() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => api.call('listSessions', undefined, { signal }),
    staleTime: 0,
  })
  const endOthers = useEnding(() => api.call('endOtherSessions'))
  if (query.isError) return <p className="text-14 text-danger">{errorMessage(query.error)}</p>
  if (!query.data) return <Skeleton className="h-16 w-full" />
  return (
    <>
      <ul className="divide-y divide-line">
        {query.data.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      {query.data.length > 1 ? (
        <Button className="mt-4" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('security.endOthers')}
        </Button>
      ) : null}
    </>
  )
}

function Device({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const { current, id, lastSeenAt, userAgent } = session
  const end = useEnding(() => api.call('endSession', { parameters: { id } }))
  const name = describeBrowser(userAgent) ?? t('security.unknownBrowser')
  const Icon = isMobileBrowser(userAgent) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon size={18} className="shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <p className="text-14 wrap-anywhere">
          {name}
          {current ? <span className="text-muted"> · {t('security.thisDevice')}</span> : null}
        </p>
        <p className="text-12 text-muted">
          <TimeInText value={lastSeenAt} as="moment">
            {(time) => t('security.lastUsed', { time })}
          </TimeInText>
        </p>
      </div>
      {current ? null : (
        <IconButton label={t('security.end', { name })} disabled={end.isPending} onClick={() => end.mutate()}>
          <LogOut size={18} />
        </IconButton>
      )}
    </li>
  )
}

function useEnding(end: () => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}
