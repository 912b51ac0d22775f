import type { MailState, OutboxMail } from '@kamar/contracts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { Button } from '../../platform/design/button.js'
import { classNames } from '../../platform/design/class-names.js'
import { CopyButton } from '../../platform/design/copy-button.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { notify } from '../../platform/design/toasts-state.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { ShownTime } from '../../platform/format/shown-time.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { adminKeys } from './admin-keys.js'
import { Pages } from './pages.js'

const rowsPerPage = 50
const tones: Record<MailState, string> = {
  queued: 'bg-sunken text-muted',
  sent: 'bg-success-soft text-success',
  kept: 'bg-warning-soft text-warning',
  failed: 'bg-danger-soft text-danger',
}

/** Lists the mails of this server: sent, pending, and those for an administrator to pass on. */
export function OutboxTab() {
  const { t } = useTranslation()
  const [page, setPage] = useState(0)
  const [openId, setOpen] = useState<string | null>(null)
  const { data, error, isError, refetch } = useQuery({
    queryKey: [...adminKeys.outbox, page],
    queryFn: ({ signal }) => api.call('listOutbox', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })
  if (isError && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <CardsSkeleton heightsPixels={[200]} />
  const pages = Math.max(1, Math.ceil(data.total / rowsPerPage))
  return (
    <>
      <p className="mb-4 text-13 text-pretty text-muted">
        {data.configured ? t('admin.mailConfigured') : t('admin.mailNotConfigured')}
      </p>
      <div className="rounded-card border border-line bg-surface">
        {data.mails.length === 0 ? (
          <EmptyState icon={<MailOpen size={20} />} title={t('admin.outboxEmpty')} />
        ) : (
          <ul className="divide-y divide-line">
            {data.mails.map((mail) => (
              <MailRow
                key={mail.id}
                mail={mail}
                isOpen={mail.id === openId}
                onToggle={() => setOpen(mail.id === openId ? null : mail.id)}
              />
            ))}
          </ul>
        )}
        {pages > 1 ? <Pages page={page + 1} pages={pages} onPage={(next) => setPage(next - 1)} /> : null}
      </div>
    </>
  )
}

interface MailRowProps {
  readonly mail: OutboxMail
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function MailRow({ mail, isOpen, onToggle }: MailRowProps) {
  const { t } = useTranslation()
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-start hover:bg-page sm:px-5"
      >
        <span className="min-w-0 grow basis-60">
          <span className="block truncate text-14 font-medium">{mail.subject || t(`admin.mail.${mail.template}`)}</span>
          <span className="block truncate text-13 text-muted">{mail.recipient}</span>
        </span>
        <span className={classNames('rounded-full px-2 py-0.5 text-12 font-medium', tones[mail.state])}>
          {t(`admin.mailState.${mail.state}`)}
        </span>
        <ShownTime value={mail.createdAt} as="list" className="text-13 text-muted tabular-nums" />
      </button>
      {isOpen ? <MailContent mail={mail} /> : null}
    </li>
  )
}

/** Shows the mail's text with its links, which an administrator passes on where no mail is sent. */
function MailContent({ mail }: { mail: OutboxMail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: [...adminKeys.outbox, 'mail', mail.id],
    queryFn: ({ signal }) => api.call('readOutboxMail', { parameters: { id: mail.id } }, { signal }),
  })
  const again = useMutation({
    mutationFn: () => api.call('sendOutboxMail', { parameters: { id: mail.id } }),
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.outbox }),
  })
  return (
    <div className="border-t border-line bg-page px-4 py-4 sm:px-5">
      {mail.problem ? <p className="mb-3 text-13 break-words text-danger">{mail.problem}</p> : null}
      {data ? (
        data.text === null ? (
          <p className="text-13 text-muted">{t('admin.mailGone')}</p>
        ) : (
          <div className="flex items-start gap-2">
            <pre className="min-w-0 grow font-sans text-14 break-words whitespace-pre-wrap">{data.text}</pre>
            <CopyButton label={t('common.copy')} text={data.text} />
          </div>
        )
      ) : (
        <p className="text-13 text-muted">{t('settings.loading')}</p>
      )}
      {mail.state === 'kept' || mail.state === 'failed' ? (
        <Button size="small" busy={again.isPending} onClick={() => again.mutate()} className="mt-4">
          {t('admin.sendAgain')}
        </Button>
      ) : null}
    </div>
  )
}
