import type { SheetRecord } from '@kamar/contracts'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { IconButton } from '../../../platform/design/button.js'
import { foundPartPath } from '../../../platform/files/viewer-path.js'
import { useFormats } from '../../../platform/format/use-formats.js'

interface SheetTableProps {
  readonly sheets: readonly SheetRecord[]
  readonly onCorrect: (sheet: SheetRecord) => void
}

/** Columns that a phone has below the title instead. */
const wideCell = 'hidden px-2 py-2 md:table-cell'

/** Renders sheets as a table; a row opens the viewer at its sheet. */
export function SheetTable({ sheets, onCorrect }: SheetTableProps) {
  const { t } = useTranslation()
  const hasChangeable = sheets.some(({ canChange }) => canChange)
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <table className="w-full text-start text-14">
        <thead className="border-b border-line text-12 text-muted">
          <tr>
            <th scope="col" className="py-2 ps-4 pe-2 text-start font-normal">
              {t('sheetRegister.number')}
            </th>
            <th scope="col" className="px-2 py-2 text-start font-normal">
              {t('sheetRegister.name')}
            </th>
            {(['discipline', 'file', 'revision'] as const).map((column) => (
              <th key={column} scope="col" className={`${wideCell} text-start font-normal`}>
                {t(`sheetRegister.${column}`)}
              </th>
            ))}
            {hasChangeable ? (
              <th scope="col" className="w-12 pe-2">
                <span className="sr-only">{t('sheetRegister.actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="divide-y divide-line/60">
          {sheets.map((sheet) => (
            <SheetRow
              key={`${sheet.fileId} ${sheet.key}`}
              sheet={sheet}
              hasActions={hasChangeable}
              onCorrect={() => onCorrect(sheet)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SheetRowProps {
  readonly sheet: SheetRecord
  readonly hasActions: boolean
  readonly onCorrect: () => void
}

function SheetRow({ sheet, hasActions, onCorrect }: SheetRowProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { canChange, fileName, isCorrected, key, number, title, urn, version } = sheet
  const discipline = sheet.discipline === null ? '' : t(`sheetRegister.disciplines.${sheet.discipline}`)
  const name = `${number} ${title}`.trim() || key
  return (
    // The link covers the row, so that a click anywhere opens the sheet.
    <tr className="relative hover:bg-page">
      <td className="py-2 ps-4 pe-2 tabular-nums sm:whitespace-nowrap">{number || '–'}</td>
      <td className="px-2 py-2 wrap-anywhere">
        <Link
          to={foundPartPath({ urn, sheetKey: key })}
          aria-label={t('sheetRegister.open', { sheet: name })}
          className="font-medium after:absolute after:inset-0 hover:underline"
        >
          {title || key}
        </Link>
        {isCorrected ? <span className="ms-2 text-12 text-muted">{t('sheetRegister.corrected')}</span> : null}
        <span className="block text-12 text-muted md:hidden">
          {[discipline, fileName, t('sheetRegister.revisionOf', { number: version })].filter(Boolean).join(' · ')}
        </span>
      </td>
      <td className={`${wideCell} text-13 text-muted`}>{discipline}</td>
      <td className={`${wideCell} text-13 wrap-anywhere text-muted`}>{fileName}</td>
      <td className={`${wideCell} text-13 text-muted tabular-nums`}>{formats.number(version)}</td>
      {hasActions ? (
        <td className="relative w-12 py-1 pe-2 text-end">
          {canChange ? (
            <IconButton label={t('sheetRegister.correct', { sheet: name })} onClick={onCorrect}>
              <Pencil />
            </IconButton>
          ) : null}
        </td>
      ) : null}
    </tr>
  )
}
