import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button, IconButton } from '../../platform/design/button.js'
import { MiddleEllipsis } from '../../platform/design/middle-ellipsis.js'
import { notify } from '../../platform/design/toasts-state.js'
import {
  canCacheModels,
  chooseDeviceLimit,
  deviceLimit,
  deviceRevision,
  limitChoices,
  listOnDevice,
  removeFromDevice,
} from '../../platform/offline-models/device-models.js'
import type { OfflineModel } from '../../platform/offline-models/offline-model.js'
import { TimeInText } from '../../platform/format/shown-time.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { useObservable } from '../../platform/observable.js'
import { Section, SettingsShell } from '../../platform/shell/settings-shell.js'
import { Lasting } from './lasting.js'

/** Lists the models stored on this device for offline use, with their size and removal. */
export function DevicePage() {
  const { t } = useTranslation()
  const revision = useObservable(deviceRevision)
  const models = useQuery({ queryKey: ['device', 'models', revision], queryFn: listOnDevice })
  return (
    <SettingsShell title={t('offline.title')} subtitle={t('offline.subtitle')} tabs>
      {canCacheModels() ? (
        <>
          <Section title={t('offline.models')}>
            {models.data ? <Models models={models.data} /> : <div className="h-24" />}
          </Section>
          <Section title={t('offline.room')} hint={t('offline.roomHint')}>
            <StorageUsage used={(models.data ?? []).reduce((sum, { bytes }) => sum + bytes, 0)} />
            <Lasting />
          </Section>
        </>
      ) : (
        <p className="text-14 text-pretty text-muted">{t('offline.unavailable')}</p>
      )}
    </SettingsShell>
  )
}

function Models({ models }: { models: readonly OfflineModel[] }) {
  const { t } = useTranslation()
  if (models.length === 0) {
    return (
      <>
        <p className="text-14">{t('offline.empty')}</p>
        <p className="mt-1 text-13 text-pretty text-muted">{t('offline.emptyHint')}</p>
      </>
    )
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {models.map((model) => (
          <ModelRow key={model.urn} model={model} />
        ))}
      </ul>
      <Button
        className="mt-4"
        onClick={() => void Promise.all(models.map(({ urn }) => removeFromDevice(urn)))}
        icon={<Trash2 />}
      >
        {t('offline.removeAll')}
      </Button>
    </>
  )
}

function ModelRow({ model: { urn, name, version, bytes, usedAt } }: { model: OfflineModel }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <li className="flex min-h-14 items-center gap-3">
      <Link
        to={`/ViewerPage?urn=${encodeURIComponent(urn)}`}
        className="-ms-2 min-w-0 grow rounded-control px-2 py-1.5 hover:bg-sunken"
      >
        <span className="block text-14">
          <MiddleEllipsis name={name} />
        </span>
        <span className="block text-12 text-muted tabular-nums">
          {version === undefined ? null : `${t('versions.number', { number: version })} · `}
          {formats.size(bytes)} ·{' '}
          <TimeInText value={usedAt} as="moment">
            {(date) => t('offline.opened', { date })}
          </TimeInText>
        </span>
      </Link>
      <IconButton
        label={t('offline.removeNamed', { name })}
        onClick={() => {
          void removeFromDevice(urn).then(() => notify(t('offline.removed', { name })))
        }}
      >
        <Trash2 />
      </IconButton>
    </li>
  )
}

function StorageUsage({ used }: { used: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const client = useQueryClient()
  const key = ['device', 'limit']
  const limit = useQuery({ queryKey: key, queryFn: deviceLimit }).data
  if (limit === undefined) return <div className="h-10" />
  const choices = limitChoices.includes(limit)
    ? limitChoices
    : [...limitChoices, limit].sort((one, other) => one - other)
  const text = limit === 0 ? t('offline.none') : formats.volume(limit)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          type="range"
          aria-label={t('offline.room')}
          aria-valuetext={text}
          min={0}
          max={choices.length - 1}
          step={1}
          value={choices.indexOf(limit)}
          onChange={(event) => {
            const bytes = choices[Number(event.currentTarget.value)] ?? limit
            client.setQueryData(key, bytes)
            void chooseDeviceLimit(bytes)
          }}
          className="h-7 w-full max-w-72 accent-accent"
        />
        <output className="text-14 font-medium tabular-nums">{text}</output>
      </div>
      <p className="mt-1 text-13 text-muted tabular-nums">
        {t('offline.used', { used: formats.volume(used), limit: formats.volume(limit) })}
      </p>
    </>
  )
}
