import { Check, PencilLine, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../platform/design/button.js'
import { Menu, MenuItem } from '../../../platform/design/menu.js'
import { MarkupBar } from '../../kit/markup/markup-bar.js'
import { Slot } from '../../kit/slot.js'
import type { MarkupControl } from './use-markup.js'

interface ViewMarkupBarProps {
  readonly markup: MarkupControl
  readonly isCompact: boolean
}

/** Replaces the toolbar while the user draws over the view. */
export function ViewMarkupBar({ markup, isCompact }: ViewMarkupBarProps) {
  const { t } = useTranslation()
  return (
    <MarkupBar
      markup={markup}
      isCompact={isCompact}
      className={
        isCompact
          ? 'pointer-events-auto absolute inset-x-0 bottom-0 z-20 border-t px-2 pb-[max(0.25rem,env(safe-area-inset-bottom))] shadow-float'
          : 'pointer-events-auto rounded-card border shadow-float'
      }
    >
      {markup.shapes > 0 ? <Slot name="in:markup" /> : null}
      <IconButton side="top" label={t('markup.discard')} onClick={markup.discard}>
        <X size={20} />
      </IconButton>
      <DoneButton markup={markup} />
    </MarkupBar>
  )
}

/** Ends drawing; asks what becomes of a drawing. */
function DoneButton({ markup }: Pick<ViewMarkupBarProps, 'markup'>) {
  const { t } = useTranslation()
  const isEmpty = markup.shapes === 0
  const button = (
    <Button size="small" tone="primary" icon={<Check />} {...(isEmpty ? { onClick: markup.end } : {})}>
      {t('markup.done')}
    </Button>
  )
  if (isEmpty) return button
  return (
    <Menu side="top" trigger={button}>
      <Slot name="in:markup-done" />
      <MenuItem icon={<PencilLine />} onSelect={markup.end}>
        {t('markup.asDraft')}
      </MenuItem>
      <MenuItem danger icon={<Trash2 />} onSelect={markup.discard}>
        {t('markup.discard')}
      </MenuItem>
    </Menu>
  )
}
