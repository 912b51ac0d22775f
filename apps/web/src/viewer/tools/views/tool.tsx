import type { PaletteItem } from '@kamar/extensions'
import { Bookmark } from 'lucide-react'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { openViewpoint } from '../../kit/viewpoints/capture.js'
import { descriptor } from './descriptor.js'
import { FileViews, viewsOfFiles } from './file-views.js'
import { useViews } from './use-views.js'
import { ViewsPanel } from './views-panel.js'

const panel = 'views'

/** Returns whether there can be views: guests see those of the file only. */
const hasViews = ({ session: { access, model, models } }: Context<null>): boolean =>
  access.hasAccount || viewsOfFiles(model, model.urn, models).length > 0

/** Saved views, and those in the file itself. */
export const tool = defineTool({
  descriptor,
  actions: {
    views: {
      icon: Bookmark,
      text: ({ t }: Context<null>) => t('viewer.views'),
      disabled: (context: Context<null>) => (hasViews(context) ? null : 'file'),
      isOn: ({ session }: Context<null>) => session.layout.isOpen(panel),
      run: ({ session }: Context<null>) => session.layout.toggle(panel),
    },
  },
  usePaletteItems,
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 70,
      title: 'views.title',
      icon: Bookmark,
      rail: true,
      when: hasViews,
      content: { component: Panel },
    },
  ],
})

function Panel({ session: { access, model, models, viewer } }: Context<null>) {
  if (access.hasAccount) return <ViewsPanel {...{ access, model, models }} />
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain">
      <FileViews viewer={viewer} files={viewsOfFiles(model, model.urn, models)} />
    </div>
  )
}

/** Returns the saved views of the file, requested when the palette opens. */
function usePaletteItems({ session: { access, viewer }, t }: Context<null>): readonly PaletteItem[] {
  const { fileId } = access
  const { data = [] } = useViews(fileId)
  if (!viewer || fileId === null) return []
  return data.map(({ id, name, author }) => ({
    id: `view-${id}`,
    name: t('commands.openView', { name }),
    note: author.name,
    group: 'views',
    run: () =>
      void openViewpoint(viewer, fileId, id).catch((error: unknown) =>
        notify(errorMessage(error), { tone: 'problem' }),
      ),
  }))
}
