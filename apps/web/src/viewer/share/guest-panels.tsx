import { useTranslation } from 'react-i18next'
import { InspectorPanel } from '../shell/inspector-panel.js'
import { MeasurePanel } from '../tools/measure/measure-panel.js'
import { NavigationPanel } from '../tools/navigation/navigation-panel.js'
import { Panel } from '../kit/panel.js'
import { MobileToolbar } from '../shell/mobile-toolbar.js'
import { SearchPanel } from '../tools/search/search-panel.js'
import { SectionPanel } from '../tools/section/section-panel.js'
import { ColorsPanel } from '../tools/colors/colors-panel.js'
import { FilterPanel } from '../tools/filter/filter-panel.js'
import { TreePanel } from '../tools/tree/tree-panel.js'
import { elementName } from '../session/use-tree.js'
import { FileViews } from '../tools/views/file-views.js'
import { ViewToolBar } from '../shell/view-tool-bar.js'
import { ViewerRail } from '../shell/viewer-rail.js'
import { ViewerToolBar } from '../shell/viewer-tool-bar.js'
import { guestPanelNames } from './guest-tools.js'
import type { GuestPage } from './use-guest-page.js'

const titles = {
  tree: 'tree.title',
  search: 'search.title',
  filter: 'filter.title',
  colors: 'colors.title',
  views: 'views.title',
  section: 'section.title',
  measure: 'measure.list',
  navigate: 'navigate.title',
} as const

const isForGuests = (name: string | null): name is keyof typeof titles => name !== null && name in titles

/** Renders bars and panels over a guest's model, in the same layout as for signed-in users. */
export function GuestPanels(page: GuestPage) {
  const { model, viewerState, tree, panels, inspector, isCompact } = page
  return (
    <>
      <div className={isCompact ? 'contents' : 'absolute inset-x-2 top-16 bottom-2 z-10 flex gap-2'}>
        {isCompact ? null : (
          <ViewerRail
            panels={panels}
            isOffered={(name) => isForGuests(name) && (name !== 'views' || page.views.length > 0)}
          />
        )}
        <LeftSlot {...page} />
        {isCompact ? null : (
          <div className="flex min-w-0 grow flex-col items-center justify-end gap-2">
            <ViewToolBar {...page} />
            <ViewerToolBar groups={page.tools} />
          </div>
        )}
        <InspectorPanel
          {...{ inspector, panels, tree }}
          asSheet={isCompact}
          viewer={model.viewer}
          selected={viewerState.selected}
          report={null}
          attach={null}
          history={null}
          changes={null}
          onElements={() => undefined}
        />
      </div>
      {isCompact ? <MobileToolbars {...page} /> : null}
    </>
  )
}

function LeftSlot(page: GuestPage) {
  const { t } = useTranslation()
  const { panels, isCompact } = page
  const name = panels.left
  if (!isForGuests(name)) return null
  return (
    <Panel
      title={t(titles[name])}
      side="left"
      width={panels.leftWidth}
      asSheet={isCompact}
      onWidth={panels.setLeftWidth}
      onClose={() => panels.setLeft(null)}
    >
      <Content {...page} name={name} />
    </Panel>
  )
}

function Content({ name, ...page }: GuestPage & { readonly name: keyof typeof titles }) {
  const { model, viewerState, tree, panels, isCompact } = page
  const { viewer } = model
  const { navigation, explode, colors, filter } = page.modelTools
  if (name === 'tree') return <TreePanel loading={model.error === null} {...{ viewer, tree, viewerState }} />
  if (name === 'search') return <SearchPanel {...{ viewer, tree }} selected={viewerState.selected} />
  if (name === 'filter') return <FilterPanel {...{ viewer, tree, filter }} />
  if (name === 'colors') return <ColorsPanel {...{ viewer, colors }} />
  if (name === 'views') {
    return (
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        <FileViews viewer={viewer} files={page.views} />
      </div>
    )
  }
  if (name === 'section') return <SectionPanel section={page.viewTools.section} {...{ viewer, tree }} />
  if (name === 'measure') return <MeasurePanel measure={page.viewTools.measure} {...{ viewer, tree }} />
  const closePanel = (): void => (isCompact ? panels.setLeft(null) : undefined)
  return <NavigationPanel {...{ viewer, navigation, explode }} onStart={closePanel} />
}

const ofBar = guestPanelNames.filter((name) => name === 'tree' || name === 'search')

function MobileToolbars(page: GuestPage) {
  const { viewerState, tree, panels, inspector, tools } = page
  const selected = viewerState.selected.at(-1)
  return (
    <>
      <ViewToolBar {...page} />
      <MobileToolbar
        panels={{
          ...panels,
          // Only one sheet is open at a time.
          toggleLeft(panel) {
            inspector.close()
            panels.toggleLeft(panel)
          },
        }}
        tools={tools}
        offered={ofBar}
        selectedName={tree && selected !== undefined ? elementName(tree, selected) : null}
        inspectorOpen={inspector.isOpen}
        sheetOpen={panels.left !== null || inspector.isOpen}
        onInspector={() => {
          panels.setLeft(null)
          if (inspector.isOpen) inspector.close()
          else inspector.open('properties')
        }}
      />
    </>
  )
}
