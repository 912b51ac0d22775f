import { Palette } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { type ColorsControl, useColors } from './use-colors.js'

const ColorsPanel = lazy(async () => ({ default: (await import('./colors-panel.js')).ColorsPanel }))

type ColorsContext = Context<ColorsControl>

const panel = 'colors'

/** Colours the model by a property. */
export const tool = defineTool({
  descriptor,
  useControl: ({ viewer }) => useColors(viewer),
  actions: {
    colors: {
      icon: Palette,
      text: ({ t }: ColorsContext) => t('viewer.colors'),
      disabled: ({ session: { layout, model } }: ColorsContext) =>
        layout.isCompact && !model.hasFirstFrame ? 'model' : null,
      isOn: ({ session }: ColorsContext) => session.layout.isOpen(panel),
      run: ({ session }: ColorsContext) => session.layout.toggle(panel),
    },
  },
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 60,
      title: 'colors.title',
      icon: Palette,
      rail: true,
      content: {
        component: ({ control, session }: ColorsContext) => (
          <Suspense fallback={null}>
            <ColorsPanel viewer={session.viewer} colors={control} />
          </Suspense>
        ),
      },
    },
  ],
})
