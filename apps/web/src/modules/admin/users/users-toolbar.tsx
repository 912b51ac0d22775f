import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { SearchInput } from '../../../platform/design/fields/search-input.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { statuses } from './status-select.js'
import type { UserListView } from './use-user-list.js'

/** Renders search and status filter; the server applies both. */
export function UsersToolbar({ view }: { view: UserListView }) {
  const { t } = useTranslation()
  return (
    <div className="flex w-full flex-wrap gap-2 sm:ms-auto sm:w-auto">
      <div role="search" aria-label={t('admin.search')} className="min-w-0 grow sm:w-64">
        <SearchInput
          type="search"
          value={view.search}
          aria-label={t('admin.search')}
          placeholder={t('admin.search')}
          maxLength={200}
          onChange={(event) => view.setSearch(event.currentTarget.value)}
          className="sm:h-9"
        />
      </div>
      <div className="w-full sm:w-auto sm:min-w-44">
        <select
          aria-label={t('admin.statusFilter')}
          value={view.status}
          onChange={(event) => view.setStatus(event.currentTarget.value as UserListView['status'])}
          className={classNames(inputClass, 'sm:h-9')}
        >
          <option value="all">{t('admin.allStatuses')}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(`admin.status.${status}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
