import { MapPin, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../platform/design/button.js'

interface AnchorFieldProps {
  readonly hasAnchor: boolean
  /** Whether the place is, or would be, on a sheet. */
  readonly isOnSheet: boolean
  /** Name of the element at the place. */
  readonly elementName?: string | undefined
  readonly disabled?: boolean
  readonly onSet: () => void
  readonly onRemove: () => void
}

/** Renders the place of a topic in the model or on a sheet, and the buttons that set, move and remove it. */
export function AnchorField(props: AnchorFieldProps) {
  const { hasAnchor, isOnSheet, elementName, disabled = false, onSet, onRemove } = props
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" icon={<MapPin />} disabled={disabled} onClick={onSet}>
        {t(hasAnchor ? 'topics.place.move' : 'topics.place.set')}
      </Button>
      <p className="min-w-0 text-13 text-pretty text-muted">
        {elementName
          ? t('topics.about', { element: elementName })
          : t(`topics.place.${hasAnchor ? 'placed' : 'none'}${isOnSheet ? 'OnSheet' : ''}`)}
      </p>
      {hasAnchor && !disabled ? (
        <IconButton size="small" label={t('topics.place.remove')} onClick={onRemove}>
          <X size={16} />
        </IconButton>
      ) : null}
    </div>
  )
}
