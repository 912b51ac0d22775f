import type { FileRecord } from '@kamar/contracts'
import type { ModelTree } from '@kamar/view-package/read'
import type { Viewer } from '@kamar/viewer'
import { lazy, Suspense } from 'react'
import type { PageDialog } from './use-page-collaboration.js'

const ShareDialog = lazy(async () => ({
  default: (await import('../../shared/sharing/share-dialog.js')).ShareDialog,
}))
const ScreenshotDialog = lazy(async () => ({
  default: (await import('../tools/views/screenshot-dialog.js')).ScreenshotDialog,
}))

const ViewerPalette = lazy(async () => ({ default: (await import('./commands/viewer-palette.js')).ViewerPalette }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('../../shared/commands/shortcuts-dialog.js')).ShortcutsDialog,
}))

interface PageDialogsProps {
  readonly dialog: PageDialog
  readonly file: FileRecord | null
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  /** Name of the model. */
  readonly name: string | null
  /** File whose saved views the palette offers. */
  readonly fileId: string | null
  readonly onClose: () => void
}

/** Renders the dialogs of the viewer's bars; each is loaded when it is opened. */
export function PageDialogs({ dialog, file, viewer, tree, name, fileId, onClose }: PageDialogsProps) {
  return (
    <Suspense fallback={null}>
      {dialog === 'share' && file ? <ShareDialog file={file} onClose={onClose} /> : null}
      {dialog === 'screenshot' && viewer ? (
        <ScreenshotDialog viewer={viewer} name={name ?? ''} onClose={onClose} />
      ) : null}
      {dialog === 'palette' ? <ViewerPalette {...{ viewer, tree, fileId, onClose }} /> : null}
      {dialog === 'shortcuts' ? <ShortcutsDialog onClose={onClose} /> : null}
    </Suspense>
  )
}
