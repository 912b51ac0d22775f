import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { DraftBanner } from './draft-banner.js'
import { type DraftsControl, useDrafts } from './use-drafts.js'

/** Keeps what the user drew and measured until it is saved or discarded. */
export const tool = defineTool({
  descriptor,
  useControl: useDrafts,
  actions: {},
  views: [
    {
      id: 'drafts.banner',
      slot: 'in:below-bar',
      order: 20,
      content: {
        component: ({ control, session }: Context<DraftsControl>) => (
          <DraftBanner control={control} fileVersion={session.access.fileVersion} />
        ),
      },
    },
  ],
})
