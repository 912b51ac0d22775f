import type { StorageUse } from '@kamar/contracts'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { classNames } from '../../platform/design/class-names.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { UnfinishedUploads } from './unfinished-uploads.js'

/** Ratio from which the bar warns. */
const nearlyFull = 0.9

/** Shows the used part of the plan, by type. */
export function UseBar({ use }: { use: StorageUse }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { quotaBytes } = use.plan
  const part = quotaBytes === 0 ? 1 : use.usedBytes / quotaBytes
  const models = Math.max(0, use.usedBytes - use.otherBytes)
  const width = (bytes: number): string => `${quotaBytes === 0 ? 0 : Math.min(100, (bytes / quotaBytes) * 100)}%`
  const isTight = part >= nearlyFull
  return (
    <section aria-labelledby="storage-use" className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="storage-use" className="text-20 tabular-nums">
          {t('storage.used', { used: formats.volume(use.usedBytes), quota: formats.volume(quotaBytes) })}
        </h2>
        <p className={classNames('text-14 tabular-nums', isTight ? 'text-danger' : 'text-muted')}>
          {t('storage.available', { available: formats.volume(Math.max(0, quotaBytes - use.usedBytes)) })}
        </p>
      </div>
      <div
        role="meter"
        aria-labelledby="storage-use"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.round(part * 100))}
        className="mt-4 flex h-3 gap-px overflow-hidden rounded-full bg-sunken"
      >
        <span style={{ width: width(models) }} className={isTight ? 'bg-danger' : 'bg-accent'} />
        <span style={{ width: width(use.otherBytes) }} className="bg-edge" />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-3 text-14">
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <Kind
            className={isTight ? 'bg-danger' : 'bg-accent'}
            label={t('storage.cad')}
            size={formats.volume(models)}
          />
          <Kind className="bg-edge" label={t('storage.other')} size={formats.volume(use.otherBytes)} />
        </dl>
        <Link
          to="/bin"
          className="-mx-2 inline-flex min-h-9 items-center gap-2 rounded-control px-2 text-muted hover:bg-sunken hover:text-text sm:ms-auto"
        >
          <Trash2 />
          {t('storage.inBin', { size: formats.volume(use.bin.bytes), count: use.bin.files })}
        </Link>
      </div>
      {use.unfinished.uploads > 0 ? <UnfinishedUploads unfinished={use.unfinished} /> : null}
    </section>
  )
}

function Kind({ className, label, size }: { className: string; label: string; size: string }) {
  return (
    <div className="flex items-center gap-2">
      <dt className="flex items-center gap-2 text-muted">
        <span aria-hidden="true" className={classNames('size-2.5 rounded-full', className)} />
        {label}
      </dt>
      <dd className="font-medium tabular-nums">{size}</dd>
    </div>
  )
}
