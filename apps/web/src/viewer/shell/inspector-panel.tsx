import type { ParseKeys } from 'i18next'
import { Tabs } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Panel } from '../kit/panel/panel.js'
import { ViewContent } from '../kit/slot.js'
import { type OfferedView, useViews } from '../kit/tools-context.js'
import { useViewerSession } from '../session/session.js'

const tabClass =
  'flex h-11 items-center gap-1.5 border-b-2 border-transparent px-2 text-13 text-muted hover:text-text data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text'

/** Renders the inspector at the right side: the data of the selection and of the document, each in a tab. */
export function InspectorPanel() {
  const { t } = useTranslation()
  const { layout } = useViewerSession()
  const { inspector, panels, isCompact } = layout
  const views = useViews('inspector')
  const [first] = views
  if (!inspector.isOpen || !first) return null
  const title = t(first.view.title as ParseKeys)
  const tab = views.some(({ view }) => view.id === inspector.tab) ? inspector.tab : first.view.id
  return (
    <Tabs.Root asChild value={tab} onValueChange={inspector.setTab}>
      <div className={isCompact ? 'contents' : 'h-full shrink-0'}>
        <Panel
          title={title}
          side="right"
          width={panels.rightWidth}
          asSheet={isCompact}
          onWidth={panels.setRightWidth}
          onClose={inspector.close}
          heading={views.length > 1 ? <InspectorTabs title={title} views={views} /> : undefined}
        >
          {views.map((offered) => (
            <Tabs.Content
              key={offered.view.id}
              value={offered.view.id}
              className="flex min-h-0 grow flex-col"
              tabIndex={-1}
            >
              <ViewContent {...offered} />
            </Tabs.Content>
          ))}
        </Panel>
      </div>
    </Tabs.Root>
  )
}

function InspectorTabs({ title, views }: { readonly title: string; readonly views: readonly OfferedView[] }) {
  const { t } = useTranslation()
  return (
    <Tabs.List aria-label={title} className="-ms-1 flex">
      {views.map(({ view, context }) => (
        <Tabs.Trigger key={view.id} value={view.id} className={tabClass}>
          {'title' in view ? t(view.title as ParseKeys) : null}
          {'badge' in view.content ? view.content.badge?.(context) : null}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}
