import { MountedView } from './mounted-view.js'
import { PartBoundary } from '../../platform/errors/part-boundary.js'
import type { View } from './tool.js'
import { type OfferedView, useViews } from './tools-context.js'

/** Renders the views of a slot. */
export function Slot({ name }: { readonly name: View['slot'] }) {
  return useViews(name).map((offered) => <ViewContent key={offered.view.id} {...offered} />)
}

/** Renders the content of a view, which may be loaded lazily. */
export function ViewContent({ view, context }: Pick<OfferedView, 'view' | 'context'>) {
  if ('mount' in view.content) return <MountedView view={view} content={view.content} context={context} />
  const Content = view.content.component
  return (
    <PartBoundary isFloating={view.slot === 'dialog'}>
      <Content {...context} />
    </PartBoundary>
  )
}
