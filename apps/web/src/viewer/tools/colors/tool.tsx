import type { QueryField } from '@kamar/viewer'
import type { ParseKeys } from 'i18next'
import { Palette } from 'lucide-react'
import { lazy } from 'react'
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
  chips({ control: { engine, legend }, session: { state, viewer }, t }: ColorsContext) {
    if (state.coloredCount === 0) return []
    const remove = (): void => (legend ? engine?.clear() : viewer?.undoable(() => viewer.colors.reset()))
    const text = legend ? t('chips.coloredBy', { name: getFieldName(legend.field, t) }) : t('chips.colored')
    return [{ id: 'colors', text, remove }]
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
        component: ({ control, session }: ColorsContext) => <ColorsPanel viewer={session.viewer} colors={control} />,
      },
    },
  ],
})

const getFieldName = ({ set, property }: QueryField, t: ColorsContext['t']): string =>
  set === '' ? t(`filter.builtIn.${property}` as ParseKeys) : property
