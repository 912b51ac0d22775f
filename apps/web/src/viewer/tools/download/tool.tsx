import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { SheetDownload } from './sheet-download.js'

const isOffered = ({ session }: Context<null>): boolean => session.access.exported !== null

/** Saves sheets as documents and images. */
export const tool = defineTool({
  descriptor,
  actions: {},
  views: [
    {
      id: 'download',
      slot: 'in:tools',
      order: 10,
      when: (context: Context<null>) => isOffered(context) && !context.session.layout.isCompact,
      content: { component: DownloadMenu },
    },
    // The tools of a phone are tiles, among which a menu does not fit.
    {
      id: 'download.phone',
      slot: 'in:top-bar',
      order: 15,
      when: (context: Context<null>) => isOffered(context) && context.session.layout.isCompact,
      content: { component: DownloadMenu },
    },
  ],
})

function DownloadMenu({ session: { access, drawing } }: Context<null>) {
  if (!access.exported) return null
  return <SheetDownload file={access.exported} sheets={drawing.sheets} sheetNumber={drawing.number} />
}
