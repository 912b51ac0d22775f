import type { UnavailableReason } from '@kamar/extensions'
import { Printer } from 'lucide-react'
import { lazy } from 'react'
import { needsModel } from '../../kit/actions.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

const PrintDialog = lazy(async () => ({ default: (await import('./print-dialog.js')).PrintDialog }))

const dialog = 'print'

const needsContent = (context: Context<null>): UnavailableReason | null => {
  const { drawing, shownSheet } = context.session
  if (drawing.isShown) return shownSheet.view ? null : 'model'
  return needsModel(context)
}

/** Guests of a link without downloads see the model only on the screen. */
const isOffered = ({ session: { access } }: Context<null>): boolean => access.hasAccount || access.exported !== null

/** Prints and exports sheets, storey plans and sections at scale. */
export const tool = defineTool({
  descriptor,
  actions: {
    print: {
      icon: Printer,
      when: isOffered,
      disabled: needsContent,
      run: ({ session }: Context<null>) => session.layout.open(dialog),
    },
  },
  views: [
    {
      id: dialog,
      slot: 'dialog',
      order: 32,
      when: isOffered,
      content: {
        component: ({ session }: Context<null>) => (
          <PrintDialog session={session} onClose={() => session.layout.close(dialog)} />
        ),
      },
    },
  ],
})
