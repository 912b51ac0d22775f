import type { FileRecord } from '@kamar/contracts'
import i18next from 'i18next'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { copyText } from '../../../platform/design/copy-button.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { downloadOriginal } from '../../../platform/files/download/download-original.js'
import { useTranslationCall } from '../../../platform/files/use-retry.js'
import { formatModelLink, modelsPath } from '../../../platform/files/viewer-path.js'
import type { Deletion } from './delete-files.js'

/** File and position of the open menu. */
export interface OpenMenu {
  readonly fileId: string
  /** CSS pixels of the window. */
  readonly position: { readonly x: number; readonly y: number }
  /** Row, card or button to restore the keyboard focus to. */
  readonly opener: HTMLElement | null
}

export type OpenFileMenu = (menu: OpenMenu) => void

/** Returns whether the user may delete a file: only owners may. */
export const canRemove = ({ sharing }: FileRecord): boolean => (sharing?.role ?? 'owner') === 'owner'

/** Returns whether the user may rename a file and add versions: owners and editors may. */
export const canChange = ({ sharing }: FileRecord): boolean => ['owner', 'editor'].includes(sharing?.role ?? 'owner')

export const canOpen = ({ status, urn }: FileRecord): boolean => urn !== '' && status === 'success'

/** Actions on one file; the same in rows, cards and the preview. */
export interface FileActions {
  readonly view: (file: FileRecord) => void
  /** Opens several models in one view; the first is the reference. */
  readonly viewFederation: (files: readonly FileRecord[]) => void
  readonly download: (file: FileRecord) => void
  readonly remove: (file: FileRecord) => void
  readonly share: (file: FileRecord) => void
  readonly rename: (file: FileRecord) => void
  readonly move: (file: FileRecord) => void
  readonly addVersion: (file: FileRecord) => void
  readonly copyLink: (file: FileRecord) => void
  readonly openMenu: OpenFileMenu
  readonly retry: (file: FileRecord) => void
  readonly cancel: (file: FileRecord) => void
}

/** Actions of the page itself, with dialogs and file choosers. */
export interface FileDialogs {
  readonly remove: Deletion['open']
  readonly share: (file: FileRecord) => void
  readonly rename: (file: FileRecord) => void
  readonly move: (file: FileRecord) => void
  readonly addVersion: (file: FileRecord) => void
  readonly openMenu: OpenFileMenu
}

export function useFileActions({ addVersion, move, openMenu, remove, rename, share }: FileDialogs): FileActions {
  const navigate = useNavigate()
  const retry = useTranslationCall('retryTranslation')
  const cancel = useTranslationCall('cancelTranslation')
  return useMemo(
    () => ({
      view: ({ urn }) => (urn === '' ? undefined : void navigate(modelsPath([urn]))),
      viewFederation: (files) => void navigate(modelsPath(files.map(({ urn }) => urn))),
      download: (file) => void downloadOriginal(file),
      remove: (file) => remove({ kind: 'files', files: [file] }),
      copyLink: (file) => void copyLink(file),
      addVersion,
      move,
      openMenu,
      rename,
      share,
      retry,
      cancel,
    }),
    [navigate, retry, cancel, addVersion, move, openMenu, remove, rename, share],
  )
}

async function copyLink({ description, urn }: FileRecord): Promise<void> {
  const isCopied = await copyText(formatModelLink({ urn, viewId: null, followsLatest: true }))
  if (isCopied) notify(i18next.t('files.linkCopied', { file: description }))
  else notify(i18next.t('files.copyFailed'), { tone: 'problem' })
}
