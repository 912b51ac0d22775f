import type { FileRecord } from '@kamar/contracts'
import { Combine, Download, Eye, FolderInput, Link, PencilLine, Trash2, Upload, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StarItem } from '../../../platform/folders/star-item.js'
import { ContextMenu, MenuItem, MenuLabel, MenuSeparator } from '../../../platform/design/menu.js'
import { canChange, canOpen, type FileActions, canRemove, type OpenFileMenu, type OpenMenu } from './file-actions.js'
import { SelectionMenuItems } from './selection-actions.js'
import type { SelectionActions } from './use-selection-actions.js'

export interface FileMenuState {
  readonly menu: OpenMenu | null
  readonly open: OpenFileMenu
  readonly close: () => void
}

export function useFileMenu(): FileMenuState {
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  return { menu, open: setMenu, close: () => setMenu(null) }
}

interface FileMenuProps {
  readonly state: FileMenuState
  readonly files: readonly FileRecord[]
  /** File in the preview: the menu of another one offers to open both together. */
  readonly previewed: FileRecord | null
  readonly actions: FileActions
  /** Actions on the checked files; the menu of one of several checked files applies to all of them. */
  readonly selection: SelectionActions
}

/** Renders one menu for all rows and cards: opened by their buttons, a right click, a long press, or the menu key. */
export function FileMenu({ state, files, selection, ...props }: FileMenuProps) {
  const file = files.find(({ id }) => id === state.menu?.fileId)
  if (!state.menu || !file) return null
  const { opener, position } = state.menu
  const isAboutSeveral = selection.files.length > 1 && selection.files.includes(file)
  return (
    <ContextMenu position={position} onClose={state.close} restoreFocus={() => opener?.focus({ preventScroll: true })}>
      {isAboutSeveral ? <SelectionMenuItems actions={selection} /> : <FileMenuItems file={file} {...props} />}
    </ContextMenu>
  )
}

interface FileMenuItemsProps extends Pick<FileMenuProps, 'actions' | 'previewed'> {
  readonly file: FileRecord
}

function FileMenuItems({ file, actions, previewed }: FileMenuItemsProps) {
  const { t } = useTranslation()
  const hasModel = file.urn !== ''
  return (
    <>
      <MenuLabel>
        <span className="block max-w-72 truncate">{file.description}</span>
      </MenuLabel>
      <MenuItem icon={<Eye />} disabled={!hasModel} onSelect={() => actions.view(file)}>
        {t('files.view')}
      </MenuItem>
      <OpenWithItem {...{ file, actions, previewed }} />
      <MenuSeparator />
      {canChange(file) ? <ChangeItems file={file} actions={actions} /> : null}
      <MenuItem icon={<UserPlus />} onSelect={() => actions.share(file)}>
        {t('share.button')}
      </MenuItem>
      <MenuItem icon={<Link />} disabled={!hasModel} onSelect={() => actions.copyLink(file)}>
        {t('files.copyLink')}
      </MenuItem>
      <MenuItem icon={<Download />} onSelect={() => actions.download(file)}>
        {t('files.download')}
      </MenuItem>
      <StarItem id={file.id} />
      {canRemove(file) ? (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 />} onSelect={() => actions.remove(file)}>
            {t('files.delete')}
          </MenuItem>
        </>
      ) : null}
    </>
  )
}

function ChangeItems({ file, actions }: Omit<FileMenuItemsProps, 'previewed'>) {
  const { t } = useTranslation()
  return (
    <>
      <MenuItem icon={<PencilLine />} shortcut="F2" onSelect={() => actions.rename(file)}>
        {t('files.rename')}
      </MenuItem>
      <MenuItem icon={<FolderInput />} onSelect={() => actions.move(file)}>
        {t('folders.moveTo')}
      </MenuItem>
      <MenuItem icon={<Upload />} onSelect={() => actions.addVersion(file)}>
        {t('files.newVersion')}
      </MenuItem>
    </>
  )
}

function OpenWithItem({ file, actions, previewed }: FileMenuItemsProps) {
  const { t } = useTranslation()
  if (!previewed || previewed.id === file.id || !canOpen(previewed) || !canOpen(file)) return null
  return (
    <MenuItem icon={<Combine />} onSelect={() => actions.viewFederation([previewed, file])}>
      <span className="block max-w-72 truncate">{t('files.openWith', { file: previewed.description })}</span>
    </MenuItem>
  )
}
