import { useTranslation } from 'react-i18next'
import { classNames } from '../../../../platform/design/class-names.js'
import { topicTone, formatTopicOption } from '../topic-options.js'

const tones = {
  open: 'bg-accent-soft text-text',
  progress: 'bg-warning-soft text-text',
  closed: 'bg-success-soft text-text',
} as const

/** Renders the status of a topic. */
export function StatusMark({ status, isClosed }: { readonly status: string; readonly isClosed: boolean }) {
  const { t } = useTranslation()
  if (status === '') return null
  return (
    <span
      className={classNames(
        'rounded-full px-2 py-0.5 text-12 whitespace-nowrap',
        tones[topicTone({ status, isClosed })],
      )}
    >
      {formatTopicOption('status', status, t)}
    </span>
  )
}
