import type { UnavailableReason } from '@kamar/extensions'
import { Moon, StrokeWidth } from 'lucide-react'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

const needsCanvas = ({ session }: Context<null>): UnavailableReason | null => (session.sheet ? null : 'model')

/** Background and line widths of a sheet. */
export const tool = defineTool({
  descriptor,
  actions: {
    'sheet.darkPaper': {
      icon: Moon,
      disabled: needsCanvas,
      isOn: ({ session }: Context<null>) => session.shownSheet.isDark,
      run: ({ session: { shownSheet } }: Context<null>) => shownSheet.setDark(!shownSheet.isDark),
    },
    'sheet.plottedWeights': {
      icon: StrokeWidth,
      disabled: needsCanvas,
      isOn: ({ session }: Context<null>) => session.shownSheet.hasWeights,
      run: ({ session: { shownSheet } }: Context<null>) => shownSheet.setWeights(!shownSheet.hasWeights),
    },
  },
})
