import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { Skeleton } from '../../../platform/design/skeleton.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { Thumbnail } from '../../../platform/files/thumbnail.js'
import { useExamples } from '../../../platform/files/use-examples.js'

interface ExamplesTabProps {
  readonly openUrn: string | null
  readonly onOpen: (urn: string) => void
}

export function ExamplesTab({ openUrn, onOpen }: ExamplesTabProps) {
  const { t } = useTranslation()
  const { data: examples, error, isPending } = useExamples()
  if (isPending) return <Skeleton className="m-3 h-12" />
  if (error) return <p className="p-4 text-13 text-muted">{errorMessage(error)}</p>
  if (examples.length === 0) return <p className="p-4 text-13 text-muted">{t('viewer.noExamples')}</p>
  return (
    <ul aria-label={t('viewer.tabExamples')}>
      {examples.map(({ name, description, urn }) => (
        <li key={urn}>
          <button
            type="button"
            aria-current={urn === openUrn ? 'true' : undefined}
            onClick={() => onOpen(urn)}
            className={classNames(
              'flex w-full items-center gap-3 px-3 py-2.5 text-start outline-offset-[-2px]',
              urn === openUrn ? 'bg-sunken shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-page',
            )}
          >
            <Thumbnail
              file={{ urn, jobId: 'example', hasThumbnail: true }}
              className="size-12 rounded-control border border-line"
            />
            <span className="min-w-0">
              <span className="block truncate text-14 font-medium">{name}</span>
              <span className="block text-12 text-pretty text-muted">{description}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
