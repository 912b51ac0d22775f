import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { Banner } from '../../kit/banner.js'
import { countDraft, type DraftViews } from './draft-content.js'
import { getTargets } from './draft-sync.js'
import type { DraftsControl } from './use-drafts.js'

interface DraftBannerProps {
  readonly control: DraftsControl
  /** Version that is open, if it is not the current one. */
  readonly fileVersion: number | null
}

/** Renders what was restored, or what a stored view covers, until the user closes it. */
export function DraftBanner({ control: { kind, sync, views }, fileVersion }: DraftBannerProps) {
  const { t } = useTranslation()
  const items = useContents(views)
  if (!sync || kind === 'none') return null
  const version = views[0]?.fileVersion ?? null
  const note = version === null || version === fileVersion ? '' : t('drafts.ofVersion', { number: version })
  return (
    <Banner
      text={[t(kind === 'restored' ? 'drafts.restored' : 'drafts.aside', { items }), note].filter(Boolean).join(' · ')}
      onClose={() => sync.close()}
    >
      {kind === 'aside' ? (
        <Button size="small" onClick={() => void sync.restore()}>
          {t('drafts.restore')}
        </Button>
      ) : null}
      {kind === 'restored' && getTargets(views).length > 0 ? (
        <Button size="small" onClick={() => void sync.showDrawing()}>
          {t('drafts.show')}
        </Button>
      ) : null}
      <Button size="small" tone="quiet" onClick={() => void sync.discard()}>
        {t('drafts.discard')}
      </Button>
    </Banner>
  )
}

function useContents(views: DraftViews): string {
  const { t } = useTranslation()
  const { drawings, measurements } = countDraft(views)
  return [
    measurements > 0 ? t('drafts.measurements', { count: measurements }) : '',
    drawings > 0 ? t('drafts.drawings', { count: drawings }) : '',
  ]
    .filter(Boolean)
    .join(', ')
}
