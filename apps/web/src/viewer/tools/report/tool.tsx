import { type ReportSummary, summarizeReport } from '@kamar/core'
import { IconButton } from '../../../platform/design/button.js'
import { ReportLevelIcon } from '../../../platform/files/report/report-level.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { ReportTab } from './report-tab.js'

const tab = 'report'

const getSummary = ({ session }: Context<null>): ReportSummary | null => {
  const report = session.model.manifest?.report
  return report ? summarizeReport(report) : null
}

/** Report of the translation, and earlier results of the file. */
export const tool = defineTool({
  descriptor,
  actions: {
    report: {
      disabled: (context: Context<null>) => (getSummary(context) ? null : 'report'),
      run: ({ session }: Context<null>) => session.layout.toggle(tab),
    },
  },
  views: [
    {
      id: tab,
      slot: 'inspector',
      order: 20,
      title: 'viewer.report',
      // While a file is translated again there is no report; the open tab stays.
      when: (context: Context<null>) => getSummary(context) !== null || context.session.layout.isOpen(tab),
      content: {
        component: ({ session }: Context<null>) => <ReportTab session={session} />,
        badge: (context: Context<null>) => (
          <ReportLevelIcon level={getSummary(context)?.level ?? 'complete'} size={14} />
        ),
      },
    },
    {
      id: 'report.button',
      slot: 'in:top-bar',
      order: 10,
      when: (context: Context<null>) => getSummary(context) !== null && !context.session.drawing.isShown,
      content: { component: ReportButton },
    },
  ],
})

function ReportButton(context: Context<null>) {
  const level = getSummary(context)?.level ?? 'complete'
  return (
    <IconButton
      label={context.t('report.title')}
      onClick={() => context.session.layout.open(tab)}
      className={level === 'incomplete' ? undefined : 'max-sm:hidden'}
    >
      <ReportLevelIcon level={level} />
    </IconButton>
  )
}
