import { documentExporters, type ExportName, isOfferedFor, menuExporters, sheetExporters } from '@kamar/core'
import type { ManifestSheet } from '@kamar/package-format/read'
import { Download, Files } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { Menu, MenuItem } from '../../../platform/design/menu.js'
import { numberFormat } from '../../../platform/format/number.js'
import { downloadExport, type ExportedFile } from '../../../platform/files/download/download-export.js'
import { ExportIcon } from '../../../platform/files/download/export-icon.js'

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
  const drawingExporters = menuExporters.filter(
    (exporter) => exporter.of.every((source) => source === 'drawing') && isOfferedFor(exporter, file.description),
  )
  const percent = numberFormat(i18n.language, { style: 'percent' }).format(fraction ?? 0)
  const label = fraction === null ? t('sheets.download') : t('exports.making', { percent })
  return (
    <Menu
      side="top"
      trigger={
        <IconButton side="top" label={label} disabled={fraction !== null}>
          {fraction === null ? <Download size={20} /> : <span className="text-12 tabular-nums">{percent}</span>}
        </IconButton>
      }
    >
      {sheetExporters.map(({ id, contentType }) => (
        <MenuItem
          key={id}
          icon={<ExportIcon contentType={contentType} />}
          onSelect={() => void save(`sheet-${id}-${sheetNumber}`, sheets[sheetNumber]?.name)}
        >
          {t(`sheets.save.${id}`)}
        </MenuItem>
      ))}
      {sheets.length > 1
        ? documentExporters.map(({ id }) => (
            <MenuItem key={id} icon={<Files />} onSelect={() => void save(id)}>
              {t(`sheets.saveAll.${id}`)}
            </MenuItem>
          ))
        : null}
      {drawingExporters.map(({ id, contentType }) => (
        <MenuItem key={id} icon={<ExportIcon contentType={contentType} />} onSelect={() => void save(id)}>
          {t(`exports.${id}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
