import type { StorageUse } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../platform/api/api.js'
import { classNames } from '../../platform/design/class-names.js'
import { MiddleEllipsis } from '../../platform/design/middle-ellipsis.js'
import { FileTypeIcon } from '../../platform/files/file-type-icon.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { Section, SettingsShell } from '../../platform/shell/settings-shell.js'
import { PlanCard } from './plan-card.js'
import { storageKey } from './storage-key.js'
import { UseBar } from './use-bar.js'

/** Shows the storage use of the plan, and requests a larger one. */
export function StoragePage() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: storageKey,
    queryFn: ({ signal }) => api.call('storage', undefined, { signal }),
    // Uploads and the bin change it while the page is in the background.
    staleTime: 0,
  })
  return (
    <SettingsShell title={t('storage.title')} subtitle={t('storage.subtitle')} tabs>
      {query.data ? (
        <Use use={query.data} />
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <CardsSkeleton heightsPixels={[220, 160, 300]} />
      )}
    </SettingsShell>
  )
}

function Use({ use }: { use: StorageUse }) {
  const { t } = useTranslation()
  return (
    <>
      <UseBar use={use} />
      <PlanCard use={use} />
      <Section title={t('storage.byType')}>
        {use.types.length === 0 ? <p className="text-14 text-muted">{t('storage.empty')}</p> : <Types use={use} />}
      </Section>
      {use.largest.length > 0 ? (
        <Section title={t('storage.largest')}>
          <Largest files={use.largest} />
        </Section>
      ) : null}
      <Section title={t('offline.title')} hint={t('offline.storageHint')}>
        <Link to="/on-this-device" className="text-14 font-medium text-accent underline">
          {t('offline.storageLink')}
        </Link>
      </Section>
    </>
  )
}

/** Renders each type with its ratio to the largest one. */
function Types({ use: { types } }: { use: StorageUse }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const maxBytes = Math.max(1, ...types.map(({ bytes }) => bytes))
  return (
    <ul className="space-y-3">
      {types.map(({ extension, bytes, files }) => (
        <li
          key={extension}
          className="grid grid-cols-[3.5rem_minmax(0,1fr)_5.5rem] items-center sm:grid-cols-[3.5rem_minmax(0,1fr)_10rem] gap-x-3"
        >
          <FileTypeIcon name={`x${extension}`} />
          <span aria-hidden="true" className="h-2 rounded-full bg-sunken">
            <span
              style={{ width: `${Math.max(1, (bytes / maxBytes) * 100)}%` }}
              className="block h-full rounded-full bg-edge"
            />
          </span>
          <span className="text-end text-13 text-muted tabular-nums">
            <span className="text-text">{formats.volume(bytes)}</span>
            <span className="block text-12 sm:ms-2 sm:inline">{t('files.count', { count: files })}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Largest({ files }: { files: StorageUse['largest'] }) {
  const formats = useFormats()
  return (
    <ul className="divide-y divide-line">
      {files.map((file) => (
        <li key={file.id}>
          <Link
            to={`/home?search=${encodeURIComponent(file.description)}`}
            className={classNames(
              '-mx-2 grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-control px-2 text-14',
              'hover:bg-sunken',
            )}
          >
            <MiddleEllipsis name={file.description} />
            <span className="text-13 text-muted tabular-nums">{formats.size(file.size)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
