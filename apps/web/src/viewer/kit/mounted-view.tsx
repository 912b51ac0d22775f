import type { MountedContent } from '@kamar/extensions'
import { useCallback, useState } from 'react'
import { createObservable } from '../../platform/observable.js'
import { FloatingPanel } from './floating-panel/floating-panel.js'
import type { PanelBounds } from './floating-panel/panel-bounds.js'
import type { Context, View } from './tool.js'

interface MountedViewProps {
  readonly view: View
  readonly content: MountedContent<Context<unknown>>
  readonly context: Context<unknown>
}

/** Renders a view that fills an element of the page itself; a floating one in a panel. */
export function MountedView({ view, content, context }: MountedViewProps) {
  const { layout } = context.session
  const [bounds] = useState(() =>
    createObservable<PanelBounds | null>(computeBounds(layout.covered, layout.floating.indexOf(view.id))),
  )
  const mount = useCallback(
    (element: HTMLElement | null) => (element ? content.mount(element, context) : undefined),
    // The content outlives changes of the session.
    // oxlint-disable-next-line react/exhaustive-deps
    [content],
  )
  const element = <div ref={mount} className="extension-panel" />
  if (view.slot !== 'floating') return element
  return (
    <FloatingPanel
      title={view.getTitle?.(context) ?? ''}
      bounds={bounds}
      covered={layout.covered}
      asSheet={layout.isCompact}
      onClose={() => layout.close(view.id)}
      controls={null}
    >
      {/* Scrolled by keys, as the content may have no focusable element. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div tabIndex={0} className="h-full overflow-y-auto p-3">
        {element}
      </div>
    </FloatingPanel>
  )
}

const firstWidthPixels = 340
const stepPixels = 32

/** Places panels next to those on the left, above the tools, each offset from the one before. */
const computeBounds = (
  { left, bottom }: { readonly left: number; readonly bottom: number },
  index: number,
): PanelBounds => ({
  left: left + index * stepPixels,
  top: Math.max(64, window.innerHeight - bottom - 400 - 56 - index * stepPixels),
  width: firstWidthPixels,
  height: 380,
})
