import type { FileRecord, OpenedFolder } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Mark, Wordmark } from '../../platform/brand/mark.js'
import { IssuesLink } from '../../platform/collaboration/issues-link.js'
import { UploadButton } from '../../platform/files/upload/upload-button.js'
import { NotificationBell } from '../../platform/notifications/notification-bell.js'
import { UserMenu } from '../../platform/shell/user-menu.js'
import { canChange } from './actions/file-actions.js'
import { SearchField } from './search-field.js'
import { RailButton } from './folder/rail-column.js'
import type { FileView } from './use-arrangement.js'

interface FilesTopBarProps {
  readonly folder: OpenedFolder | null
  readonly view: FileView
  readonly selected: FileRecord | null
  readonly onAddVersion: (file: FileRecord) => void
  readonly onSearchSubmit: () => void
}

/** Renders wordmark, search, upload, user. On a phone the search has a separate line. */
export function FilesTopBar({ folder, view, selected, onAddVersion, onSearchSubmit }: FilesTopBarProps) {
  const { t } = useTranslation()
  return (
    <header className="border-b border-line bg-surface">
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:px-4 md:grid-cols-[minmax(0,21.5rem)_minmax(0,1fr)_auto] md:py-0 md:h-14">
        <div className="col-start-1 row-start-1 flex items-center gap-1 justify-self-start">
          <RailButton details={folder} />
          <Link
            to="/home"
            className="flex min-h-11 items-center rounded-control"
            aria-label={`Kamar · ${t('files.title')}`}
          >
            <span className="max-[479px]:hidden">
              <Wordmark size={24} />
            </span>
            <span className="hidden max-[479px]:block">
              <Mark size={24} />
            </span>
          </Link>
        </div>
        <div className="col-span-2 row-start-2 flex md:col-span-1 md:col-start-2 md:row-start-1">
          <SearchField value={view.search} onChange={view.setSearch} onSubmit={onSearchSubmit} />
        </div>
        <div className="col-start-2 row-start-1 flex items-center gap-2 md:col-start-3">
          <UploadButton target={selected && canChange(selected) ? selected : null} onAddVersion={onAddVersion} />
          <IssuesLink />
          <NotificationBell />
          <UserMenu />
        </div>
      </div>
    </header>
  )
}
