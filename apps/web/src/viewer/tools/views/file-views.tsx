import type { SavedViewInput } from '@kamar/core'
import type { Viewer } from '@kamar/viewer'
import { Box, Eye } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import type { Members } from '../../session/models/use-members.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import { showFileView } from './show-file-view.js'

/** Saved views in one file. */
export interface ViewsOfFile {
  /** The file's id, or the address of an example. */
  readonly key: string | null
  /** Label of their model, where there are several; null for the open one. */
  readonly label: string | null
  readonly views: readonly SavedViewInput[]
}

/** Returns the views of each open file that has any, in the order of the models. */
export function viewsOfFiles(
  { manifest }: Pick<ActiveModel, 'manifest'>,
  key: string | null,
  models: Pick<Members, 'isJoined' | 'members'>,
): readonly ViewsOfFile[] {
  const files = models.isJoined
    ? models.members
        .filter(({ state }) => state === 'shown')
        .map((member) => ({ key: member.key, label: member.label, views: member.manifest?.views ?? [] }))
    : [{ key, label: null, views: manifest?.views ?? [] }]
  return files.filter(({ views }) => views.length > 0)
}

interface FileViewsProps {
  readonly viewer: Viewer | null
  readonly files: readonly ViewsOfFile[]
}

/** Renders the views in the files themselves, which are read-only. */
export function FileViews({ viewer, files }: FileViewsProps) {
  const [shownView, setShownView] = useState<SavedViewInput | null>(null)
  return files.map((file) => <OneFile key={file.key} {...{ viewer, file, shownView }} onShown={setShownView} />)
}

interface OneFileProps {
  readonly viewer: Viewer | null
  readonly file: ViewsOfFile
  /** View that was shown last. */
  readonly shownView: SavedViewInput | null
  readonly onShown: (view: SavedViewInput) => void
}

function OneFile({ viewer, file: { key, label, views }, shownView, onShown }: OneFileProps) {
  const { t } = useTranslation()
  const heading = useId()
  const open = (view: SavedViewInput): void => {
    if (!viewer) return
    onShown(view)
    showFileView(viewer, key, view).catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
  }
  return (
    <section aria-labelledby={heading} className="border-t border-line first:border-t-0">
      <h3 id={heading} className="px-3 pt-3 pb-1 text-12 font-medium wrap-anywhere text-muted">
        {label === null ? t('views.ofFile') : t('views.ofModel', { name: label })}
      </h3>
      <ul>
        {views.map((view, index) => (
          // A file may contain two views with the same name.
          <li key={index}>
            <button
              type="button"
              aria-pressed={view === shownView}
              onClick={() => open(view)}
              className={classNames(
                'flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start hover:bg-page',
                view === shownView && 'bg-sunken',
              )}
            >
              {view.camera.kind === 'perspective' ? (
                <Eye className="shrink-0 text-muted" />
              ) : (
                <Box className="shrink-0 text-muted" />
              )}
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
