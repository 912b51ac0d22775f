import { UserPlus } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '../../../platform/design/button.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

const ShareDialog = lazy(async () => ({
  default: (await import('../../../platform/sharing/share-dialog.js')).ShareDialog,
}))

const dialog = 'share'

/** Sharing of the file with other people. */
export const tool = defineTool({
  descriptor,
  actions: {
    share: {
      disabled: ({ session }: Context<null>) => (session.access.file ? null : 'file'),
      run: ({ session }: Context<null>) => session.layout.open(dialog),
    },
  },
  views: [
    {
      id: dialog,
      slot: 'dialog',
      order: 40,
      content: {
        component: ({ session: { access, layout } }: Context<null>) =>
          access.file ? <ShareDialog file={access.file} onClose={() => layout.close(dialog)} /> : null,
      },
    },
    {
      id: 'share.button',
      slot: 'in:top-bar',
      order: 20,
      when: ({ session }: Context<null>) => session.access.file !== null,
      content: { component: ShareButton },
    },
  ],
})

function ShareButton({ session, t }: Context<null>) {
  return (
    <Button size="small" icon={<UserPlus />} onClick={() => session.layout.open(dialog)}>
      <span className="max-md:sr-only">{t('share.button')}</span>
    </Button>
  )
}
