import { FolderOpen } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { ModelsPanel } from './models-panel.js'
import { usePaletteItems } from './palette-items.js'

interface FilesControl {
  readonly showFiles: () => void
}

type FilesContext = Context<FilesControl>

const panel = 'models'

function useFilesControl(): FilesControl {
  const navigate = useNavigate()
  return { showFiles: () => void navigate('/home') }
}

/** The account's files: opens and uploads models. */
export const tool = defineTool({
  descriptor,
  useControl: useFilesControl,
  firstPanel: (search, { isNarrow }) => (isNarrow || search.has('urn') || search.has('set') ? null : panel),
  usePaletteItems,
  actions: {
    toFiles: { run: ({ control }: FilesContext) => control.showFiles() },
    models: { run: ({ session }: FilesContext) => session.layout.toggle(panel) },
  },
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 10,
      title: 'viewer.models',
      icon: FolderOpen,
      rail: true,
      isInPhoneBar: true,
      content: {
        component: ({ session: { layout, model, openUrn } }: FilesContext) => (
          <ModelsPanel
            openUrn={model.urn}
            onOpen={(urn) => {
              // A panel that covers the model closes, so that the user sees the model.
              if (layout.isNarrow) layout.close(panel)
              openUrn(urn)
            }}
          />
        ),
      },
    },
  ],
})
