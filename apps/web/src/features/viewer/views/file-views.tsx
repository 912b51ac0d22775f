import type { SavedViewInput } from '@kamar/scene'
import type { Viewer } from '@kamar/viewer'
import { Box, Eye } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../shared/design/class-names.js'
import { notify } from '../../../shared/design/notices-state.js'
import { errorMessage } from '../../../shared/errors/error-message.js'
import type { ShownModel } from '../use-model-view.js'
import { showFileView } from './show-file-view.js'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true, className: 'shrink-0 text-muted' } as const
const none: readonly SavedViewInput[] = []

/** The views that the open file itself brings. */
export const fileViewsOf = ({ manifest }: Pick<ShownModel, 'manifest'>): readonly SavedViewInput[] =>
  manifest?.views ?? none

interface FileViewsProps {
  readonly viewer: Viewer | null
  /** The file's id, or the address of an example. */
  readonly fileKey: string | null
  readonly views: readonly SavedViewInput[]
}

/** Views of the file itself: they are looked at, and nobody changes them. */
export function FileViews({ viewer, fileKey, views }: FileViewsProps) {
  const { t } = useTranslation()
  const heading = useId()
  const [shown, setShown] = useState<SavedViewInput | null>(null)
  if (views.length === 0) return null
  const open = (view: SavedViewInput): void => {
    if (!viewer) return
    setShown(view)
    showFileView(viewer, fileKey, view).catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
  }
  return (
    <section aria-labelledby={heading} className="border-t border-line first:border-t-0">
      <h3 id={heading} className="px-3 pt-3 pb-1 text-12 font-medium text-muted">
        {t('views.ofFile')}
      </h3>
      <ul>
        {views.map((view, index) => (
          // A file may hold two views of one name.
          <li key={index}>
            <button
              type="button"
              aria-pressed={view === shown}
              onClick={() => open(view)}
              className={classNames(
                'flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start hover:bg-page',
                view === shown && 'bg-sunken',
              )}
            >
              {view.camera.kind === 'perspective' ? <Eye {...icon} /> : <Box {...icon} />}
              <span className="min-w-0">
                <span className="line-clamp-2 text-14 wrap-anywhere">
                  {view.name === null ? t('views.lastSaved') : view.name || t('views.unnamed')}
                </span>
                <span className="block truncate text-12 text-muted">
                  {[...view.folders, t(`viewer.${view.camera.kind}`)].join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
