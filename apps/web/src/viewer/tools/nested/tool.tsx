import { PictureInPicture2 } from 'lucide-react'
import { lazy } from 'react'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { ChooseModel } from '../../kit/choose-model.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { type NestedPanelState, useNestedPanel } from './use-nested-panel.js'

const NestedPanel = lazy(async () => ({ default: (await import('./nested-panel.js')).NestedPanel }))

type NestedContext = Context<NestedPanelState>

const view = 'nested'

/** A second view of one part of the document. */
export const tool = defineTool({
  descriptor,
  useControl: useNestedPanel,
  actions: {
    nested: {
      icon: PictureInPicture2,
      isOn: ({ session }: NestedContext) => session.layout.isOpen(view),
      run: ({ session }: NestedContext) => session.layout.toggle(view),
    },
  },
  views: [{ id: view, slot: 'floating', order: 10, content: { component: NestedViewer } }],
})

function NestedViewer({ control, session, t }: NestedContext) {
  const { layout, model, models, openUrn, state, tree } = session
  const close = (): void => layout.close(view)
  if (models.isJoined) {
    return (
      <ContentDialog title={t('viewer.nestedViewer')} width="narrow" onClose={close}>
        <ChooseModel purpose="nested" openUrn={model.urn} models={models} onOpen={openUrn} />
      </ContentDialog>
    )
  }
  return (
    <NestedPanel
      panel={control}
      {...{ model, tree }}
      selected={state.selected}
      covered={layout.covered}
      isCompact={layout.isCompact}
      onClose={close}
    />
  )
}
