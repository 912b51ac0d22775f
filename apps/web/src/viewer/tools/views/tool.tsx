import type { PaletteItem } from '@kamar/extensions'
import { Bookmark } from 'lucide-react'
import { lazy } from 'react'
import { MenuItem } from '../../../platform/design/menu.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { captureView, openViewpoint } from '../../kit/viewpoints/capture.js'
import { announceSaved } from '../../kit/viewpoints/shown-views.js'
import { canWrite } from '../../session/session.js'
import { descriptor } from './descriptor.js'
import { FileViews, viewsOfFiles } from './file-views.js'
import { useAddressedView } from './use-addressed-view.js'
import { toVersion, useViewCalls, useViews } from '../../kit/viewpoints/use-views.js'

const ViewsPanel = lazy(async () => ({ default: (await import('./views-panel.js')).ViewsPanel }))

const panel = 'views'

/** Returns whether there can be views: guests see those of the file only. */
const hasViews = ({ session: { access, drawing, model, models } }: Context<null>): boolean =>
  access.hasAccount || (!drawing.isShown && viewsOfFiles(model, model.urn, models).length > 0)

/** Saved views, and those in the file itself. */
export const tool = defineTool({
  descriptor,
  useControl: useAddressedView,
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
    {
      id: 'views.done',
      slot: 'in:markup-done',
      order: 10,
      when: ({ session }: Context<null>) => canWrite(session.access),
      content: { component: SaveDrawing },
    },
  ],
})

/** Saves the drawing with its view, and ends drawing. */
function SaveDrawing({ session, t }: Context<null>) {
  const { access, activities } = session
  const { fileId } = access
  const { data = [] } = useViews(fileId)
  const calls = useViewCalls(fileId ?? '')
  const save = async (): Promise<void> => {
    if (fileId === null) return
    const view = await captureView(session, fileId)
    if (!view) return
    const name = t('views.usualName', { number: data.length + 1 })
    await calls.save(name, view, toVersion(access))
    announceSaved(session)
    for (const { group, stop } of activities.get().values()) if (group === 'draw') stop()
    notify(t('views.saved', { name }))
  }
  return (
    <MenuItem
      icon={<Bookmark />}
      onSelect={() => void save().catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))}
    >
      {t('views.saveDrawing')}
    </MenuItem>
  )
}

function Panel({ session: { access, model, models, viewer } }: Context<null>) {
  if (access.hasAccount) return <ViewsPanel {...{ access, model, models }} />
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain">
      <FileViews viewer={viewer} files={viewsOfFiles(model, model.urn, models)} />
    </div>
  )
}

/** Returns the saved views of the file, requested when the palette opens. */
function usePaletteItems({ session, t }: Context<null>): readonly PaletteItem[] {
  const { fileId } = session.access
  const { data = [] } = useViews(fileId)
  if (fileId === null) return []
  return data.map(({ id, name, author }) => ({
    id: `view-${id}`,
    name: t('commands.openView', { name }),
    note: author.name,
    group: 'views',
    run: () =>
      void openViewpoint(session, fileId, id).catch((error: unknown) =>
        notify(errorMessage(error), { tone: 'problem' }),
      ),
  }))
}
