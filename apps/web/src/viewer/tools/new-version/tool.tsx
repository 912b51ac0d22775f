import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { NewVersionBanner } from './new-version-banner.js'
import { type NewVersionControl, useNewVersion } from './use-new-version.js'

/** Tells that a newer version of the open file exists. */
export const tool = defineTool({
  descriptor,
  useControl: useNewVersion,
  actions: {},
  views: [
    {
      id: 'new-version.banner',
      slot: 'in:below-bar',
      order: 10,
      content: { component: ({ control }: Context<NewVersionControl>) => <NewVersionBanner {...control} /> },
    },
  ],
})
