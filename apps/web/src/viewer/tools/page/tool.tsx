import { Expand } from 'lucide-react'
import { lazy } from 'react'
import { collectPaletteTyping } from '../../../platform/commands/palette-typing.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

const ViewerPalette = lazy(async () => ({ default: (await import('./viewer-palette.js')).ViewerPalette }))

const palette = 'palette'

/** The palette of commands, and the size of the page. */
export const tool = defineTool({
  descriptor,
  actions: {
    palette: {
      run({ session }: Context<null>) {
        collectPaletteTyping()
        session.layout.open(palette)
      },
    },
    fullscreen: { icon: Expand, run: toggleFullscreen },
  },
  views: [
    {
      id: palette,
      slot: 'dialog',
      order: 10,
      content: {
        component: ({ session }: Context<null>) => <ViewerPalette onClose={() => session.layout.close(palette)} />,
      },
    },
  ],
})

/** Toggles fullscreen of the whole page, including menus and panels. */
function toggleFullscreen(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()
  // The browser may refuse (iPhones do not support fullscreen); the page then stays as it is.
  change?.catch(() => null)
}
