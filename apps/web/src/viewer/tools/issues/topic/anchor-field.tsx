import { MapPin, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../platform/design/button.js'

interface AnchorFieldProps {
  readonly hasAnchor: boolean
  /** Name of the element at the place. */
  readonly elementName?: string | undefined
  readonly disabled?: boolean
  readonly onSet: () => void
  readonly onRemove: () => void
}

/** Renders the place of a topic in the model, and the buttons that set, move and remove it. */
export function AnchorField({ hasAnchor, elementName, disabled = false, onSet, onRemove }: AnchorFieldProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" icon={<MapPin />} disabled={disabled} onClick={onSet}>
        {t(hasAnchor ? 'topics.place.move' : 'topics.place.set')}
      </Button>
      <p className="min-w-0 text-13 text-pretty text-muted">
        {elementName
          ? t('topics.about', { element: elementName })
          : t(hasAnchor ? 'topics.place.placed' : 'topics.place.none')}
      </p>
      {hasAnchor && !disabled ? (
        <IconButton size="small" label={t('topics.place.remove')} onClick={onRemove}>
          <X size={16} />
        </IconButton>
      ) : null}
    </div>
  )
}
