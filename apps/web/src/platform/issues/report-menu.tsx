import type { AllTopicsQuery, TopicReportForm } from '@kamar/contracts'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { Menu, MenuItem } from '../design/menu.js'
import { ProgressBar } from '../design/progress/progress-bar.js'
import type { PickedIssue } from './use-bulk-change.js'
import { useReport } from './use-report.js'

interface ReportMenuProps {
  /** Issues to export unless some are selected. */
  readonly query: AllTopicsQuery
  readonly selected: readonly PickedIssue[]
  readonly isEmpty: boolean
}

/** Renders the export of the selected issues, or of those that match the filter. */
export function ReportMenu({ query, selected, isEmpty }: ReportMenuProps) {
  const { t } = useTranslation()
  const { running, save } = useReport()
  const isSelection = selected.length > 0
  const create = (form: TopicReportForm): void =>
    save({ ...form, ...(isSelection ? { topics: selected.map(({ id }) => id) } : { query }) })
  if (running) {
    return (
      <ProgressBar
        label={t('issuesPage.exporting')}
        text={t('issuesPage.exportProgress', { percent: running.percent })}
        percent={running.percent}
        onCancel={() => running.cancel.abort()}
      />
    )
  }
  return (
    <Menu
      trigger={
        <Button
          size="small"
          icon={<Download />}
          disabled={isEmpty}
          // Beside the number of selected issues there is no space for more than the verb.
          aria-label={isSelection ? t('issuesPage.exportSelected') : undefined}
        >
          {t('issuesPage.export')}
        </Button>
      }
    >
      <MenuItem onSelect={() => create({ format: 'pdf' })}>{t('issuesPage.pdf')}</MenuItem>
      <MenuItem onSelect={() => create({ format: 'xlsx' })}>{t('issuesPage.xlsx')}</MenuItem>
      <MenuItem onSelect={() => create({ format: 'csv' })}>{t('issuesPage.csv')}</MenuItem>
      <MenuItem onSelect={() => create({ format: 'bcf', version: '3.0' })}>
        {t('issuesPage.bcf', { version: '3.0' })}
      </MenuItem>
      <MenuItem onSelect={() => create({ format: 'bcf', version: '2.1' })}>
        {t('issuesPage.bcf', { version: '2.1' })}
      </MenuItem>
    </Menu>
  )
}
