import { Camera } from 'lucide-react'
import { lazy } from 'react'
import { needsModel } from '../../kit/actions.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

const ScreenshotDialog = lazy(async () => ({ default: (await import('./screenshot-dialog.js')).ScreenshotDialog }))

const dialog = 'screenshot'

/** Saves the view as an image. */
export const tool = defineTool({
  descriptor,
  actions: {
    screenshot: {
      icon: Camera,
      disabled: needsModel,
      run: ({ session }: Context<null>) => session.layout.open(dialog),
    },
  },
  views: [
    {
      id: dialog,
      slot: 'dialog',
      order: 30,
      content: {
        component: ({ session: { access, layout, viewer } }: Context<null>) =>
          viewer ? (
            <ScreenshotDialog viewer={viewer} name={access.name ?? ''} onClose={() => layout.close(dialog)} />
          ) : null,
      },
    },
  ],
})
