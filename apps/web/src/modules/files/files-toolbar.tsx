import { ArchiveRestore, ArrowDown, ArrowUp, Ellipsis, Funnel, LayoutGrid, List, Trash2, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { buttonClass, IconButton } from '../../platform/design/button.js'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../platform/design/menu.js'
import { sortKeys } from '../../platform/files/file-order.js'
import { fileScopes } from './arrange-files.js'
import type { Deletion } from './actions/delete-files.js'
import type { FileView } from './use-arrangement.js'
import { SelectionBar } from './actions/selection-actions.js'
import type { SelectionActions } from './actions/use-selection-actions.js'
import type { ShownFiles } from './use-shown-files.js'

interface FilesToolbarProps {
  readonly view: FileView
  readonly list: ShownFiles
  readonly deletion: Deletion
  readonly selection: SelectionActions
}

/** Renders the number of files and the view options; with checked files, their actions. */
export function FilesToolbar(props: FilesToolbarProps) {
  return (
    <div className="@container flex min-h-13 items-center gap-1 border-b border-line px-3 sm:px-4">
      {props.selection.count > 0 ? <SelectionBar actions={props.selection} /> : <ViewActions {...props} />}
    </div>
  )
}

function ViewActions(props: FilesToolbarProps) {
  const { t } = useTranslation()
  const { view, list, deletion } = props
  const isFolder = list.filter.folder !== undefined
  const navigate = useNavigate()
  return (
    <>
      <p role="status" className="grow text-14 font-medium whitespace-nowrap tabular-nums">
        <Count {...props} />
      </p>
      {isFolder ? null : <ScopeFilter view={view} />}
      <TypeFilter view={view} types={list.types} />
      <SortControl view={view} />
      {/* A phone has space for one button: the other view. */}
      <div role="group" aria-label={t('files.viewMode')} className="ms-1 flex">
        <IconButton
          label={t('files.list')}
          isActive={view.mode === 'list'}
          className={view.mode === 'list' ? 'max-sm:hidden' : ''}
          onClick={() => view.setMode('list')}
        >
          <List />
        </IconButton>
        <IconButton
          label={t('files.grid')}
          isActive={view.mode === 'grid'}
          className={view.mode === 'grid' ? 'max-sm:hidden' : ''}
          onClick={() => view.setMode('grid')}
        >
          <LayoutGrid />
        </IconButton>
      </div>
      <Menu
        trigger={
          <IconButton label={t('files.more')}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<ArchiveRestore />} onSelect={() => void navigate('/bin')}>
          {t('bin.open')}
        </MenuItem>
        {isFolder ? null : (
          <>
            <MenuSeparator />
            <MenuItem
              danger
              disabled={list.total === 0}
              icon={<Trash2 />}
              onSelect={() => deletion.open({ kind: 'all', files: list.loaded, total: list.total })}
            >
              {t('files.clearAll')}
            </MenuItem>
          </>
        )}
      </Menu>
    </>
  )
}

function Count({ list: { query, total, matching } }: FilesToolbarProps) {
  const { t } = useTranslation()
  if (query.isPending) return t('files.loading')
  // Without a list there is no number to show.
  if (query.isError && !query.data) return null
  const all = t('files.count', { count: total })
  return matching === total ? all : t('files.countOf', { shown: matching, total: all })
}

/** Filters by owner: all files, the user's own, or those that others share. */
function ScopeFilter({ view }: { view: FileView }) {
  const { t } = useTranslation()
  const label = t(`share.scopes.${view.scope}`)
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${t('share.whose')}: ${label}`}
          className={`${buttonClass('quiet', 'small')} ${view.scope === 'all' ? 'text-muted' : 'bg-sunken'}`}
        >
          <Users />
          <span className="max-lg:hidden">{label}</span>
        </button>
      }
    >
      <MenuChoice
        label={t('share.whose')}
        value={view.scope}
        onChoose={view.setScope}
        choices={fileScopes.map((value) => ({ value, label: t(`share.scopes.${value}`) }))}
      />
    </Menu>
  )
}

function TypeFilter({ view, types }: { view: FileView; types: readonly string[] }) {
  const { t } = useTranslation()
  const label = view.type === 'all' ? t('files.allTypes') : view.type.slice(1).toUpperCase()
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${t('files.type')}: ${label}`}
          className={`${buttonClass('quiet', 'small')} ${view.type === 'all' ? 'text-muted' : 'bg-sunken'}`}
        >
          <Funnel />
          <span className="max-sm:hidden">{label}</span>
        </button>
      }
    >
      <MenuChoice
        label={t('files.type')}
        value={view.type}
        onChoose={view.setType}
        choices={[
          { value: 'all', label: t('files.allTypes') },
          ...types.map((type) => ({ value: type, label: type.slice(1).toUpperCase() })),
        ]}
      />
    </Menu>
  )
}

const sortLabels = { date: 'files.sortDate', name: 'files.sortName', size: 'files.sortSize' } as const

/** Renders a button that reverses the date order, and a menu with the other orders. */
function SortControl({ view }: { view: FileView }) {
  const { t } = useTranslation()
  const Arrow = view.ascending ? ArrowUp : ArrowDown
  const key = view.sortKey
  const label = key === 'date' ? t('files.sortByDate') : `${t('files.sortBy')}: ${t(sortLabels[key])}`
  const direction = view.ascending ? t('files.ascending') : t('files.descending')
  return (
    <div className="flex">
      <button
        type="button"
        onClick={() => view.setAscending(!view.ascending)}
        className={`${buttonClass('quiet', 'small')} text-muted`}
      >
        <Arrow />
        <span aria-hidden="true" className="max-sm:hidden">
          {t(sortLabels[key])}
        </span>
        <span className="sr-only">
          {label}, {direction}
        </span>
      </button>
      <Menu
        trigger={
          <button type="button" aria-label={t('files.sort')} className={`${buttonClass('quiet', 'small')} px-1`}>
            <span aria-hidden="true" className="border-x-4 border-t-4 border-x-transparent border-t-muted" />
          </button>
        }
      >
        <MenuChoice
          label={t('files.sortBy')}
          value={key}
          onChoose={view.sortBy}
          choices={sortKeys.map((value) => ({ value, label: t(sortLabels[value]) }))}
        />
        <MenuSeparator />
        <MenuChoice
          label={t('files.sort')}
          value={view.ascending ? 'ascending' : 'descending'}
          onChoose={(value) => view.setAscending(value === 'ascending')}
          choices={[
            { value: 'ascending', label: t('files.ascending') },
            { value: 'descending', label: t('files.descending') },
          ]}
        />
      </Menu>
    </div>
  )
}
