import type { ElementColor, Viewer } from '@kamar/viewer'
import { Eye, EyeOff, Ghost, PaintBucket, ScanEye, SquareMousePointer, Table2, ZoomIn } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { ColorInput } from '../../kit/fields/color-input.js'
import { useRevealInList } from '../../session/reveal/use-reveal-in-list.js'

interface FilterActionsProps {
  readonly viewer: Viewer
  /** Null while the filter is empty. */
  readonly matches: Uint32Array | null
  readonly rgb: ElementColor['rgb']
  readonly onColor: (rgb: ElementColor['rgb']) => void
  readonly onList: (elements: Uint32Array) => void
}

/** Renders the number of matches, and the actions on them; all of them can be undone. */
export function FilterActions({ viewer, matches, rgb, onColor, onList }: FilterActionsProps) {
  const { t } = useTranslation()
  const reveal = useRevealInList(viewer)
  const none = matches === null || matches.length === 0
  const elements = matches ?? new Uint32Array(0)
  const change = (action: () => void) => (): void => viewer.undoable(action)
  const actions = [
    { text: 'select', icon: SquareMousePointer, run: () => reveal(elements) },
    { text: 'zoom', icon: ZoomIn, run: () => void viewer.fitToView(elements) },
    { text: 'isolate', icon: ScanEye, run: change(() => viewer.visibility.isolate(elements)) },
    { text: 'hide', icon: EyeOff, run: change(() => viewer.visibility.hide(elements)) },
    { text: 'ghost', icon: Ghost, run: change(() => viewer.visibility.ghostOthers(elements)) },
    { text: 'paint', icon: PaintBucket, run: change(() => viewer.colors.set(elements, { rgb })) },
    { text: 'list', icon: Table2, run: () => onList(elements) },
  ] as const
  return (
    <div className="shrink-0 border-t border-line p-2">
      <p role="status" className="px-1 pb-1 text-13 text-muted tabular-nums">
        {matches === null ? t('filter.unfinished') : t('filter.count', { count: matches.length })}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-0.5">
        {actions.map(({ text, icon: Icon, run }) => (
          <Fragment key={text}>
            <IconButton size="small" side="top" label={t(`filter.do.${text}`)} disabled={none} onClick={run}>
              <Icon size={18} />
            </IconButton>
            {text === 'paint' ? <ColorInput label={t('filter.color')} rgb={rgb} onChange={onColor} /> : null}
          </Fragment>
        ))}
        <IconButton
          size="small"
          side="top"
          label={t('viewer.showAll')}
          onClick={change(() => {
            viewer.visibility.showAll()
            viewer.colors.reset()
          })}
        >
          <Eye size={18} />
        </IconButton>
      </div>
    </div>
  )
}
