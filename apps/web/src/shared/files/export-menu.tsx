import {
  type ExportKind,
  getFileExtension,
  type FileRecord,
  isOfferedExport,
  type OfferedExportKind,
  modelExports,
} from '@kamar/contracts'
import {
  Box,
  Boxes,
  Braces,
  ChevronDown,
  FileDown,
  FileText,
  Package,
  PencilRuler,
  Table,
  Triangle,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { Menu, MenuItem } from '../design/menu.js'
import { fileTypeLabel } from '../format/format.js'
import { downloadExport } from './download-export.js'
import { numberFormat } from '../format/number.js'
import { downloadOriginal } from './download-original.js'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const kinds = (Object.keys(modelExports) as ExportKind[]).filter(isOfferedExport)
const kindIcon = {
  glb: Box,
  '3d-tiles': Boxes,
  obj: Package,
  stl: Triangle,
  'properties-json': Braces,
  'properties-csv': Table,
  pdf: FileText,
  dxf: PencilRuler,
} as const

/** Exports of properties are also available for files without drawable geometry. */
const isDrawn = (kind: OfferedExportKind): boolean => !kind.startsWith('properties')

/** Extensions of files with sheets; a DXF offers no export to DXF. */
const drawingExtensions = {
  pdf: ['.dwg', '.dxf', '.dwf', '.dwfx'],
  dxf: ['.dwg'],
} as const satisfies Partial<Record<OfferedExportKind, readonly string[]>>

function isFor(file: FileRecord, kind: OfferedExportKind): boolean {
  if (kind !== 'pdf' && kind !== 'dxf') return true
  const extensions: readonly string[] = drawingExtensions[kind]
  return extensions.includes(getFileExtension(file.description))
}

/** Renders the Download menu: the original, and exports of the translated model. */
export function ExportMenu({ file }: { file: FileRecord }) {
  const { t, i18n } = useTranslation()
  const [fraction, setFraction] = useState<number | null>(null)
  const download = async (kind: OfferedExportKind): Promise<void> => {
    setFraction(0)
    await downloadExport({ file, name: kind, onFraction: setFraction })
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
          icon={<ChevronDown {...icon} />}
          className="rounded-s-none border-s-0 px-2"
        >
          {fraction === null ? null : <span className="text-12 tabular-nums">{percent}</span>}
        </Button>
      }
    >
      <MenuItem icon={<FileDown {...icon} />} onSelect={() => void downloadOriginal(file)}>
        {t('exports.original', { type: fileTypeLabel(file.description) })}
      </MenuItem>
      {kinds
        .filter((kind) => isFor(file, kind))
        .map((kind) => {
          const Icon = kindIcon[kind]
          return (
            <MenuItem
              key={kind}
              icon={<Icon {...icon} />}
              disabled={file.status !== 'success' || (isDrawn(kind) && file.previewOnly)}
              onSelect={() => void download(kind)}
            >
              {t(`exports.${kind}`)}
            </MenuItem>
          )
        })}
    </Menu>
  )
}
