import { useTranslation } from 'react-i18next'
import { Button } from '../../../../platform/design/button.js'
import { useIsTouched } from '../../../../platform/use-media.js'
import { ToolBarFrame } from '../../../kit/tool-bar-frame.js'

interface AnchorBarProps {
  readonly isCompact: boolean
  readonly isOnSheet: boolean
  readonly onCancel: () => void
}

/** Renders the instruction to click the place of a topic, and the button that ends it. */
export function AnchorBar({ isCompact, isOnSheet, onCancel }: AnchorBarProps) {
  const { t } = useTranslation()
  const isTouched = useIsTouched()
  return (
    <ToolBarFrame
      label={t('topics.place.title')}
      hint={t(`topics.place.${isTouched ? 'tap' : 'click'}${isOnSheet ? 'OnSheet' : ''}`)}
      isCompact={isCompact}
    >
      <Button size="small" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </ToolBarFrame>
  )
}
