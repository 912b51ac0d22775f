import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { SheetDownload } from './sheet-download.js'

/** Saves sheets as documents and images. */
export const tool = defineTool({
  descriptor,
  actions: {},
  views: [
    {
      id: 'download',
      slot: 'in:sheet-tools',
      order: 10,
      when: ({ session }: Context<null>) => session.access.exported !== null,
      content: {
        component: ({ session: { access, drawing } }: Context<null>) =>
          access.exported ? (
            <SheetDownload file={access.exported} sheets={drawing.sheets} sheetNumber={drawing.number} />
          ) : null,
      },
    },
  ],
})
