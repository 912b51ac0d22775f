import type { ViewpointSummary } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../../platform/design/class-names.js'
import { SnapshotImage } from '../../../kit/viewpoints/snapshot-image.js'

interface ViewpointStripProps {
  readonly fileId: string
  readonly viewpoints: readonly ViewpointSummary[]
  readonly shownId: string | null
  readonly onShow: (viewpointId: string) => void
}

/** Renders the viewpoints of a topic as buttons. */
export function ViewpointStrip({ fileId, viewpoints, shownId, onShow }: ViewpointStripProps) {
  const { t } = useTranslation()
  if (viewpoints.length === 0) return null
  return (
    <ul aria-label={t('topics.views')} className="-m-0.5 flex gap-2 overflow-x-auto p-0.5 pb-1">
      {viewpoints.map(({ id, snapshot }, index) => (
        <li key={id} className="shrink-0">
          <button
            type="button"
            aria-label={t('topics.showView', { number: index + 1 })}
            aria-pressed={id === shownId}
            onClick={() => onShow(id)}
            className={classNames('block rounded-control', id === shownId && 'ring-2 ring-accent')}
          >
            <SnapshotImage
              fileId={fileId}
              viewpointId={id}
              snapshot={snapshot}
              className={viewpoints.length === 1 ? 'aspect-video w-64 max-w-full' : 'aspect-video w-32'}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
