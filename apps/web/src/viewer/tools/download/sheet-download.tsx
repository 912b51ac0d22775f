import { type ExportName, getFileExtension } from '@kamar/contracts'
import type { ManifestSheet } from '@kamar/view-package/read'
import { Download, FileText, Files, Image, PencilRuler, Shapes } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/design/button.js'
import { Menu, MenuItem } from '../../../shared/design/menu.js'
import { numberFormat } from '../../../shared/format/number.js'
import { downloadExport, type ExportedFile } from '../../../shared/files/download-export.js'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

interface SheetDownloadProps {
  readonly file: ExportedFile
  readonly sheets: readonly ManifestSheet[]
  readonly sheetNumber: number
}

/** Renders the download formats of the current sheet and of the whole drawing. */
export function SheetDownload({ file, sheets, sheetNumber }: SheetDownloadProps) {
  const { t, i18n } = useTranslation()
  const [fraction, setFraction] = useState<number | null>(null)
  const save = async (name: ExportName, sheetName?: string): Promise<void> => {
    setFraction(0)
    await downloadExport({ file, name, ...(sheetName === undefined ? {} : { sheetName }), onFraction: setFraction })
    setFraction(null)
  }
  const saveSheet = (kind: 'pdf' | 'svg' | 'png') => (): void =>
    void save(`sheet-${kind}-${sheetNumber}`, sheets[sheetNumber]?.name)
  const percent = numberFormat(i18n.language, { style: 'percent' }).format(fraction ?? 0)
  const label = fraction === null ? t('sheets.download') : t('exports.making', { percent })
  return (
    <Menu
      side="top"
      trigger={
        <IconButton side="top" label={label} disabled={fraction !== null}>
          {fraction === null ? (
            <Download size={20} strokeWidth={1.5} aria-hidden="true" />
          ) : (
            <span className="text-12 tabular-nums">{percent}</span>
          )}
        </IconButton>
      }
    >
      <MenuItem icon={<FileText {...icon} />} onSelect={saveSheet('pdf')}>
        {t('sheets.savePdf')}
      </MenuItem>
      <MenuItem icon={<Shapes {...icon} />} onSelect={saveSheet('svg')}>
        {t('sheets.saveSvg')}
      </MenuItem>
      <MenuItem icon={<Image {...icon} />} onSelect={saveSheet('png')}>
        {t('sheets.savePng')}
      </MenuItem>
      {sheets.length > 1 ? (
        <MenuItem icon={<Files {...icon} />} onSelect={() => void save('pdf')}>
          {t('sheets.saveAllPdf')}
        </MenuItem>
      ) : null}
      {getFileExtension(file.description) === '.dwg' ? (
        <MenuItem icon={<PencilRuler {...icon} />} onSelect={() => void save('dxf')}>
          {t('exports.dxf')}
        </MenuItem>
      ) : null}
    </Menu>
  )
}
