import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cancelWaiting, outbox, ownWaiting, type Waiting } from '../../platform/collaboration/outbox.js'
import { useTryAgain } from '../../platform/collaboration/use-outbox.js'
import { Button } from '../../platform/design/button.js'
import { MiddleEllipsis } from '../../platform/design/middle-ellipsis.js'
import { FileKindIcon } from '../../platform/files/file-kind-icon.js'
import { modelsPath } from '../../platform/files/viewer-path.js'
import { TimeInText } from '../../platform/format/shown-time.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { useObservable } from '../../platform/observable.js'
import { deviceRevision, findOnDevice, listOnDevice } from '../../platform/offline-models/device-models.js'
import type { OfflineModel } from '../../platform/offline-models/offline-model.js'

/** Renders what can be used without a connection: the models on this device, and what waits to be sent. */
export function OfflineFiles() {
  const { t } = useTranslation()
  const revision = useObservable(deviceRevision)
  const { data: models } = useQuery({ queryKey: ['device', 'models', revision], queryFn: listOnDevice })
  const waiting = ownWaiting(useObservable(outbox))
  return (
    <div className="min-h-0 grow overflow-y-auto p-4">
      <h2 className="text-16">{t('offline.title')}</h2>
      {models?.length === 0 ? (
        <p className="mt-2 text-14 text-pretty text-muted">{t('offlineFiles.none')}</p>
      ) : (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
          {models?.map((model) => (
            <ModelCard key={model.urn} model={model} />
          ))}
        </ul>
      )}
      {waiting.length > 0 ? <WaitingItems items={waiting} /> : null}
    </div>
  )
}

function ModelCard({ model }: { readonly model: OfflineModel }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <li>
      <Link
        to={modelsPath([model.urn])}
        className="block overflow-hidden rounded-card border border-line hover:border-edge"
      >
        <ModelThumbnail model={model} />
        <span className="block px-3 py-2">
          <span className="block text-14">
            <MiddleEllipsis name={model.name} />
          </span>
          <span className="block text-12 text-muted tabular-nums">
            {model.version === undefined ? null : `${t('versions.number', { number: model.version })} · `}
            {formats.size(model.bytes)}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** Renders the thumbnail in the package on this device. */
function ModelThumbnail({ model: { name, urn } }: { readonly model: OfflineModel }) {
  const { data } = useQuery({ queryKey: ['device', 'thumbnail', urn], queryFn: () => readThumbnail(urn) })
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !data) return undefined
      const url = URL.createObjectURL(data)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [data],
  )
  return (
    <span className="flex aspect-4/3 items-center justify-center bg-sunken">
      {data ? <img ref={show} alt="" className="size-full object-cover" /> : <FileKindIcon name={name} size={32} />}
    </span>
  )
}

async function readThumbnail(urn: string): Promise<Blob | null> {
  const stored = await findOnDevice(urn)
  const file = stored?.model.manifest.files.find(({ path }) => path === 'thumbnail.png')
  const bytes = file ? await stored?.read(file.sha256) : null
  return bytes ? new Blob([bytes], { type: 'image/png' }) : null
}

function WaitingItems({ items }: { readonly items: readonly Waiting[] }) {
  const { t } = useTranslation()
  return (
    <section className="mt-6">
      <h2 className="text-16">{t('offlineFiles.waiting')}</h2>
      <ul className="mt-2 divide-y divide-line">
        {items.map((item) => (
          <li key={item.key} className="flex items-center gap-3 py-2 text-14">
            <Clock className="shrink-0 text-muted" />
            <span className="min-w-0 grow">
              <span className="block truncate">{item.topicId === null ? item.form.title : item.form.text}</span>
              {item.problem === null ? null : <UnsentItem item={item} reason={item.problem} />}
            </span>
            <span className="shrink-0 text-12 text-muted">
              <TimeInText value={item.writtenAt} as="age">
                {(time) => t(item.topicId === null ? 'offlineFiles.issue' : 'offlineFiles.comment', { time })}
              </TimeInText>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Renders why an item was not sent, and what can be done about it. */
function UnsentItem({ item, reason }: { readonly item: Waiting; readonly reason: string }) {
  const { t } = useTranslation()
  const again = useTryAgain()
  return (
    <>
      <span className="block text-12 text-pretty text-danger">{t('files.notSent', { reason })}</span>
      <span className="mt-1 flex flex-wrap gap-2">
        <Button size="small" onClick={() => again(item.key)}>
          {t('common.retry')}
        </Button>
        <Button size="small" onClick={() => cancelWaiting(item.key)}>
          {t('offlineFiles.doNotSend')}
        </Button>
      </span>
    </>
  )
}
