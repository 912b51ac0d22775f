import { type ReportLevel, summarizeReport } from '@kamar/contracts'
import type { ReadReport } from '@kamar/scene'
import type { ModelTree } from '@kamar/view-package/read'
import type { Viewer } from '@kamar/viewer'
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportLevelIcon } from '../../shared/files/report-level.js'
import { TranslationReport } from '../../shared/files/translation-report.js'
import { Panel } from '../kit/panel.js'
import { PropertiesTab } from '../tools/properties/properties-tab.js'
import type { Inspector } from '../session/use-inspector.js'
import type { InspectorTab, Panels } from '../session/use-panels.js'

interface InspectorPanelProps {
  readonly inspector: Inspector
  readonly panels: Panels
  readonly asSheet: boolean
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly selected: readonly number[]
  readonly report: ReadReport | null
  readonly attach: ReactNode
  /** Details of the translation, and earlier translations of the file. */
  readonly history: ReactNode
  /** Changes of the selected element since another version. */
  readonly changes: ReactNode
  readonly onElements: (sourceIds: readonly string[]) => void
}

/** Renders the properties of the selection and the report of the translation. */
export function InspectorPanel(props: InspectorPanelProps) {
  const { t } = useTranslation()
  const { inspector, panels, report } = props
  if (!inspector.isOpen) return null
  return (
    <Tabs.Root asChild value={inspector.tab} onValueChange={(tab) => inspector.setTab(tab as InspectorTab)}>
      <div className={props.asSheet ? 'contents' : 'h-full shrink-0'}>
        <Panel
          title={t('properties.title')}
          side="right"
          width={panels.rightWidth}
          asSheet={props.asSheet}
          onWidth={panels.setRightWidth}
          onClose={inspector.close}
          heading={report ? <InspectorTabs level={summarizeReport(report).level} /> : undefined}
        >
          <Tabs.Content value="properties" className="flex min-h-0 grow flex-col" tabIndex={-1}>
            {props.changes}
            <PropertiesTab viewer={props.viewer} tree={props.tree} selected={props.selected} />
          </Tabs.Content>
          <Tabs.Content value="report" className="min-h-0 grow space-y-5 overflow-y-auto p-4" tabIndex={-1}>
            {report ? (
              <TranslationReport
                report={report}
                treeNodes={props.tree?.count}
                attach={props.attach}
                onElements={props.onElements}
              />
            ) : (
              <p className="text-13 text-muted">{t('report.none')}</p>
            )}
            {props.history}
          </Tabs.Content>
        </Panel>
      </div>
    </Tabs.Root>
  )
}

const tabClass =
  'flex h-11 items-center gap-1.5 border-b-2 border-transparent px-2 text-13 text-muted hover:text-text data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text'

function InspectorTabs({ level }: { level: ReportLevel }) {
  const { t } = useTranslation()
  return (
    <Tabs.List aria-label={t('properties.title')} className="-ms-1 flex">
      <Tabs.Trigger value="properties" className={tabClass}>
        {t('properties.title')}
      </Tabs.Trigger>
      <Tabs.Trigger value="report" className={tabClass}>
        {t('viewer.report')}
        <ReportLevelIcon level={level} size={14} />
      </Tabs.Trigger>
    </Tabs.List>
  )
}
