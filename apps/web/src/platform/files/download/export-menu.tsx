import { type FileRecord } from '@kamar/contracts'
import { isOfferedFor, menuExporters, type MenuExporterId } from '@kamar/core'
import { ChevronDown, FileDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../design/button.js'
import { Menu, MenuItem } from '../../design/menu.js'
import { fileTypeLabel } from '../../format/format.js'
import { downloadExport } from './download-export.js'
import { numberFormat } from '../../format/number.js'
import { downloadOriginal } from './download-original.js'
import { ExportIcon } from './export-icon.js'

/** Renders the Download menu: the original, and exports of the translated model. */
export function ExportMenu({ file }: { file: FileRecord }) {
  const { t, i18n } = useTranslation()
  const [fraction, setFraction] = useState<number | null>(null)
  const download = async (name: MenuExporterId): Promise<void> => {
    setFraction(0)
    await downloadExport({ file, name, onFraction: setFraction })
    setFraction(null)
  }
  const percent = numberFormat(i18n.language, { style: 'percent' }).format(fraction ?? 0)
  return (
    <Menu
      trigger={
        <Button
          aria-label={fraction === null ? t('exports.menu') : t('exports.making', { percent })}
          title={t('exports.menu')}
          busy={fraction !== null}
          icon={<ChevronDown />}
          className="rounded-s-none border-s-0 px-2"
        >
          {fraction === null ? null : <span className="text-12 tabular-nums">{percent}</span>}
        </Button>
      }
    >
      <MenuItem icon={<FileDown />} onSelect={() => void downloadOriginal(file)}>
        {t('exports.original', { type: fileTypeLabel(file.description) })}
      </MenuItem>
      {menuExporters
        .filter((exporter) => isOfferedFor(exporter, file.description))
        .map(({ id, contentType, withoutGeometry }) => (
          <MenuItem
            key={id}
            icon={<ExportIcon contentType={contentType} />}
            disabled={file.status !== 'success' || (withoutGeometry !== true && file.previewOnly)}
            onSelect={() => void download(id)}
          >
            {t(`exports.${id}`)}
          </MenuItem>
        ))}
    </Menu>
  )
}
