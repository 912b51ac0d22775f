import { Smartphone } from 'lucide-react'
import { type Context, defineTool } from '../../kit/tool.js'
import { ArSlot } from './ar-slot.js'
import { descriptor } from './descriptor.js'
import { type ArDialogState, useArDialog } from './use-ar-dialog.js'

type ArContext = Context<ArDialogState>

/** The model in augmented reality. */
export const tool = defineTool({
  descriptor,
  useControl: useArDialog,
  actions: {
    ar: {
      icon: Smartphone,
      isOn: ({ control }: ArContext) => control.isOpen,
      run: ({ control }: ArContext) => control.open(),
    },
  },
  views: [
    {
      id: 'ar',
      slot: 'in:page',
      order: 10,
      when: ({ control }: ArContext) => control.isOpen,
      content: {
        component: ({ control, session: { access, model } }: ArContext) => (
          <ArSlot dialog={control} model={model} name={access.name} />
        ),
      },
    },
  ],
})
