import { Link, UserPlus } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '../../../platform/design/button.js'
import { copyText } from '../../../platform/design/copy-button.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { formatModelLink } from '../../../platform/files/viewer-path.js'
import { type Context, defineTool } from '../../kit/tool.js'
import type { Session } from '../../session/session.js'
import { descriptor } from './descriptor.js'
import { getCurrentView } from './store-view-link.js'

const ShareDialog = lazy(async () => ({
  default: (await import('../../../platform/sharing/share-dialog.js')).ShareDialog,
}))

const dialog = 'share'

/** Returns the file to share, also while one of its older versions is open. */
function getSharedFile({ access: { file, fileId, isOlder, name } }: Session) {
  if (file) return file
  return isOlder && fileId !== null ? { id: fileId, description: name ?? '' } : null
}

/** Sharing of the file with other people. */
export const tool = defineTool({
  descriptor,
  actions: {
    share: {
      disabled: ({ session }: Context<null>) => (getSharedFile(session) ? null : 'file'),
      run: ({ session }: Context<null>) => session.layout.open(dialog),
    },
    copyViewLink: {
      icon: Link,
      disabled: ({ session }: Context<null>) => (getCurrentView(session) ? null : 'file'),
      run: (context: Context<null>) => void copyViewLink(context),
    },
  },
  views: [
    {
      id: dialog,
      slot: 'dialog',
      order: 40,
      content: { component: Dialog },
    },
    {
      id: 'share.button',
      slot: 'in:top-bar',
      order: 20,
      when: ({ session }: Context<null>) => getSharedFile(session) !== null,
      content: { component: ShareButton },
    },
  ],
})

function Dialog({ session }: Context<null>) {
  const file = getSharedFile(session)
  if (!file) return null
  return (
    <ShareDialog {...{ file }} currentView={getCurrentView(session)} onClose={() => session.layout.close(dialog)} />
  )
}

/** Copies a link to what the viewer shows, which opens it in the latest version, unless an older one is open. */
async function copyViewLink({ session, t }: Context<null>): Promise<void> {
  const view = getCurrentView(session)
  if (!view) return
  try {
    const { fileVersion, urn } = view
    const link = formatModelLink({ urn, viewId: await view.store(), followsLatest: fileVersion === null })
    // Without the right to write to the clipboard, the dialog shows the address instead.
    if (await copyText(link)) notify(t('share.viewCopied'))
    else session.layout.open(dialog)
  } catch (error) {
    notify(errorMessage(error), { tone: 'problem' })
  }
}

function ShareButton({ session, t }: Context<null>) {
  return (
    <Button size="small" icon={<UserPlus />} onClick={() => session.layout.open(dialog)}>
      <span className="max-md:sr-only">{t('share.button')}</span>
    </Button>
  )
}
