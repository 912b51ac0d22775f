import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { isUnfinished } from '../../../platform/files/file-status.js'
import { TimeInText } from '../../../platform/format/shown-time.js'
import { Banner } from '../../kit/banner.js'
import type { NewVersion, NewVersionControl } from './use-new-version.js'

/** Renders that a newer version exists, with what can be done about it, until the user closes it. */
export function NewVersionBanner({ newest, ...control }: NewVersionControl) {
  const [closedUrn, setClosedUrn] = useState<string | null>(null)
  const { t } = useTranslation()
  if (!newest || newest.version.urn === closedUrn) return null
  const { hasArrived, version } = newest
  const isReady = !isUnfinished(version)
  return (
    <Banner text={<Text {...newest} />} onClose={() => setClosedUrn(version.urn)}>
      {isReady ? (
        <>
          <Button size="small" tone="primary" onClick={control.show}>
            {t(hasArrived ? 'newVersion.show' : 'newVersion.latest')}
          </Button>
          {version.status === 'success' ? (
            <Button size="small" onClick={control.compare}>
              {t('newVersion.changes')}
            </Button>
          ) : null}
        </>
      ) : null}
    </Banner>
  )
}

function Text({ hasArrived, openNumber, version }: NewVersion) {
  const { t } = useTranslation()
  const { number, uploadedBy: name } = version
  if (isUnfinished(version)) return t('newVersion.preparing', { number })
  if (!hasArrived) return t('newVersion.older', { number: openNumber, newest: number })
  return (
    <TimeInText value={version.created_at} as="age">
      {(time) =>
        name === null ? t('newVersion.arrived', { number, time }) : t('newVersion.arrivedBy', { number, name, time })
      }
    </TimeInText>
  )
}
