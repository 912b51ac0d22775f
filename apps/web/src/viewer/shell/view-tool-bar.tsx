import { MeasureBar } from '../tools/measure/measure-bar.js'
import { NavigationBar } from '../tools/navigation/navigation-bar.js'
import { SectionBar } from '../tools/section/section-bar.js'
import type { ViewerLayoutProps } from './viewer-layout.js'

/** Returns whether a tool with a bar is on. */
export function hasToolBar({ viewTools, modelTools }: Pick<ViewerLayoutProps, 'viewTools' | 'modelTools'>): boolean {
  const { mode, plan } = modelTools.navigation
  return viewTools.isOn('section') || viewTools.isOn('measure') || mode !== null || plan !== null
}

/** Renders the bar of the active tool; on a phone only while no sheet covers the model. */
export function ViewToolBar(
  props: Pick<
    ViewerLayoutProps,
    'viewTools' | 'modelTools' | 'panels' | 'inspector' | 'isCompact' | 'tree' | 'viewerState'
  >,
) {
  const { viewTools, panels, inspector, isCompact, tree, viewerState } = props
  if (isCompact && (panels.left !== null || inspector.isOpen)) return null
  if (viewTools.isOn('section')) {
    return (
      <SectionBar
        isCompact={isCompact}
        section={viewTools.section}
        tree={tree}
        hasSelection={viewerState.selected.length > 0}
        onList={() => panels.toggleLeft('section')}
        onClose={() => viewTools.toggle('section')}
      />
    )
  }
  if (!viewTools.isOn('measure'))
    return <NavigationBar isCompact={isCompact} navigation={props.modelTools.navigation} />
  return (
    <MeasureBar
      isCompact={isCompact}
      measure={viewTools.measure}
      onList={() => panels.toggleLeft('measure')}
      onClose={() => viewTools.toggle('measure')}
    />
  )
}
